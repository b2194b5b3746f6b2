/// The recovery of an account: the pages without a login, and those on which a person prepares for it.
package protocol RecoveryWording: Sendable {
    var ways: any RecoveryWaysWording { get }
    var steps: any RecoveryStepsWording { get }
    var own: any OwnRecoveryWording { get }
    /// A recovery that has begun, for the person at the account pages.
    var running: any RunningRecoveryWording { get }
}

/// The page "Lost your device?" with the ways back into an account.
package protocol RecoveryWaysWording: Sendable {
    /// The heading, and the link on login pages.
    var title: String { get }

    var otherDeviceTitle: String { get }
    var otherDevice: String { get }
    var logIn: String { get }

    var codeTitle: String { get }
    /// The other things that a recovery takes.
    var codeNeeds: String { get }
    var code: String { get }
    var codeHint: String { get }
    /// The advice on a code that nobody has, or that is none.
    var unknownCode: String { get }
    /// The advice on a form beyond the limit of its network.
    var tooManyCodes: String { get }
    /// The heading of the errors at the top of the form.
    var problem: String { get }
    /// The heading above `tooManyCodes`.
    var problemTooMany: String { get }

    /// The heading of the last way, where a recovery code is another one.
    var helpTitle: String { get }
    /// The heading of the last way, where there are no recovery codes.
    var helpTitleWithoutCodes: String { get }
    func help(by name: String) -> Phrase
    /// The sentence where the operator has declared no name.
    var helpByOperator: String { get }
    /// The link to the operator's page or mailbox for help.
    var contact: String { get }
    /// The advice where the operator has declared no help.
    var noContact: String { get }
}

/// The steps of a recovery.
package protocol RecoveryStepsWording: Sendable {
    // The choice of a mailbox
    var chooseTitle: String { get }
    /// The reason for a mailed code, before the recovery begins.
    var chooseToBegin: String { get }
    /// The reason for another one, after the wait.
    var chooseToFinish: String { get }
    var addresses: String { get }
    var send: String { get }
    /// The advice where too many codes were mailed, after `AddressWording.limited`.
    var useLastMail: String { get }

    // The code of the mail
    var typeTitle: String { get }
    func mailed(to address: String) -> Phrase
    func mailedUntil(_ time: String) -> Phrase
    var mailCode: String { get }
    var mailCodeHint: String { get }
    /// - Parameter triesLeft: nil where no try was counted.
    func wrongMailCode(triesLeft: Int?) -> String
    /// The advice where a mailed code is over, after too many tries or too long a time.
    var mailCodeOver: String { get }
    /// The effect of the right code, before the recovery begins.
    var beginsThen: String { get }
    /// The effect of the right code, after the wait.
    var finishesThen: String { get }
    var sendAgain: String { get }
    /// In place of the button, where the mail was sent often enough.
    var sentOften: String { get }
    var otherAddress: String { get }

    // The wait
    var waitingTitle: String { get }
    func goesOn(at time: String) -> Phrase
    /// - Parameter address: of the page to come back to.
    func comeBack(to address: String) -> Phrase
    func endsAt(_ time: String) -> Phrase
    var anyUseStops: String { get }
    var weHaveTold: String { get }

    // Ends
    var endedTitle: String { get }
    func used(at time: String) -> Phrase
    var endedNext: String { get }
    var refusedTitle: String { get }
    func refusal(_ refusal: RecoveryRefusalCode) -> String

    // The new device, whose other words are those of `ConnectingWording`
    /// The effect of the connection.
    var replaces: String { get }
    var connected: String { get }
    /// The answer where no device is connected.
    var notYet: String { get }
    var doneTitle: String { get }
    var done: String { get }
    var toAccount: String { get }
}

/// The reasons why a recovery code brings nobody back.
package enum RecoveryRefusalCode: String, Sendable, Equatable, CaseIterable {
    /// No mail address of the account is verified.
    case noAddress
    /// Too many recoveries have begun.
    case tooMany
    /// Too many wrong PINs were typed for codes of the account.
    case wrongPINs
    /// The account is switched off, or has rights to administer.
    case notAlone
}

/// The recovery code at the account pages.
package protocol OwnRecoveryWording: Sendable {
    /// The title, and the link to the page.
    var title: String { get }
    var explanation: String { get }
    var limits: String { get }
    /// No code was made.
    var none: String { get }
    /// The term of the day on which it was made.
    var made: String { get }
    var make: String { get }
    var makeAnother: String { get }
    var makeAnotherEffect: String { get }
    var remove: String { get }
    var needsAddress: String { get }
    var toAddresses: String { get }
    var notForAdministrators: String { get }

    /// The advice at the first page where there is no code.
    var adviceTitle: String { get }
    var advice: String { get }
    /// The advice where a recovery was begun with the present code, and ended.
    var replaceTitle: String { get }
    var replaceAdvice: String { get }

    // The code, which is shown for some minutes
    var codeTitle: String { get }
    var shownHere: String { get }
    var keep: String { get }
    func sheet(host: String) -> Phrase
    var code: String { get }
    var sheetUse: String { get }
    var sheetNeeds: String { get }
    var done: String { get }
}

/// A recovery that has begun.
package protocol RunningRecoveryWording: Sendable {
    var title: String { get }
    var explanation: String { get }
    var begun: String { get }
    var goesOn: String { get }
    var consequence: String { get }
    var stop: String { get }
}
