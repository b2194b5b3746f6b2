import XignDomain

/// The accounts of the console: the search, one account with its devices, and the list of locked devices.
package protocol ConsoleAccountsWording: Sendable {
    // Search
    var title: String { get }
    var search: String { get }
    var searchHint: String { get }
    var searchNow: String { get }
    /// The heading of the accounts that have exactly what was typed.
    var found: String { get }
    func match(_ match: AccountMatch) -> Phrase
    /// More accounts have what was typed than the page lists.
    var hasMoreExact: String { get }
    /// The heading of the accounts whose user names begin with what was typed.
    var named: String { get }
    /// The heading of all accounts.
    var all: String { get }
    var nothingFound: String { get }
    /// The places in which the search has looked.
    func searched(_ places: [AccountSearchPlace]) -> String
    var empty: String { get }
    var userName: String { get }
    /// The heading of the reasons why the search has found accounts.
    var why: String { get }
    /// The heading of the states of accounts and devices.
    var state: String { get }
    var active: String { get }
    var disabled: String { get }

    // One account
    func tab(_ tab: AccountTab) -> String
    var id: String { get }
    var since: String { get }
    /// The label of the grants.
    var rights: String { get }
    /// - Parameter organization: nil for a grant of the manager.
    func right(_ right: AdministratorGrant.Role, organization: String?) -> Phrase
    /// A file says whether the account is active.
    var declared: String { get }
    var ownAccount: String { get }
    /// The account administers the manager.
    var needsTwoPersons: String { get }
    var noDevices: String { get }
    var organization: String { get }
    var organizations: String { get }
    var noOrganizations: String { get }
    /// The id of a person in the audit log of an organization.
    var memberID: String { get }
    /// The beginning of the id of a person among the administrators of an organization.
    var grantID: String { get }
    var roles: String { get }
    var noRoles: String { get }
    var dataExplanation: String { get }
    var noData: String { get }

    // One device
    var account: String { get }
    var device: String { get }
    var deviceID: String { get }
    var unnamedDevice: String { get }
    var inUse: String { get }
    var lockedForGood: String { get }
    var locked: String { get }
    /// The device has not been connected yet.
    var waits: String { get }
    /// The end of a state.
    /// - Parameter time: replaced by the moment, or by the time until then.
    func ends(_ time: String) -> Phrase
    /// The label of the end of a state.
    var until: String { get }
    var system: String { get }
    /// In place of a system: the authenticator is a page in a browser.
    var inBrowser: String { get }
    /// The meaning of a device in a browser for operators.
    var inBrowserExplanation: String { get }
    var keyStore: String { get }
    var attestation: String { get }
    var noAttestation: String { get }
    var connected: String { get }
    var lastUsed: String { get }
    var never: String { get }
    var failuresInARow: String { get }
    var recentFailures: String { get }
    var unlocks: String { get }
    func count(_ count: Int) -> String
    /// The way on for a device that is locked for good.
    var lockedForGoodAdvice: String { get }

    // Locked devices
    var lockedTitle: String { get }
    func lockedTab(_ kind: LockedDeviceKind) -> String
    var lockedExplanation: String { get }
    var noneLocked: String { get }
}

/// The parts of an account's page.
package enum AccountTab: String, Sendable, Equatable, CaseIterable { case devices, memberships, data, events }
