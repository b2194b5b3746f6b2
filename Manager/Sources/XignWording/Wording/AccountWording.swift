import XignDomain
import XignProtocol

// Long because: one page after the other, in the order in which a person meets them.

/// The account pages: everything that a person sees and does about their own account.
package protocol AccountWording: Sendable {
    var frame: any AccountFrameWording { get }
    var login: any SurfaceLoginWording { get }
    var overview: any OverviewWording { get }
    var devices: any DevicesWording { get }
    var connecting: any ConnectingWording { get }
    var data: any AccountDataWording { get }
    var addresses: any AddressWording { get }
    var websites: any AccountWebsitesWording { get }
    var history: any AccountHistoryWording { get }
    var settings: any SettingsWording { get }
    var deletion: any DeletionWording { get }
    var outcomes: any OutcomeWording { get }

    /// A browser with its system, such as `Firefox on Windows`.
    func browser(_ kind: BrowserKind) -> String
}

/// The parts that all account pages share.
package protocol AccountFrameWording: Sendable {
    /// The link over everything else, for the keyboard.
    var skipToContent: String { get }
    var menu: String { get }
    func loggedIn(as account: String) -> Phrase
    var logOut: String { get }
    /// The name of a page in the menu and in the way back to it.
    func section(_ section: AccountSection) -> String
    /// The name of the way back for screen readers.
    var breadcrumbs: String { get }
    /// The sentence at the top of the page after an act.
    func done(_ code: DoneCode) -> String

    /// The heading of the errors at the top of a form.
    var problem: String { get }
    /// The title of a form with errors.
    func titleWithErrors(_ title: String) -> String
    var cancel: String { get }
    var back: String { get }
    var newer: String { get }
    var older: String { get }
    /// The name of the pager for screen readers.
    var pages: String { get }
}

/// The pages of the account that the menu leads to.
package enum AccountSection: String, Sendable, Equatable, CaseIterable {
    case overview, devices, data, websites, history, settings
}

/// The first page.
package protocol OverviewWording: Sendable {
    var title: String { get }
    var nothingToDo: String { get }
    var oneDeviceTitle: String { get }
    var oneDevice: String { get }
    /// The heading of the first step that gives the account a verified address.
    var addressTitle: String { get }
    var addAddress: String { get }
    var verifyAddress: String { get }
    var lastLogin: String { get }
    /// The name of the list of links for screen readers.
    var links: String { get }
    func devices(_ count: Int) -> String
    func values(_ count: Int) -> String
    func websites(_ count: Int) -> String
}

/// The devices, their names and their removal.
package protocol DevicesWording: Sendable {
    var title: String { get }
    var connect: String { get }
    var thisLogin: String { get }
    /// A device that is in use.
    var inUse: String { get }
    /// A device whose connection waits for it.
    var waiting: String { get }
    var lockedForGood: String { get }
    func lockedUntil(_ time: String) -> Phrase
    /// The label of the number of wrong PINs.
    var wrongPINsTerm: String { get }
    /// A number of wrong PINs in a row.
    func wrongPINs(_ count: Int) -> String
    /// The beginning of the device's id, as signed sentences have it.
    var id: String { get }
    var system: String { get }
    /// In place of a system: the authenticator is a page in a browser.
    var inBrowser: String { get }
    var connected: String { get }
    var lastUsed: String { get }
    var connectUntil: String { get }
    var newDeviceUntil: String { get }
    var unknown: String { get }
    /// A device without a name.
    var unnamed: String { get }
    /// The advice at the foot of the list.
    var lost: String { get }
    /// The way from an old device to a new one.
    var newPhoneTitle: String { get }
    var newPhoneSteps: [String] { get }
    /// The reason for the last step.
    var newPhoneReason: String { get }
    var rename: String { get }
    var remove: String { get }

    var renameTitle: String { get }
    var name: String { get }
    var nameHint: String { get }
    /// The advice on a name that will not do.
    func flaw(_ flaw: TextFlaw) -> String
    var save: String { get }

    var removeTitle: String { get }
    func removeExplanation(_ alias: String) -> Phrase
    var removeOther: String { get }
    /// The advice to remove the device that confirms.
    var removeThisLogin: String { get }
    var removeLast: String { get }
    var continueOnDevice: String { get }
    var confirmedThere: String { get }
}

