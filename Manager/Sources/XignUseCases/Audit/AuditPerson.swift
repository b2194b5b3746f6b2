import XignDomain
import XignProtocol
import XignStorage

/// A person in the audit log, as its reader may know them.
///
/// The operators of two organizations must not be able to find out that they know the same person. So each of them
/// reads ids that hold at their own organization alone.
package enum AuditPerson: Sendable, Equatable {
    /// For operators of the manager.
    case account(AuditEntry.Party)
    /// For operators of an organization: one of its own administrators or auditors, by the user name.
    case administrator(String)
    /// For operators of an organization: the subject (`sub`) that the service of the event knows.
    case subject(MappingID)
    /// For operators of an organization: the id of a membership, where the service does not know the member yet, or the
    /// event has no service.
    case member(MemberID)
    /// For operators of an organization: a person whom neither the organization nor a service of it knows.
    case noMember

    /// The account, for operators of the manager.
    package var party: AuditEntry.Party? { if case .account(let party) = self { party } else { nil } }
}

/// Adds the ids to events of one organization or of several.
struct AuditPseudonyms {
    private let transaction: any Transaction
    private let places: AuditScope.Places
    private var administrators: [OrganizationID: Set<AccountID>] = [:]
    private var organizations: [ServiceID: OrganizationID] = [:]
    private var subjects: [AccountID: [ServiceID: MappingID]] = [:]
    private var members: [AccountID: [OrganizationID: MemberID]] = [:]

    init(_ transaction: any Transaction, _ places: AuditScope.Places) {
        (self.transaction, self.places) = (transaction, places)
    }

    /// - Parameter event: an event within `places`.
    mutating func person(_ account: AuditEntry.Party, _ id: AccountID, in event: AuditEvent?) throws -> AuditPerson {
        if let organization = event?.organizationID, places.organizations.contains(organization) {
            return try administrators(of: organization).contains(id)
                ? .administrator(account.name) : try member(id, in: organization)
        }
        guard let service = event?.serviceID, places.services.contains(service) else { return .noMember }
        if let subject = try subjects(of: id)[service] { return .subject(subject) }
        return try organization(of: service).map { try member(id, in: $0) } ?? .noMember
    }

    private mutating func member(_ account: AccountID, in organization: OrganizationID) throws -> AuditPerson {
        let known = try members[account] ?? transaction.organizations.memberIDs(of: account)
        members[account] = known
        return known[organization].map { .member($0) } ?? .noMember
    }

    private mutating func subjects(of account: AccountID) throws -> [ServiceID: MappingID] {
        let known = try subjects[account] ?? transaction.services.mappingIDs(of: account)
        subjects[account] = known
        return known
    }

    private mutating func administrators(of organization: OrganizationID) throws -> Set<AccountID> {
        let known =
            try administrators[organization]
            ?? Set(transaction.administratorGrants.all(in: .organization(organization)).map(\.accountID))
        administrators[organization] = known
        return known
    }

    private mutating func organization(of service: ServiceID) throws -> OrganizationID? {
        let known = try organizations[service] ?? transaction.services.find(id: service)?.organizationID
        organizations[service] = known
        return known
    }
}

extension AuditEvent {
    /// The detail for operators of an organization. The number of wrong PINs in a row, and the end of a lockout, go
    /// from one organization's service to another's with the device.
    var detailWithoutLockout: String? {
        guard let detail, detail.hasPrefix("\(Self.wrongFactor) ") else { return detail }
        return String(detail.prefix { $0 != "," })
    }
}

/// The people whom the texts of a filter name.
struct AuditPeople {
    let scope: AuditScope
    let transaction: any Transaction

    /// - Returns: nil where the text can name nobody.
    func party(_ typed: String) throws -> AuditQuery.Party? {
        guard let places = scope.places else {
            let account =
                try PublicAccountID(text: typed).flatMap { try transaction.accounts.find($0) }
                ?? UserNames(transaction: transaction).meant(typed)
            return AuditQuery.Party(account: account?.id, machine: typed)
        }
        return try subject(typed, places) ?? member(typed, places) ?? administrator(typed, places)
    }

    // MARK: Operators of an organization. Each text is looked up in `AuditPerson`, the other way round.

    private func subject(_ typed: String, _ places: AuditScope.Places) throws -> AuditQuery.Party? {
        guard let subject = MappingID(typed: typed), let found = try transaction.services.mapping(subject),
            places.services.contains(found.service)
        else { return nil }
        return AuditQuery.Party(
            account: found.account, machine: nil, places: .init(organizations: [], services: [found.service]))
    }

    private func member(_ typed: String, _ places: AuditScope.Places) throws -> AuditQuery.Party? {
        guard let id = MemberID(text: typed), let found = try transaction.organizations.member(id),
            places.organizations.contains(found.organization)
        else { return nil }
        let services = try transaction.services.ids(of: [found.organization])
            .subtracting(transaction.services.mappingIDs(of: found.account).keys)
        let isAdministrator = try administered(by: found.account).contains(found.organization)
        return AuditQuery.Party(
            account: found.account, machine: nil,
            places: .init(organizations: isAdministrator ? [] : [found.organization], services: services))
    }

    private func administrator(_ typed: String, _ places: AuditScope.Places) throws -> AuditQuery.Party? {
        guard let account = try UserNames(transaction: transaction).meant(typed) else { return nil }
        let organizations = try administered(by: account.id).intersection(places.organizations)
        guard !organizations.isEmpty else { return nil }
        return AuditQuery.Party(
            account: account.id, machine: nil, places: .init(organizations: organizations, services: []))
    }

    private func administered(by account: AccountID) throws -> Set<OrganizationID> {
        Set(try transaction.administratorGrants.all(of: account).compactMap(\.scope.organization))
    }
}

extension MappingID {
    /// Reads a subject as somebody has typed it; nil for a text that none can be. It has printable ASCII characters
    /// (OpenID Connect Core, section 2), and ours have no space.
    init?(typed text: String) {
        guard !text.isEmpty, text.utf8.count <= 255, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.init(text)
    }
}
