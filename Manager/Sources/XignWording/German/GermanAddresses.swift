import XignDomain

struct GermanAddresses: AddressWording {
    let verify = "Bestätigen"
    let title = "E-Mail-Adresse bestätigen"
    func explanation(_ address: String) -> Phrase {
        "Wir senden einen Code an \(address). Geben Sie ihn auf dieser Seite ein: So zeigen Sie, dass Sie dieses Postfach "
            + "lesen."
    }
    let effect =
        "Ab dann erfahren Sie dort, wenn sich ein Gerät, eine PIN oder eine Adresse Ihres Kontos ändert. Websites, die "
        + "eine bestätigte Adresse verlangen, können sie erhalten, wenn Sie das auf Ihrem Gerät bestätigen."
    let send = "Code senden"

    func sentTo(_ address: String) -> Phrase { "Wir haben einen Code an \(address) gesendet." }
    func goodUntil(_ time: String) -> Phrase { "Er gilt bis \(time)" }
    let code = "Code"
    let codeHint = "8 Buchstaben und Ziffern, etwa K7QM-2XPD"
    let confirm = "Bestätigen"
    let notArrived = "Nichts angekommen? Sehen Sie auch im Spam-Ordner nach, und prüfen Sie die Adresse."
    let sendAgain = "Denselben Code noch einmal senden"
    func againFrom(_ time: String) -> Phrase { "Wir können ihn noch einmal senden ab \(time)" }
    let sentOften = "Wir haben ihn dreimal gesendet und senden ihn nicht noch einmal."

    let malformed = "Ein Code hat 8 Buchstaben und Ziffern. Vergleichen Sie ihn mit der E-Mail."
    func wrong(triesLeft: Int) -> String {
        triesLeft == 1
            ? "Das ist nicht der Code. Sie haben noch einen Versuch."
            : "Das ist nicht der Code. Sie haben noch \(triesLeft) Versuche."
    }
    let over = "Dieser Code gilt nicht mehr. Lassen Sie sich einen neuen senden."
    func limited(_ limit: MailCodeLimits.Reached) -> String {
        switch limit {
        case .account: "Sie haben heute viele Codes angefordert. Versuchen Sie es morgen wieder."
        case .network:
            "Aus Ihrem Netz wurden heute viele Codes angefordert. Versuchen Sie es morgen wieder oder aus einem anderen "
                + "Netz."
        case .address: "Diese Adresse hat viele Codes bekommen. Versuchen Sie es später oder morgen wieder."
        case .all: "Wir haben heute viele Codes gesendet. Versuchen Sie es morgen wieder."
        }
    }
    func obstacle(_ obstacle: AddressObstacle) -> String {
        switch obstacle {
        case .unwritable:
            "An diese Adresse können wir keine E-Mail senden: Mailserver nehmen ihre Zeichen nicht an. Sie bleibt "
                + "gespeichert."
        case .tooMany: "Ihr Konto hat schon fünf bestätigte Adressen. Entfernen Sie zuerst eine."
        }
    }

    func removeExplanation(_ address: String) -> Phrase { "\(address) aus Ihrem Konto entfernen?" }
    let removeEffect =
        "Sie bekommt dann keine E-Mails über Ihr Konto mehr, und eine letzte sagt das. Ihr Gerät fragt Sie nach einer "
        + "Bestätigung."
}
