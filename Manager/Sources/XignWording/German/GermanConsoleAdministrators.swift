import XignDomain

struct GermanConsoleAdministrators: ConsoleAdministratorsWording {
    let title = "Administratoren und Prüfer"
    func titleOfOrganization(_ organization: String) -> Phrase { "Administratoren und Prüfer von \(organization)" }
    let explanation =
        "Diese Personen können die Konsole öffnen. Wer auf dem Server Befehle ausführt, kann alles auch ohne sie."
    let empty = "Noch niemand."
    let onlyOne =
        "Nur eine Person verwaltet diesen Manager. Fügen Sie eine weitere hinzu: Was zwei Personen verlangt, geht sonst nur "
        + "auf dem Server, mit xignin-manager confirmation approve."

    func role(_ role: AdministratorGrant.Role) -> String {
        switch role {
        case .administrator: "Administrator"
        case .auditor: "Prüfer"
        }
    }

    func roleExplanation(_ role: AdministratorGrant.Role) -> String {
        switch role {
        case .administrator: "sieht und ändert"
        case .auditor: "sieht und ändert nichts"
        }
    }

    let you = "Sie"
    let unusable = "kann sich nicht anmelden"
    let grantedBy = "Hinzugefügt von"
    let grantedByOther = "jemandem, der hier kein Administrator ist"
    let grantID = "Kennung bei der Organisation"
    let grantedAt = "Hinzugefügt"
    let lastUsed = "Zuletzt bestätigt"
    let neverUsed = "noch nie"
    let declared = "In einer Datei festgelegt. Was Sie hier ändern, macht das nächste apply rückgängig."
    let others = "Andere Listen"
    let organization = "Organisation"
    let organizationHint = "Der genaue Name einer Organisation, deren Administratoren und Prüfer Sie sehen möchten."
    let unknownOrganization = "Keine Organisation hat diesen Namen. Er steht in der Datei, die sie festlegt."
    let show = "Anzeigen"
    let ofManager = "Dieser Manager"

    let grant = "Administrator hinzufügen"
    let grantTitle = "Einen Administrator oder Prüfer hinzufügen"
    func grantTitleOfOrganization(_ organization: String) -> Phrase {
        "Einen Administrator oder Prüfer hinzufügen: \(organization)"
    }
    let account = "Benutzername"
    let accountHint =
        "Die Person braucht ein Konto mit einem Gerät, das verwendet wird. Namen können gleich aussehen: Der Satz, den Sie "
        + "bestätigen, enthält auch die Kennung des Kontos."
    let roleLabel = "Rolle"
    let unknownAccount = "Kein aktives Konto hat diesen Benutzernamen."
    let alreadyGranted = "Diese Person hat diese Rolle schon."
    let needsOneDevice = "Sie bestätigen das auf Ihrem Gerät."
    let needsTwoPersons =
        "Sie bestätigen das auf Ihrem Gerät. Es geschieht, wenn binnen 24 Stunden auch ein anderer Administrator es "
        + "bestätigt hat."
    let proceed = "Weiter auf Ihrem Gerät"

    let withdraw = "Entziehen"
    let withdrawTitle = "Diese Rechte entziehen?"
    func withdrawQuestion(_ account: String, _ role: AdministratorGrant.Role) -> Phrase {
        switch role {
        case .administrator: "\(account) ist dann kein Administrator mehr."
        case .auditor: "\(account) ist dann kein Prüfer mehr."
        }
    }
    let withdrawEffects = [
        "Schon die nächste Anfrage an die Konsole wird abgelehnt, auch in einem angemeldeten Browser.",
        "Das Konto und seine Geräte bleiben.",
    ]
    let giveUp = "Diese Rolle abgeben"
    let giveUpTitle = "Diese Rolle abgeben?"
    func giveUpQuestion(_ role: AdministratorGrant.Role) -> String {
        switch role {
        case .administrator:
            "Sie sind dann kein Administrator mehr. Nur andere können Ihnen diese Rechte wieder geben."
        case .auditor: "Sie sind dann kein Prüfer mehr. Nur andere können Ihnen diese Rechte wieder geben."
        }
    }
}
