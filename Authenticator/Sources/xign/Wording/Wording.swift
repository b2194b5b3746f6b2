import Terminal

/// Every text that `xign` shows to people, in one language.
///
/// A group of texts is a protocol of its own, in the folder `Wording/Wording`; each language has one value for it. A
/// missing text does not compile. Names and other foreign text come as parameters, and become part of a `Text`, which
/// makes them harmless. Commands, options and JSON are the same in all languages.
protocol Wording: Sendable {
    /// The language tag (RFC 5646).
    var tag: String { get }

    /// Help, usage errors and simple questions.
    var terminal: any TerminalWording { get }
    /// The help of the program, and of what several commands share.
    var program: any ProgramWording { get }
    /// Moments and spans of time.
    var time: any TimeWording { get }
    /// The errors of the SDK.
    var refusals: any RefusalWording { get }

    // MARK: Conversations

    /// The course of a process that a person confirms.
    var process: any ProcessWording { get }
    /// The request of a login, and the question for consent.
    var consent: any ConsentWording { get }
    /// The description of a change.
    var change: any ChangeWording { get }
    /// The digits that a page shows.
    var pairing: any PairingWording { get }
    /// The act that a page of the manager asks for.
    var transaction: any TransactionWording { get }
    /// The data that websites request.
    var attributes: any AttributeWording { get }
    /// Codes, and pictures of them.
    var input: any InputWording { get }
    /// The home folder, its keys, and files and servers.
    var storage: any StorageWording { get }
    var network: any NetworkWording { get }
    /// Notices about changes of the account.
    var notices: any NoticeWording { get }

    // MARK: Commands

    /// The command `trust`.
    var trust: any TrustWording { get }
    /// The command `activate`, and the code with which it begins.
    var activate: any ActivateWording { get }
    /// The command `accounts`, and the choice of an account.
    var accounts: any AccountsWording { get }
    /// The command `check`.
    var check: any CheckWording { get }
    /// The command `login`, and the options that logins share.
    var login: any LoginWording { get }
    /// The commands `inapp ...`.
    var inApp: any InAppWording { get }
    /// The commands `alias ...`.
    var alias: any AliasWording { get }
    /// The commands `activation ...`, and the names of devices.
    var devices: any DeviceWording { get }
    /// The commands `pin ...`, and new PINs.
    var pin: any PINWording { get }
    /// The commands `factor ...`.
    var factor: any FactorWording { get }
    /// The command `invitation`.
    var invitation: any InvitationWording { get }
    /// The command `forget`.
    var forget: any ForgetWording { get }
    /// The command `delete`.
    var delete: any DeleteWording { get }
}
