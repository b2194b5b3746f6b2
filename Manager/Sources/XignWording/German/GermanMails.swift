struct GermanMails: MailWording {
    func noticeSubject(host: String) -> String { "Ihr Konto bei \(host) hat sich geändert" }
    func noticeOf(user: String, host: String) -> Phrase { "Es geht um Ihr Konto \(user) bei \(host)." }
    let unshownDevice = "ein Gerät, dessen Name hier nicht steht"
    func quoted(_ name: String) -> String { "„\(name)“" }
    let accountRemoved = "Das Konto wurde entfernt, mit allen Geräten und Daten."
    func byOperator(_ name: String) -> Phrase { "Das hat der Betreiber getan: \(name)" }
    func stop(at link: String) -> Phrase { "Waren Sie das nicht? Hier stoppen Sie es, ohne Anmeldung: \(link)" }
    let notYou = "Waren Sie das nicht? Sagen Sie es sofort dem Betreiber."
    func notYou(help: String) -> Phrase { "Waren Sie das nicht? Holen Sie sofort Hilfe: \(help)" }
    let noMoreToday =
        "Ihr Konto hat sich heute so oft geändert, dass keine weiteren E-Mails darüber folgen. Ihre Geräte und die "
        + "Seite Ihres Kontos zeigen alle Änderungen."
    let asksNothing =
        "Diese E-Mail kommt von einem Programm. Es fragt Sie nach nichts: keine PIN, kein Code, keine Anmeldung."

    func testSubject(host: String) -> String { "Testmail von \(host)" }
    func test(host: String) -> Phrase { "Der Manager von \(host) kann E-Mails an diese Adresse senden." }
}
