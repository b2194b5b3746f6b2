import XignDomain

/// The parts that all pages of the console share, and its first page.
package protocol ConsoleLayoutWording: Sendable {
    /// The word beside the brand.
    var name: String { get }
    /// The name of a page in the menu and in the way back to it.
    func section(_ section: ConsoleSection) -> String
    func role(_ role: ConsoleRole) -> String
    /// The person who is logged in, at the top of the menu.
    func loggedIn(as account: String, role: String) -> Phrase
    /// The sentence at the top of the page after an act that waits for a second administrator.
    var actRequested: String { get }
    var actWithdrawn: String { get }
    func problem(_ problem: ConsoleProblem) -> ProblemWords
    /// The name of the tabs for screen readers.
    var tabs: String { get }

    var login: any SurfaceLoginWording { get }

    /// The label of the search on the first page.
    var search: String { get }
    var searchHint: String { get }
    var searchNow: String { get }
    /// The heading of the links to what waits for an administrator.
    var open: String { get }
    var nothingOpen: String { get }
    func lockedDevices(_ kind: LockedDeviceKind) -> String
    /// - Parameter limit: the number at which the count has ended.
    func count(_ devices: Int, limit: Int) -> String
    var pendingActs: String { get }
    /// - Parameter forReader: the number of those that the reader can confirm.
    func count(_ acts: Int, forReader: Int) -> String
    /// The label of the operator's last login at the console.
    var lastLogin: String { get }
    var noLastLogin: String { get }
    var lastNetwork: String { get }
    /// The advice on a login that was not the operator's.
    var notYou: String { get }
}

/// The pages of the console that the menu leads to.
package enum ConsoleSection: String, Sendable, Equatable, CaseIterable {
    case overview, accounts, devices, audit, administrators, confirmations
}

/// The role of an operator, as the header names it.
package enum ConsoleRole: String, Sendable, Equatable, CaseIterable {
    case administrator, auditor, organizationAdministrator, organizationAuditor
}

/// An act that was done, as the page that follows it says at its top.
///
/// The raw value stands in the address, as that of `DoneCode`.
package enum ConsoleDoneCode: RawRepresentable, Sendable, Equatable, CaseIterable {
    case done(ActName)
    case actRequested, actWithdrawn

    package static let allCases: [ConsoleDoneCode] =
        ActName.allCases.filter { $0.definition.done != nil }.map(done) + [.actRequested, .actWithdrawn]

    package init?(rawValue: String) {
        guard let code = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = code
    }

    package var rawValue: String {
        switch self {
        case .done(let act): act.definition.done ?? ""
        case .actRequested: "actRequested"
        case .actWithdrawn: "actWithdrawn"
        }
    }
}

/// The reasons why a page of the console does not do what was asked. The raw values are stable: they appear in logs.
package enum ConsoleProblem: String, Sendable, Equatable, CaseIterable {
    /// Not there, or not in the operator's scope: the same answer.
    case notFound
    /// The operator sees the object, and may not do this.
    case notPermitted
    /// The form came from another site, or from a page of another session.
    case notOwnForm
    case malformed
    case tooMany
    /// Another export is being made, or the operator has asked for too many.
    case exportBusy
    /// Somebody has changed the object since the page was shown.
    case changed
    /// The confirmation was used, declined or came too late.
    case notConfirmed
    case confirmationUsed
    /// The device that confirmed was locked or removed meanwhile.
    case deviceLocked
    /// The device that confirmed is new.
    case coolDown
    /// Nobody who can administer the manager would be left.
    case lastAdministrator
    case ownAccount
    /// The account has rights outside of the operator's scope.
    case protectedAccount
    /// The second administrator is the first.
    case samePerson
    /// The object is as the act would make it.
    case nothingToDo
    case notLocked
    case lockedForGood
    /// The account still has a device in use.
    case deviceInUse
    case accountDisabled
    /// Too many devices or acts wait.
    case limit
}
