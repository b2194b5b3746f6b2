import XignCrypto
import XignProtocol

/// The kind of `JoinLinkID`.
public enum JoinLinkKind {}

/// The identifier of a join link, by which operators and the audit log name it. It is random, and no secret.
public typealias JoinLinkID = Identifier<JoinLinkKind>

/// A code, and a link with it, by which people join an organization.
///
///     open --places are taken--> used up --an unused place comes back--> open
///       |--operator--> withdrawn
///       '--time--> over
///
/// A place is reserved for a person who has chosen a name, and used up by the first device of the person's account.
public struct JoinLink: Sendable, Equatable {
    /// The limits of `places`.
    public static let placeRange = 1...10_000
    /// The limits of the lifetime, in seconds: one hour to 90 days.
    public static let lifetimeRange: ClosedRange<Int64> = 3600...90 * 86_400
    /// The lifetime where an operator names none: 14 days.
    public static let standardLifetimeSeconds: Int64 = 14 * 86_400
    /// The time for which a link that is over, used up or withdrawn is still told as such, from its end: 30 days.
    public static let retentionSeconds: Int64 = 30 * 86_400
    /// The names of other users that are tried with a link on one day, besides `triesPerPlace`. Whoever reaches it
    /// closes the link for the day, so one network has fewer names.
    public static let triesPerDay = 200
    /// The names of other users that are tried on one day for each place.
    public static let triesPerPlace = 4

    /// The path of the pages, under which a link has its code.
    public static let path = "/join"

    public enum State: String, Sendable, CaseIterable { case open, usedUp, over, withdrawn }

    public var id: JoinLinkID
    public var code: JoinCode
    /// The only address that the link is meant for; nil for a link that is handed to many. It stays unverified.
    public var address: String?
    public var organizationID: OrganizationID
    public var roles: [RoleID]
    /// The language of the mail and of the pages; nil where the browser decides.
    public var language: Language?
    public var places: Int
    /// The number of places that devices have used up.
    public var taken: Int
    public var createdAt: Timestamp
    public var expiresAt: Timestamp
    public var withdrawnAt: Timestamp?
    /// The operator's name.
    public var madeBy: String

    public init(
        id: JoinLinkID, code: JoinCode, address: String?, organizationID: OrganizationID, roles: [RoleID],
        language: Language?, places: Int, taken: Int = 0, createdAt: Timestamp, expiresAt: Timestamp,
        withdrawnAt: Timestamp? = nil, madeBy: String
    ) {
        self.id = id
        self.code = code
        self.address = address
        self.organizationID = organizationID
        self.roles = roles
        self.language = language
        self.places = places
        self.taken = taken
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.withdrawnAt = withdrawnAt
        self.madeBy = madeBy
    }

    /// The SHA-256 of what the link gives: organization and roles.
    public var digest: [UInt8] {
        let texts = [id.description, organizationID.text] + roles.map(\.text)
        return Array(SHA256.hash(data: Array(texts.joined(separator: " ").utf8)))
    }

    /// Returns the state at a moment.
    /// - Parameter reserved: the number of places that wait for their device.
    public func state(reserved: Int, at now: Timestamp) -> State {
        if withdrawnAt != nil { return .withdrawn }
        if expiresAt <= now { return .over }
        return taken + reserved < places ? .open : .usedUp
    }
}
