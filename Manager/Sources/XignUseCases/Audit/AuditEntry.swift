import XignDomain
import XignProtocol
import XignStorage

/// An event of the audit log with names beside identifiers, as they are now. No time-ordered identifier is in it.
package struct AuditEntry: Sendable {
    /// An account: its name and its public id.
    package struct Party: Sendable, Equatable {
        package let id: PublicAccountID
        package let name: String
    }

    package struct ServiceName: Sendable, Equatable {
        package let id: ServiceID
        package let name: String
        package let displayName: String
    }

    /// The event in addresses: its place in the log, sealed.
    package let id: String
    /// The event in exports.
    package let reference: [UInt8]
    package let at: Timestamp
    package let kind: AuditEvent.Kind
    package let topic: AuditTopic
    package let actor: ShownActor<AuditPerson>
    /// The account concerned; nil for none, and for one that was removed.
    package let account: AuditPerson?
    package let isAccountRemoved: Bool
    /// The alias of the device concerned; without one, the beginning of its id. Nil for an operator of an organization;
    /// the next one, too.
    package let device: String?
    package let deviceID: ActivationID?
    /// Nil also for a service of the manager itself.
    package let service: ServiceName?
    /// The manager's own pages, for an event of their service.
    package let surface: BrowserSession.Surface?
    /// The organization concerned, or that of the service; nil for none, and for one that was removed.
    package let organization: String?
    /// Nil for an event that concerns no organization but that of its service.
    package let organizationID: OrganizationID?
    /// Nil for an operator of an organization.
    package let network: String?
    /// An explanation, with the reason that an administrator has given. Without lockouts for an operator of an
    /// organization.
    package let detail: String?
    /// The process whose statement confirmed the act, and that of a second administrator.
    package let confirmedIn: SessionID?
    package let approvedIn: SessionID?
    /// True if a signed statement of either process is kept, or at least its hash.
    package let hasEvidence: Bool

    /// The process of a confirmed login at a website; nil for any other event.
    package var confirmedLogin: SessionID? { kind == .loginConfirmed && surface == nil ? confirmedIn : nil }
}

/// Adds names to events, or the ids by which operators of an organization know people. It reads each of them once.
struct AuditNames {
    let transaction: any Transaction
    /// Nil for an operator of the manager, who sees everything.
    private var pseudonyms: AuditPseudonyms?
    private var accounts: [AccountID: AuditEntry.Party?] = [:]
    private var devices: [ActivationID: String] = [:]
    private var services: [ServiceID: (name: AuditEntry.ServiceName, organization: String)?] = [:]
    private var organizations: [OrganizationID: String?] = [:]

    /// - Parameter scope: the scope of the reader, with all events that are described.
    init(_ transaction: any Transaction, _ scope: AuditScope) {
        self.transaction = transaction
        pseudonyms = scope.places.map { AuditPseudonyms(transaction, $0) }
    }

    /// True for an operator of the manager.
    var isOfManager: Bool { pseudonyms == nil }

    mutating func described(_ entries: [AccountHistory.Entry]) throws -> [AuditEntry] {
        let recorded = try transaction.evidence.recorded(among: entries.flatMap(\.event.processes))
        return try entries.map { entry in
            let event = entry.event
            let account = try event.accountID.flatMap { try person($0, in: event) }
            let service = try event.serviceID.flatMap { try self.service($0) }
            return AuditEntry(
                id: try AuditPlace.event.text(of: entry.id, transaction.sharedVault),
                reference: AuditReference.reference(to: entry.id), at: event.at, kind: event.kind, topic: event.topic,
                actor: try actor(of: event), account: account,
                isAccountRemoved: event.accountID != nil && account == nil,
                device: isOfManager ? try event.activationID.map { try device($0) } : nil,
                deviceID: isOfManager ? event.activationID : nil,
                service: service?.name,
                surface: BrowserSession.Surface.allCases.first {
                    BuiltInParties.serviceID(of: $0) == event.serviceID
                },
                organization: try event.organizationID.flatMap { try organization($0) } ?? service?.organization,
                organizationID: event.organizationID,
                network: isOfManager ? event.network : nil,
                detail: isOfManager ? event.detail : event.detailWithoutLockout,
                confirmedIn: event.sessionID, approvedIn: event.approvalID,
                hasEvidence: event.processes.contains(where: recorded.contains))
        }
    }

    private mutating func actor(of event: AuditEvent) throws -> ShownActor<AuditPerson> {
        switch event.actor {
        case .person, .device: .person
        case .website: .website
        case .manager: .manager
        // The log holds none.
        case .client: .website
        case .administrator(let account, _): .administrator(try person(account, in: event))
        case .machine(let name): .machine(isOfManager ? name : nil)
        }
    }

    /// Returns a person of an event; nil for an account that was removed.
    /// - Parameter event: nil for no event, which only an operator of the manager can read about.
    mutating func person(_ id: AccountID, in event: AuditEvent?) throws -> AuditPerson? {
        guard let party = try party(id) else { return nil }
        return try pseudonyms?.person(party, id, in: event) ?? .account(party)
    }

    private mutating func party(_ id: AccountID) throws -> AuditEntry.Party? {
        if let known = accounts[id] { return known }
        let party = try transaction.accounts.find(id: id).map { AuditEntry.Party(id: $0.publicID, name: $0.name) }
        accounts[id] = .some(party)
        return party
    }

    mutating func device(_ id: ActivationID) throws -> String {
        if let known = devices[id] { return known }
        let alias = try transaction.activations.find(id)?.alias ?? ""
        let name = alias.isEmpty ? id.short : alias
        devices[id] = name
        return name
    }

    private mutating func service(
        _ id: ServiceID
    ) throws -> (name: AuditEntry.ServiceName, organization: String)? {
        if let known = services[id] { return known }
        let found = try transaction.services.findWithOrganization(id: id).map { service, organization in
            (
                AuditEntry.ServiceName(id: id, name: service.name, displayName: service.displayName),
                organization.name
            )
        }
        services[id] = .some(found)
        return found
    }

    private mutating func organization(_ id: OrganizationID) throws -> String? {
        if let known = organizations[id] { return known }
        let name = try transaction.organizations.find(id: id)?.name
        organizations[id] = .some(name)
        return name
    }
}
