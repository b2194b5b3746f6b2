/// The authenticator in a browser: the page to which codes and links lead where no app takes them.
///
/// The server writes every step of the page before it is needed, and the page's script fills in the values. So a
/// function takes the name of the value's place.
package protocol AuthenticatorWording: Sendable {
    /// The title until a step is shown.
    var title: String { get }
    var oneMoment: String { get }
    /// The advice to browsers without scripts.
    var needsScripts: String { get }
    /// The button that leads to the activations of this browser.
    var toOverview: String { get }
    var tryAgain: String { get }
    /// The button that loads the page anew.
    var reload: String { get }
    /// A script was lost on the way.
    var incomplete: String { get }
    /// A form could not store what it needs, and can be sent again.
    var notStored: String { get }
    /// The manager has connected this browser, which could not store that. The form can be sent again.
    var unfinished: String { get }
    var overview: any AuthenticatorOverviewWording { get }
    var activation: any AuthenticatorActivationWording { get }
    var pin: any AuthenticatorPINWording { get }
    var confirmation: any AuthenticatorConfirmationWording { get }
    var data: any AuthenticatorDataWording { get }
    /// The browser lacks something that the authenticator needs.
    var unsuitable: Refusal { get }
    func refusal(_ refusal: AuthenticatorRefusal) -> Refusal
}

/// The activations of this browser, and their end.
package protocol AuthenticatorOverviewWording: Sendable {
    var heading: String { get }
    var headingWithoutActivation: String { get }
    var howToConnect: String { get }
    /// The reason why a browser that was connected is not, and the way out.
    var wasConnected: String { get }
    var howToLogIn: String { get }
    /// The other way, for a login on the device itself.
    /// - Parameter openHere: the link on the login page.
    func howToLogInHere(openHere: String) -> String
    var account: String { get }
    /// The label of the manager's identifier.
    var manager: String { get }
    /// The label of the name that the person gave this browser.
    var device: String { get }
    /// The activation was interrupted, and the manager does not have its keys.
    var unfinished: String { get }
    /// The manager has the keys, and the browser could not store that.
    var unstored: String { get }
    /// A change of the PIN lost its answer.
    var pinUnclear: String { get }
    var changePIN: String { get }
    var remove: String { get }

    // The question before an activation is removed
    func removeTitle(account: String) -> Phrase
    func consequences(account: String, manager: String) -> Phrase
    var keysAreGone: String { get }
    var keep: String { get }
    /// The manager did not answer, so that it still has the device.
    var notTold: String { get }
    var removeAnyway: String { get }
    var removedTitle: String { get }
    var removed: String { get }
    var removedHereAlone: String { get }
}

/// The way to an activation.
package protocol AuthenticatorActivationWording: Sendable {
    // Before anything is asked
    var title: String { get }
    var explanation: String { get }
    /// The heading above the ways to lose the keys.
    var lossTitle: String { get }
    var losses: [String] { get }
    /// The advice to have a second device.
    var secondDevice: String { get }
    /// An app keeps keys better than a browser.
    var appIsSafer: String { get }

    // The activation PIN
    var pinTitle: String { get }
    var pinExplanation: String { get }
    var pin: String { get }
    func wrongPIN(wait: String) -> Phrase
    /// The title, and what happened, when the activation is void after too many wrong PINs.
    var lockedForGood: Refusal { get }
    func alreadyUsed(date: String) -> Phrase
    var alreadyUsedTitle: String { get }
    var alreadyUsedAdvice: String { get }

    // The PIN and the name of this browser
    func chooseTitle(account: String) -> Phrase
    var invitedBy: String { get }
    var service: String { get }
    func wrongPINsBefore(count: String) -> Phrase
    /// The PIN that was typed stays the PIN.
    var keepsPIN: String { get }
    var name: String { get }
    var nameHint: String { get }
    /// The proposed name.
    func nameProposal(system: String) -> Phrase
    var nameFlaw: String { get }
    var connect: String { get }
    var otherPINSent: String { get }

    // The end
    var doneTitle: String { get }
    /// The browser has agreed to keep the storage of this page.
    var isKept: String { get }
    var isNotKept: String { get }
    /// The explanation of `askToKeep`.
    var howToKeep: String { get }
    var askToKeep: String { get }
    /// The browser may be asking the person.
    var askedToKeep: String { get }
    var refusedToKeep: String { get }
}

