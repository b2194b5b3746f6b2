import Terminal
import XignSDK

struct GermanNotices: NoticeWording {
    func news(of manager: String) -> Text { "\("Neues", .yellow) von Ihrem Konto bei \(manager):" }

    func event(_ kind: AccountNotice.Kind, _ moment: PointInTime, isNamed: Bool) -> Text {
        "Am \(GermanTime().minute(moment)) \(event(kind))\(isNamed ? ":" : ".")"
    }

    /// After the moment, so that the verb comes first.
    private func event(_ kind: AccountNotice.Kind) -> Text {
        switch kind {
        case .pinChanged: "wurde die PIN eines Geräts geändert"
        case .factorAdded: "erhielt ein Gerät einen weiteren Faktor"
        case .activationIssued: "entstand ein Code für ein weiteres Gerät"
        case .activationPersonalized: "wurde ein Gerät mit Ihrem Konto verbunden"
        case .activationRenamed: "wurde ein Gerät umbenannt"
        case .activationRevoked: "wurde ein Gerät aus Ihrem Konto entfernt"
        case .activationLocked: "wurde ein Gerät nach falschen PINs gesperrt"
        case .deviceLocked: "wurde ein Gerät dauerhaft gesperrt"
        case .deviceStopped: "wurde ein Gerät oder ein Code dafür durch einen Link in einer E-Mail gestoppt"
        case .loginDisowned: "wurde eine Anmeldung als fremd gemeldet"
        case .accountExported: "wurde eine Kopie Ihrer Daten ausgegeben"
        case .attributesChanged: "wurden Ihre Daten geändert"
        case .membershipAdded: "hat Ihr Konto eine Einladung angenommen"
        case .accountDisabled: "hat der Betreiber Ihr Konto deaktiviert"
        case .accountEnabled: "hat der Betreiber Ihr Konto wieder aktiviert"
        case .deviceUnlocked: "hat der Betreiber ein Gerät nach falschen PINs entsperrt"
        case .loginEnded: "hat der Betreiber eine Ihrer Anmeldungen bei einer Website beendet"
        case .recoveryIssued: "hat der Betreiber einen Code erstellt, mit dem sich ein neues Gerät verbinden lässt"
        case .grantChanged: "hat der Betreiber Ihre Verwaltungsrechte geändert"
        case .accountChanged: "wurde Ihr Konto geändert"
        }
    }

    func advice(_ kind: AccountNotice.Kind, _ removal: NoticeRemoval) -> Text {
        switch kind {
        case .pinChanged, .factorAdded, .activationIssued, .activationPersonalized, .activationRenamed:
            "Waren das nicht Sie? \(commands(removal))"
        case .activationRevoked, .deviceLocked, .deviceStopped, .loginDisowned, .accountExported, .attributesChanged,
            .membershipAdded, .accountChanged:
            "Waren das nicht Sie? Sagen Sie es dem Betreiber."
        case .activationLocked:
            "Waren das nicht Ihre PINs? Dann hat jemand anderes das Gerät: \(commands(removal))"
        case .accountDisabled, .accountEnabled, .deviceUnlocked, .loginEnded, .recoveryIssued, .grantChanged:
            "Haben Sie das nicht erwartet? Fragen Sie den Betreiber."
        }
    }

    private func commands(_ commands: NoticeRemoval) -> Text { "\(commands.list), dann \(commands.removal)" }
}
