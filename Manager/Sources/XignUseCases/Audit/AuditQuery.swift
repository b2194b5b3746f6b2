import XignDomain
import XignProtocol
import XignStorage

/// A filter with the identifiers of what it names, as far as the operator may see it.
///
/// One criterion leads to the events, by an index: the account, the operator, the topic, or the services. Without any,
/// it is the time. The other criteria are compared with each event.
struct AuditQuery: Sendable {
    /// An account, or an operator at the machine.
    struct Party: Sendable {
        /// Nil where no account has the name.
        let account: AccountID?
        /// Nil where only an account can be meant.
        let machine: String?
        /// The places whose events show the account by the text of the filter; nil for everything.
        var places: AuditScope.Places?

        func isActor(of event: AuditEvent) -> Bool {
            switch event.actor {
            case .administrator(let id, _): id == account && isShown(in: event)
            case .machine(let name): machine?.hasSameBytes(as: name) ?? false
            case .person, .device, .client, .website, .manager: false
            }
        }

        func isConcerned(by event: AuditEvent) -> Bool {
            account != nil && event.accountID == account && isShown(in: event)
        }

        private func isShown(in event: AuditEvent) -> Bool { places?.contains(event) ?? true }

        var asActor: [AuditSubject] {
            (account.map { [.administrator($0)] } ?? []) + (machine.map { [.machine($0)] } ?? [])
        }

        var asConcerned: [AuditSubject] { account.map { [.account($0)] } ?? [] }
    }

    let days: AuditDays
    let scope: AuditScope
    /// The members of the filter that name nothing which the operator can see.
    let unknown: Set<AuditFilter.Member>
    let party: Party?
    let whom: Party?
    private let who: Party?
    private let topics: Set<AuditTopic>
    /// The places of the filter, within the operator's scope; nil for everything.
    private let places: AuditScope.Places?

    init(_ filter: AuditFilter, _ authority: Authority, _ transaction: any Transaction) throws {
        days = filter.days
        scope = try AuditScope(authority, transaction)
        // No index leads to the steps of one organization, so a search of theirs would look at those of all others.
        topics = scope.isOfManager ? filter.topics : filter.topics.subtracting([.steps])
        var unknown: Set<AuditFilter.Member> = []
        let people = AuditPeople(scope: scope, transaction: transaction)
        party = try filter.party.flatMap { try people.party($0) }
        who = try filter.who.flatMap { try people.party($0) }
        whom = try filter.whom.flatMap { try people.party($0) }.flatMap {
            $0.account == nil ? nil : Party(account: $0.account, machine: nil, places: $0.places)
        }
        for (typed, found, member) in [
            (filter.party, party, AuditFilter.Member.party), (filter.who, who, .who), (filter.whom, whom, .whom),
        ] where typed != nil && found == nil { unknown.insert(member) }
        var places = scope.places
        if let typed = filter.organization {
            let found =
                try transaction.organizations.find(id: OrganizationID(typed))
                ?? transaction.organizations.find(name: typed)
            if let found, authority.includes(.organization(found.id)) {
                places = try AuditScope.Places(of: [found.id], transaction)
            } else {
                unknown.insert(.organization)
            }
        }
        if let typed = filter.service {
            let found = try transaction.services.find(id: ServiceID(typed)) ?? transaction.services.find(name: typed)
            if let found, places?.services.contains(found.id) ?? true {
                places = AuditScope.Places(organizations: [], services: [found.id])
            } else {
                unknown.insert(.service)
            }
        }
        (self.places, self.unknown) = (places, unknown)
    }

    /// The subjects of which the selected events have at least one; nil where only the time leads to them.
    var subjects: [AuditSubject]? {
        // An organization's operators learn nothing of the events of others, not even how many there are.
        if !scope.isOfManager { return places?.subjects }
        // The index has no steps.
        if topics.contains(.steps) { return nil }
        if let whom { return whom.asConcerned }
        if let who { return who.asActor }
        if let party { return party.asConcerned + party.asActor }
        if topics.allSatisfy(\.isIndexed) { return topics.map { .topic($0) } }
        return places?.subjects
    }

    /// Returns true for a selected event. Its time is not compared.
    func selects(_ event: AuditEvent) -> Bool {
        topics.contains(event.topic) && places?.contains(event) ?? true && whom?.isConcerned(by: event) ?? true
            && who?.isActor(of: event) ?? true
            && party.map { $0.isActor(of: event) || $0.isConcerned(by: event) } ?? true
    }
}
