/// An account in a list of accounts.
public struct ListedAccount: Sendable, Equatable {
    public let id: PublicAccountID
    public let name: String
    public let isActive: Bool
    /// The number of active devices.
    public let devices: Int
    /// The names of the organizations that the person is a member of.
    public let organizations: [String]

    public init(id: PublicAccountID, name: String, isActive: Bool, devices: Int, organizations: [String]) {
        self.id = id
        self.name = name
        self.isActive = isActive
        self.devices = devices
        self.organizations = organizations
    }
}

/// An account that a typed text names as a whole.
public struct FoundAccount: Sendable, Equatable {
    public let account: ListedAccount
    public let match: AccountMatch

    public init(account: ListedAccount, match: AccountMatch) {
        self.account = account
        self.match = match
    }
}

/// The way in which a text names exactly one account, or, as an address, a few.
public enum AccountMatch: Sendable, Equatable {
    case publicID
    /// - Parameter alias: empty for a device without a name.
    case device(alias: String)
    /// - Parameter service: the name of the service that knows the account by this subject.
    case subject(service: String)
    /// - Parameter organization: the name of the organization whose operators know the account by this `MemberID`.
    case member(organization: String)
    /// - Parameter isVerified: false for an address of which only the person says that it is theirs.
    case address(isVerified: Bool)
}

/// The places in which a search for accounts looks, in their order.
public enum AccountSearchPlace: Sendable, CaseIterable {
    case publicID, device, subject, member, address, name
}