/// The connection of another device.
package protocol ConnectingWording: Sendable {
    var title: String { get }
    var explanation: String { get }
    var limits: String { get }
    /// A new device waits a day before it may connect another.
    func coolDown(_ time: String) -> Phrase
    var tooMany: String { get }
    var proceed: String { get }

    var codeTitle: String { get }
    /// The time at which the code ends.
    func validUntil(_ time: String) -> Phrase
    /// Code and PIN are shown in this browser alone, as long as they are good.
    var onlyHere: String { get }
    func steps(with authenticators: Authenticators) -> [String]
    var pin: String { get }
    var picture: String { get }
    /// The link that opens the authenticator on this device.
    var openHere: String { get }
    var copyLink: String { get }
    var neverAsked: String { get }
    var done: String { get }
    var cancel: String { get }

    // The answer to `done` where no device is connected.
    var notYetTitle: String { get }
    func notYet(_ device: String) -> Phrase
    /// The way back to code and PIN.
    var showCode: String { get }
    /// The advice where the browser no longer has them.
    var beginAgain: String { get }
    var overTitle: String { get }
    /// The code has expired, or the person has discarded it.
    var over: String { get }
}

/// Language, browser sessions and the copy of all data.
package protocol SettingsWording: Sendable {
    var title: String { get }
    var language: String { get }
    /// The choice to follow the browser.
    var browsersLanguage: String { get }
    var languageHint: String { get }
    var save: String { get }

    var sessions: String { get }
    var sessionsExplanation: String { get }
    var thisBrowser: String { get }
    /// A login at the console.
    var atConsole: String { get }
    var since: String { get }
    var lastSeen: String { get }
    var network: String { get }
    /// The term of the device that confirmed the login of a browser.
    var confirmedWith: String { get }
    /// The name of a browser that names itself by no known word.
    var unknownBrowser: String { get }
    var end: String { get }
    var endOthers: String { get }

    var remembered: any RememberedLoginsWording { get }
    var shared: any SharedLoginsWording { get }

    var export: String { get }
    var exportExplanation: String { get }
    var exportNow: String { get }

    var deletion: String { get }
    var deletionLink: String { get }
}

/// The logins at websites that browsers repeat without the device.
package protocol RememberedLoginsWording: Sendable {
    var title: String { get }
    var explanation: String { get }
    /// The term of browser and system.
    var browser: String { get }
    /// The term of the moment at which it is over if it is not used again.
    var endsAt: String { get }
    var end: String { get }
}

/// The logins at all websites of an organization that browsers repeat without the device.
package protocol SharedLoginsWording: Sendable {
    var title: String { get }
    var explanation: String { get }
    /// - Parameter websites: at least one.
    func used(organization: String, websites: [String]) -> Phrase
    var end: String { get }
    var endAll: String { get }
}

/// The deletion of the account.
package protocol DeletionWording: Sendable {
    var title: String { get }
    var goes: String { get }
    var goesItems: [String] { get }
    var stays: String { get }
    var staysItems: [String] { get }
    var cannotBeUndone: String { get }
    var proceed: String { get }
    var farewellTitle: String { get }
    func farewell(account: String) -> Phrase
    var farewellWebsites: String { get }
}

/// The pages that say how an act ended, where no other page follows it.
package protocol OutcomeWording: Sendable {
    func problem(_ problem: AccountProblem) -> ProblemWords

    var exportedTitle: String { get }
    var exported: String { get }
    var saveFile: String { get }
}

/// The reasons why a page of the account does not do what was asked. The raw values are stable: they appear in logs.
package enum AccountProblem: String, Sendable, Equatable, CaseIterable {
    /// Not there, or not this person's: the same answer.
    case notFound
    /// Somebody, perhaps the same person in another tab, has changed the object since the page was shown.
    case changed
    /// The form came from another site, or from a page of another session.
    case notOwnForm
    case malformed
    case tooMany
    /// Another export is being made, or the person has asked for too many.
    case exportBusy
    /// The confirmation was used, declined or came too late.
    case notConfirmed
    case alreadyDone
    case coolDown
    case tooManyDevices
    case lastDevice
    /// The device that confirmed was locked meanwhile.
    case deviceLocked
    /// Copies of all data are handed out three times a day at most.
    case tooManyCopies
    /// Without this person nobody could administer the manager.
    case lastAdministrator
    case notAllowed
    /// The invitation has ended, or the browser has forgotten it during a long login.
    case invitationOver
}
