struct EnglishMails: MailWording {
    func noticeSubject(host: String) -> String { "Your account at \(host) has changed" }
    func noticeOf(user: String, host: String) -> Phrase { "This is about your account \(user) at \(host)." }
    let unshownDevice = "a device whose name is not shown here"
    func quoted(_ name: String) -> String { "“\(name)”" }
    let accountRemoved = "The account was removed, with all devices and data."
    func byOperator(_ name: String) -> Phrase { "An operator did this: \(name)" }
    let notYou = "Was this not you?"
    func stop(at link: String) -> Phrase { "Stop it here, without a login: \(link)" }
    func askForHelp(at help: String) -> Phrase { "Ask for help now: \(help)" }
    let tellOperator = "Tell the operator now."
    let noMoreToday =
        "Your account has changed very often. You get no more emails about it for now, except about new devices."
    let asksNothing = "A program has sent this email. It asks you for nothing: no PIN, no code, no login."

    func testSubject(host: String) -> String { "Test email from \(host)" }
    func test(host: String) -> Phrase { "Emails from \(host) reach this address." }
}
