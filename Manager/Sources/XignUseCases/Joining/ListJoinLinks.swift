import XignDomain
import XignProtocol
import XignStorage

/// Lists the join links, each with its state and with those who came.
package struct ListJoinLinks: Sendable {
    package struct Entry: Sendable {
        package let link: JoinLink
        package let organization: String
        /// `service/role` each; a role that was removed is missing.
        package let roles: [String]
        package let state: JoinLink.State
        /// The number of people who have chosen a name, and have no device yet.
        package let reserved: Int
        package let people: [Person]
    }

    /// Somebody who has joined.
    package struct Person: Sendable {
        /// The user name; nil for an account that was removed.
        package let name: String?
        package let joinedAt: Timestamp
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter organization: the name of an organization; nil for all.
    /// - Returns: the links, the oldest first. People are those whom the audit log still knows.
    /// - Throws: `ManagerError` with the code `unknownOrganization`.
    package func callAsFunction(of organization: String?) throws -> [Entry] {
        let now = context.clock.now()
        return try context.database.read { transaction in
            let id = try organization.map { try transaction.organization(named: $0).id }
            let links = try transaction.joinLinks.all(of: id)
            let people = try transaction.people(of: links)
            return try links.map { link in
                Entry(
                    link: link, organization: try transaction.organizations.find(id: link.organizationID)?.name ?? "",
                    roles: try transaction.offers(of: link)?.map { "\($0.service.name)/\($0.role.name)" } ?? [],
                    state: try transaction.state(of: link, at: now),
                    reserved: try transaction.joinLinks.reserved(link.id),
                    people: people[link.id] ?? [])
            }
        }
    }
}

extension Transaction {
    /// The roles of a link by their present names; nil where one was removed, so that the link gives less than it says.
    func offers(of link: JoinLink) throws -> [(service: Service, role: Role)]? {
        let found = try link.roles.compactMap { id -> (Service, Role)? in
            guard let role = try services.role(id: id), let service = try services.find(id: role.serviceID) else {
                return nil
            }
            return (service, role)
        }
        return found.count == link.roles.count ? found : nil
    }

    /// Finds in the audit log who has joined by links.
    fileprivate func people(of links: [JoinLink]) throws -> [JoinLinkID: [ListJoinLinks.Person]] {
        guard let first = links.map(\.createdAt).min() else { return [:] }
        var people: [JoinLinkID: [ListJoinLinks.Person]] = [:]
        for event in try audit.events(.accountJoined, since: first) {
            guard let link = event.detail.flatMap(AuditEvent.joinLink), let account = event.accountID else { continue }
            people[link, default: []].append(
                ListJoinLinks.Person(name: try accounts.find(id: account)?.name, joinedAt: event.at))
        }
        return people
    }
}
