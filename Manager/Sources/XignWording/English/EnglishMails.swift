struct EnglishMails: MailWording {
    func noticeSubject(host: String) -> String { "Your account at \(host) has changed" }
    func noticeOf(user: String, host: String) -> Phrase { "This is about your account \(user) at \(host)." }
    let unshownDevice = "a device whose name is not shown here"
    func quoted(_ name: String) -> String { "“\(name)”" }
    let accountRemoved = "The account was removed, with all devices and data."
    func byOperator(_ name: String) -> Phrase { "It was done by the operator \(name)" }
    func stop(at link: String) -> Phrase { "Was this not you? Stop it here, without a login: \(link)" }
    let notYou = "Was this not you? Tell the operator now."
    func notYou(help: String) -> Phrase { "Was this not you? Ask for help now: \(help)" }
    let noMoreToday =
        "There were so many changes of your account today that no more mails about them follow. Your devices and the "
        + "page of your account show all of them."
    let asksNothing = "A program has sent this mail. It asks you for nothing: no PIN, no code, no login."

    func testSubject(host: String) -> String { "Test mail of \(host)" }
    func test(host: String) -> Phrase { "The manager of \(host) can send mails to this address." }
}
