import XignDomain

struct GermanMails: MailWording {
    func noticeSubject(host: String) -> String { "Ihr Konto bei \(host) hat sich geändert" }
    func noticeOf(user: String, host: String) -> Phrase { "Es geht um Ihr Konto \(user) bei \(host)." }
    let unshownDevice = "ein Gerät, dessen Name hier nicht steht"
    func quoted(_ name: String) -> String { "„\(name)“" }
    let accountRemoved = "Das Konto wurde entfernt, mit allen Geräten und Daten."
    func byOperator(_ name: String) -> Phrase { "Das hat ein Betreiber getan: \(name)" }
    func goesOn(at time: String) -> Phrase { "Weiter geht es ab \(time), mit demselben Code." }
    func finish(host: String) -> Phrase {
        "Waren Sie das? Dann machen Sie innerhalb von drei Tagen weiter, auf der Seite „Gerät verloren?“ von \(host)."
    }
    let useDevice = "Benutzen Sie eines Ihrer Geräte, mit dessen PIN: Das stoppt die Wiederherstellung."
    let notYou = "Waren Sie das nicht?"
    func stop(at link: String) -> Phrase { "Hier stoppen Sie es, ohne Anmeldung: \(link)" }
    func askForHelp(at help: String) -> Phrase { "Holen Sie sofort Hilfe: \(help)" }
    let tellOperator = "Sagen Sie es sofort dem Betreiber."
    let noMoreToday =
        "Ihr Konto hat sich sehr oft geändert. Vorerst bekommen Sie keine E-Mails mehr darüber, außer über neue "
        + "Geräte, Wiederherstellungen und die Löschung des Kontos."
    let asksNothing =
        "Diese E-Mail kommt von einem Programm. Sie müssen hier nichts angeben: keine PIN, keinen Code."

    func codeSubject(host: String) -> String { "Ihr Code für \(host)" }
    func code(_ code: String) -> Phrase { "Ihr Code: \(code)" }
    func typeCode(host: String) -> Phrase { "Geben Sie ihn nur dort ein, wo Sie ihn angefordert haben: \(host)." }
    func codePurpose(_ purpose: MailCode.Purpose) -> String {
        switch purpose {
        case .verifyAddress: "Er bestätigt Ihre Adresse für ein Konto."
        case .recoveryBegin: "Er beginnt die Wiederherstellung eines Kontos, die dann einen Tag wartet."
        case .recoveryEnd: "Er beendet die Wiederherstellung eines Kontos: Dann sind alle früheren Geräte entfernt."
        }
    }
    let codeNotAsked =
        "Jemand fragt Sie nach diesem Code, auch am Telefon? Sagen Sie ihn niemandem. Wir rufen nie danach an."

    func invitationSubject(host: String) -> String { "Ihre Einladung bei \(host)" }
    func invitation(to organization: String, host: String) -> Phrase {
        "\(organization) lädt Sie ein und sieht Ihre Anmeldungen dort. Das Konto entsteht bei \(host)."
    }
    let openInvitation = "Öffnen Sie diese Seite und wählen Sie einen Benutzernamen:"
    func invitationCode(_ code: String) -> Phrase { "Der Code dieser Einladung: \(code)" }
    func invitationEnds(_ moment: String) -> Phrase { "Sie gilt für eine Person und endet am \(moment)." }
    let invitationNotExpected = "Haben Sie das nicht erwartet? Dann müssen Sie nichts tun."

    func testSubject(host: String) -> String { "Test-E-Mail von \(host)" }
    func test(host: String) -> Phrase { "E-Mails von \(host) erreichen diese Adresse." }
}
