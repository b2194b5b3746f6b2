import XignDomain

/// The mails of the manager. None has a text that a stranger has written, but the names of devices, each in a line of
/// its own and in quotation marks.
package protocol MailWording: Sendable {
    /// The subject of a notice. It names no person.
    func noticeSubject(host: String) -> String
    /// The first line of a notice.
    func noticeOf(user: String, host: String) -> Phrase
    /// The words in place of a name that could mislead.
    var unshownDevice: String { get }
    /// The name of a device, in the quotation marks of the language.
    func quoted(_ name: String) -> String
    /// The notice that no device is left to show.
    var accountRemoved: String { get }
    func byOperator(_ name: String) -> Phrase
    /// The question before the ways to act.
    var notYou: String { get }
    /// The moment from which a recovery goes on.
    func goesOn(at time: String) -> Phrase
    /// The way to go on, for the person of a recovery whose wait is over.
    func finish(host: String) -> Phrase
    /// The way to stop a recovery by a device.
    var useDevice: String { get }
    /// The way to stop a device that was connected, a code for one, or a recovery.
    func stop(at link: String) -> Phrase
    /// The way to the operator's page or mailbox for help.
    func askForHelp(at help: String) -> Phrase
    /// The way where the operator has declared no help.
    var tellOperator: String { get }
    /// The text in place of a notice, after the largest number of a day.
    var noMoreToday: String { get }
    /// The last line of each mail.
    var asksNothing: String { get }

    /// The subject of a mail with a code. It has no code, since locked screens show it.
    func codeSubject(host: String) -> String
    /// - Parameter code: in groups of letters.
    func code(_ code: String) -> Phrase
    /// The only page at which the code is typed.
    func typeCode(host: String) -> Phrase
    func codePurpose(_ purpose: MailCode.Purpose) -> String
    /// The advice to who has not asked for the code.
    var codeNotAsked: String { get }

    /// The subject of an invitation to an organization.
    func invitationSubject(host: String) -> String
    func invitation(to organization: String, host: String) -> Phrase
    /// The sentence before the link.
    var openInvitation: String { get }
    /// The code, for who opens the page by hand.
    func invitationCode(_ code: String) -> Phrase
    func invitationEnds(_ moment: String) -> Phrase
    /// The advice to who does not know the organization.
    var invitationNotExpected: String { get }

    /// The subject of the mail of `mail test`.
    func testSubject(host: String) -> String
    func test(host: String) -> Phrase
}
