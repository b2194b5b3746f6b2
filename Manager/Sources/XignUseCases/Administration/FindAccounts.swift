import XignDomain
import XignProtocol
import XignStorage

/// Finds the accounts that a text names, or lists all accounts by name.
///
/// One text can name an account in several ways: by the beginning of its user name, by a mail address, by its subject
/// at a service, by its id in an organization, by its public id, or by the id of a device. All ways are tried, since a
/// person may have chosen another person's mail address as a user name. Nothing is counted: the time does not depend on
/// the number of accounts.
package struct FindAccounts: Sendable {
    package struct Answer: Sendable {
        /// The accounts that an id, a subject or an address names. They are on the first page alone.
        package let exact: [FoundAccount]
        /// True if more accounts have the address than `exact` holds.
        package let hasMoreExact: Bool
        /// The accounts whose user name begins with the text, by name.
        package let named: [ListedAccount]
        /// The place of the next page of `named`; nil where none is left.
        package let next: Cursor?
        /// The ways that were tried; none for an empty text, which all names begin with.
        package let searched: [AccountSearchPlace]
    }

    /// A place between two accounts in the order of names.
    package struct Cursor: Sendable, Equatable {
        let place: [UInt8]

        /// Reads the text of an address. Nil for any other text. A place that no account has is as good as another.
        package init?(_ text: String) {
            guard text.utf8.count <= Self.maximumLength, let place = Base64URL.decode(text) else { return nil }
            self.init(place: place)
        }

        init(place: [UInt8]) { self.place = place }

        package var text: String { Base64URL.encode(place) }

        private static let maximumLength = 1024
    }

    private static let length = 50
    /// The largest text in bytes. No name and no address has more.
    private static let maximumByteCount = 4 * DisplayText.maximumByteCount

    private let context: Context
    private let length: Int

    /// - Parameter length: the number of accounts on a page.
    package init(_ context: Context, length: Int = Self.length) {
        self.context = context
        self.length = length
    }

    /// - Parameters:
    ///   - text: as a person types it; all accounts are listed for one without visible characters.
    ///   - cursor: nil for the first page.
    /// - Returns: nil where the operator may not look at accounts.
    package func callAsFunction(
        _ text: String = "", after cursor: Cursor? = nil, for party: Actor
    ) throws -> Answer? {
        let now = context.clock.now()
        // Bytes first: the normal form of a long text takes long.
        guard text.utf8.count <= Self.maximumByteCount else { return .tooLong }
        let typed = TypedText(text, at: now)
        return try context.database.read { transaction in
            guard try Authority(party, for: .findAccounts, at: now, transaction) != nil else { return nil }
            let search = AccountSearch(transaction: transaction, now: now, length: length)
            let (exact, hasMore) = cursor == nil ? try search.exact(typed) : ([], false)
            let (named, next) = try search.named(typed.key, after: cursor)
            return Answer(exact: exact, hasMoreExact: hasMore, named: named, next: next, searched: typed.subjects)
        }
    }
}

extension FindAccounts.Answer {
    fileprivate static let tooLong = FindAccounts.Answer(
        exact: [], hasMoreExact: false, named: [], next: nil, searched: [.name])
}

/// A typed text as each way of naming an account reads it. Nil: no account can be named so.
private struct TypedText {
    let publicID: PublicAccountID?
    let device: ActivationID?
    let subject: MappingID?
    let member: MemberID?
    /// The canonical mail address.
    let address: String?
    /// The beginning of a `UserName.key`.
    let key: String

    init(_ text: String, at now: Timestamp) {
        let cleaned = CanonicalText.cleaned(text)
        publicID = PublicAccountID(text: cleaned)
        device = ActivationID(text: cleaned)
        subject = MappingID(typed: cleaned)
        member = MemberID(text: cleaned)
        address = try? AttributeName.email.canonicalText(ofTyped: cleaned, at: now)
        key = UserName.key(of: cleaned)
    }

    var subjects: [AccountSearchPlace] {
        guard !key.isEmpty else { return [] }
        return AccountSearchPlace.allCases.filter { subject in
            switch subject {
            case .publicID: publicID != nil
            case .device: device != nil
            case .subject: self.subject != nil
            case .member: member != nil
            case .address: address != nil
            case .name: true
            }
        }
    }
}

/// The queries of one search.
private struct AccountSearch {
    let transaction: any Transaction
    let now: Timestamp
    let length: Int

    /// Returns the accounts that a text names as a whole.
    func exact(_ typed: TypedText) throws -> (accounts: [FoundAccount], hasMore: Bool) {
        var found: [FoundAccount] = []
        if let id = typed.publicID, let account = try transaction.accounts.find(id) {
            found.append(.init(account: try entry(account), match: .publicID))
        }
        if let id = typed.device, let device = try transaction.activations.find(id),
            let account = try transaction.accounts.find(id: device.accountID)
        {
            found.append(.init(account: try entry(account), match: .device(alias: device.alias)))
        }
        if let id = typed.subject, let mapping = try transaction.services.mapping(id),
            let account = try transaction.accounts.find(id: mapping.account)
        {
            let service = try transaction.services.find(id: mapping.service)?.displayName ?? ""
            found.append(.init(account: try entry(account), match: .subject(service: service)))
        }
        if let id = typed.member, let member = try transaction.organizations.member(id),
            let account = try transaction.accounts.find(id: member.account)
        {
            let organization = try transaction.organizations.find(id: member.organization)?.name ?? ""
            found.append(.init(account: try entry(account), match: .member(organization: organization)))
        }
        guard let address = typed.address else { return (found, false) }
        let (owners, hasMore) = try owners(of: address)
        return (found + owners, hasMore)
    }

    /// Returns the accounts with a mail address, those first for which it is verified.
    private func owners(of address: String) throws -> (accounts: [FoundAccount], hasMore: Bool) {
        let values = try transaction.attributeValues.withAddress(address, limit: length + 1)
        var known: Set<AccountID> = []
        let owners = try values.prefix(length).filter { known.insert($0.accountID).inserted }.compactMap { value in
            try transaction.accounts.find(id: value.accountID).map {
                FoundAccount(account: try entry($0), match: .address(isVerified: value.isVerified))
            }
        }
        return (owners, values.count > length)
    }

    /// Returns a page of the accounts whose name begins with a key.
    func named(
        _ key: String, after cursor: FindAccounts.Cursor?
    ) throws -> (accounts: [ListedAccount], next: FindAccounts.Cursor?) {
        let listed = try transaction.accounts.list(prefix: key, after: cursor?.place, limit: length + 1)
        let page = listed.prefix(length)
        let next = listed.count > length ? page.last.map { FindAccounts.Cursor(place: $0.place) } : nil
        return (try page.map { try entry($0.account) }, next)
    }

    private func entry(_ account: Account) throws -> ListedAccount {
        ListedAccount(
            id: account.publicID, name: account.name, isActive: account.isActive,
            devices: try transaction.activations.counts(of: account.id, at: now).active,
            organizations: try transaction.organizations.organizations(of: account.id).map(\.name))
    }
}
