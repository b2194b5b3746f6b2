import XignDomain
import XignProtocol
import XignStorage

/// The terms of a join link, as an operator types them.
package struct JoinLinkTerms: Sendable {
    let organization: String
    /// The roles that people get, at services of the organization.
    let roles: [TypedInvitation.Role]
    let places: Int
    /// The only address that the link is meant for. It has one place then, and the address stays unverified.
    let address: String?
    let lifetimeSeconds: Int64
    /// The language of the link's mail and pages; nil where the browser decides.
    let language: Language?

    package init(
        organization: String, roles: [TypedInvitation.Role], places: Int = 1, address: String? = nil,
        lifetimeSeconds: Int64 = JoinLink.standardLifetimeSeconds, language: Language? = nil
    ) {
        self.organization = organization
        self.roles = roles
        self.places = places
        self.address = address
        self.lifetimeSeconds = lifetimeSeconds
        self.language = language
    }
}

/// Makes a code, and a link with it, by which people join an organization.
package struct MakeJoinLink: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Throws: `ManagerError` with the code `joinTerms`, `invitationRoles`, `unknownRole` or `unknownOrganization`;
    ///   `AttributeRefusal` for an address that is none. Nothing has changed then.
    package func callAsFunction(_ terms: JoinLinkTerms, by operatorName: String) throws -> JoinLink {
        let now = context.clock.now()
        return try context.database.write { transaction in
            try Performer(actor: .machine(operatorName), now: now, transaction: transaction).makeJoinLink(terms)
        }
    }
}

extension Performer {
    /// Makes a join link.
    /// - Throws: as `MakeJoinLink`.
    func makeJoinLink(_ terms: JoinLinkTerms) throws -> JoinLink {
        let address = try terms.address.map { try AttributeName.email.canonicalText(ofTyped: $0, at: now) }
        guard JoinLink.placeRange.contains(terms.places), address == nil || terms.places == 1 else {
            throw ManagerError(
                .joinTerms,
                "A join link has 1 to \(JoinLink.placeRange.upperBound) places, and 1 for an address, not "
                    + "\(terms.places).")
        }
        let organization = try transaction.organization(named: terms.organization)
        let roles = try transaction.roles(terms.roles, of: organization)
        let link = JoinLink(
            id: .random(), code: .random(), address: address, organizationID: organization.id,
            roles: roles.map(\.id), language: terms.language, places: terms.places, createdAt: now,
            expiresAt: now + (try checked(terms.lifetimeSeconds)), madeBy: operatorName ?? "")
        try transaction.joinLinks.insert(link)
        try audit(.joinLinkMade, of: link.id, to: link.organizationID)
        return link
    }

    /// Gives a link another end, from now on. Its code stays.
    /// - Throws: `ManagerError` with the code `joinTerms`.
    func extendJoinLink(_ link: JoinLink, lifetimeSeconds: Int64) throws -> JoinLink {
        var extended = link
        extended.expiresAt = now + (try checked(lifetimeSeconds))
        try transaction.joinLinks.extend(link.id, until: extended.expiresAt)
        try audit(.joinLinkMade, of: link.id, to: link.organizationID)
        return extended
    }

    private func checked(_ lifetimeSeconds: Int64) throws -> Int64 {
        guard JoinLink.lifetimeRange.contains(lifetimeSeconds) else {
            throw ManagerError(.joinTerms, "A join link is valid for an hour to 90 days.")
        }
        return lifetimeSeconds
    }

    /// Appends the audit event of an act on a join link.
    func audit(_ event: AuditEvent.Kind, of id: JoinLinkID, to organization: OrganizationID?) throws {
        try transaction.audit.append(
            AuditEvent(
                event, at: now, organizationID: organization, actor: actor,
                detail: AuditEvent.detail(naming: id)))
    }
}

extension Context {
    /// Returns the address of the page of a join link.
    package func joinAddress(of code: JoinCode) -> String { "\(joinOrigin)\(JoinLink.path)/\(code.groupedText)" }
}