/// PINs: fields, flaws and lockouts, and the change of a PIN.
package protocol AuthenticatorPINWording: Sendable {
    var title: String { get }
    var label: String { get }
    var show: String { get }
    var confirm: String { get }
    var notAPIN: String { get }
    var wrong: String { get }

    // A new one
    var new: String { get }
    var again: String { get }
    func hint(minimum: String, maximum: String) -> Phrase
    func length(minimum: String, maximum: String) -> Phrase
    var common: String { get }
    var differ: String { get }
    /// The new PIN is the activation PIN, which others have seen.
    var isActivationPIN: String { get }
    var isPresent: String { get }
    /// A new PIN whose key this browser cannot make.
    var unusable: String { get }

    // Lockouts
    var lockedTitle: String { get }
    func locked(span: String) -> Phrase
    var overTitle: String { get }
    func over(date: String) -> Phrase
    var overAdvice: String { get }
    var lockedForGood: Refusal { get }

    // The change
    var changeTitle: String { get }
    var present: String { get }
    var otherDevices: String { get }
    var change: String { get }
    /// The answer to a request is lost: pressing the button again repeats it.
    var noAnswer: String { get }
    /// The answer to a change of the PIN is lost, so either PIN may be the right one.
    var changeUnclear: String { get }
    var otherPINSent: String { get }
    var changedTitle: String { get }
    var changed: String { get }
}

/// A login or an act that waits for its confirmation.
package protocol AuthenticatorConfirmationWording: Sendable {
    func title(service: String) -> Phrase
    var role: String { get }
    /// The label of the data that the service gets.
    var receives: String { get }
    /// The data that each website gets.
    var roleAndIdentifier: String { get }
    /// No two websites know the person by the same identifier.
    var ownIdentifier: String { get }
    /// The heading of the data that the person may give or keep.
    var optional: String { get }
    /// The heading of what the person may allow, and what gives the service nothing.
    var permissions: String { get }
    /// The names and values of additions are words of the manager.
    var additionsAreForeign: String { get }
    /// The end of an access that continues without the person.
    func offlineAccess(until day: String) -> Phrase
    /// A warning of codes that somebody else presents.
    func codeWarning(origin: String) -> Phrase
    /// A warning of links that somebody else sent.
    func linkWarning(origin: String) -> Phrase
    var logIn: String { get }
    var cancel: String { get }
    var notMe: String { get }

    // The digits of the other device's page
    var digitsTitle: String { get }
    var digitsExplanation: String { get }
    var digits: String { get }
    var oneTry: String { get }
    /// Nobody may tell the digits.
    func digitsWarning(notMe: String) -> String
    /// The way for a person who cannot read or type digits.
    /// - Parameter openHere: the link on the login page.
    func withoutDigits(openHere: String) -> String
    var digitsFlaw: String { get }

    // An act
    var actTitle: String { get }
    func asks(manager: String) -> Phrase
    func comparison(notMe: String) -> String

    // The end
    var doneTitle: String { get }
    func continueElsewhere(service: String) -> Phrase
    var actDone: String { get }
    var returning: String { get }
    /// The link back to the browser's page.
    var back: String { get }
    func failedAttempts(count: String) -> Phrase
    var loginCancelled: Refusal { get }
    var loginNotMe: Refusal { get }
    var actCancelled: Refusal { get }
    var actNotMe: Refusal { get }
}

/// The data that a login asks for.
package protocol AuthenticatorDataWording: Sendable {
    // The states of a value, in one word each
    /// The website gets the value.
    var isRequired: String { get }
    /// The website gets the value that is chosen.
    var isChosen: String { get }
    /// The person must type the value.
    var isMissing: String { get }
    /// The website gets the value if the person says so.
    var isOptional: String { get }
    /// The choice to give no value, and to give the only one.
    var leaveOut: String { get }
    var send: String { get }
    /// The row of an optional value that cannot be given.
    var leftOut: String { get }
    /// The row of an optional value that the manager does not have, and nobody can type.
    var nothingStored: String { get }
    /// The hint beside a permission.
    var permissionWarning: String { get }
    /// A typed value becomes a value of the account.
    var isStored: String { get }
    /// The choices among several values hold for later logins.
    var isRemembered: String { get }
    var required: String { get }
    var unavailableTitle: String { get }
    func unavailable(service: String) -> Phrase
    var unavailableAdvice: String { get }
    /// The sentence before what only the organization can give, such as an account at the website.
    func notKept(service: String, by organization: String) -> Phrase
    func notKeptAdvice(organization: String) -> Phrase
    /// The manager's objections to a value, by the words of the protocol (section 5), but for a flaw of its form.
    var alreadyStored: String { get }
    var missing: String { get }
    var aliasGone: String { get }
}
