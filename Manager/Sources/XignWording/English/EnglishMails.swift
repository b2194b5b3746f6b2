import XignDomain

struct EnglishMails: MailWording {
    func noticeSubject(host: String) -> String { "Your account at \(host) has changed" }
    func noticeOf(user: String, host: String) -> Phrase { "This is about your account \(user) at \(host)." }
    let unshownDevice = "a device whose name is not shown here"
    func quoted(_ name: String) -> String { "“\(name)”" }
    let accountRemoved = "The account was removed, with all devices and data."
    func byOperator(_ name: String) -> Phrase { "An operator did this: \(name)" }
    func goesOn(at time: String) -> Phrase { "It goes on from \(time), with the same code." }
    func finish(host: String) -> Phrase {
        "Was this you? Then go on within three days, at the page “Lost your device?” of \(host)."
    }
    let useDevice = "Use a device of yours, with its PIN: that stops it."
    let notYou = "Was this not you?"
    func stop(at link: String) -> Phrase { "Stop it here, without a login: \(link)" }
    func askForHelp(at help: String) -> Phrase { "Ask for help now: \(help)" }
    let tellOperator = "Tell the operator now."
    let noMoreToday =
        "Your account has changed very often. You get no more emails about it for now, except about new devices, "
        + "recoveries and the removal of the account."
    let asksNothing = "A program has sent this email. It asks you for nothing: no PIN, no code, no login."

    func codeSubject(host: String) -> String { "Your code for \(host)" }
    func code(_ code: String) -> Phrase { "Your code: \(code)" }
    func typeCode(host: String) -> Phrase { "Type it only where you asked for it, at \(host)." }
    func codePurpose(_ purpose: MailCode.Purpose) -> String {
        switch purpose {
        case .verifyAddress: "It confirms your address for an account."
        case .recoveryBegin: "It begins the recovery of an account, which then waits for a day."
        case .recoveryEnd: "It ends the recovery of an account: all former devices are removed then."
        }
    }
    let codeNotAsked = "Somebody asks you for this code, also by phone? Tell it to nobody. We never call for it."

    func invitationSubject(host: String) -> String { "Your invitation at \(host)" }
    func invitation(to organization: String, host: String) -> Phrase {
        "\(organization) invites you, and will see your logins there. The account is made at \(host)."
    }
    let openInvitation = "Open this page, and choose a user name:"
    func invitationCode(_ code: String) -> Phrase { "The code of this invitation: \(code)" }
    func invitationEnds(_ moment: String) -> Phrase { "It is for one person, and ends on \(moment)." }
    let invitationNotExpected = "Did you not expect this? Then you have to do nothing."

    func testSubject(host: String) -> String { "Test email from \(host)" }
    func test(host: String) -> Phrase { "Emails from \(host) reach this address." }
}
