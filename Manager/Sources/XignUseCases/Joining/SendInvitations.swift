import XignDomain
import XignStorage

/// Invites people to an organization by mail: each address gets the code of a join link with one place.
///
/// It can be run again with the same addresses: who has not come gets the same code once more, with a new end, and who
/// has come gets nothing.
package struct SendInvitations: Sendable {
    /// An address of a list.
    package struct Addressee: Sendable {
        /// Counted from 1.
        package let line: Int
        package let address: String

        package init(line: Int, address: String) { (self.line, self.address) = (line, address) }
    }

    /// The effect on one line of the list. The members are named as in JSON.
    package struct Line: Sendable, Equatable, Encodable {
        package enum State: String, Sendable, Encodable, CaseIterable {
            case sent
            /// The code of a former mail, with a new end.
            case sentAgain
            /// The former mail still waits for the mail server. It will have the new end.
            case waiting
            /// Somebody has chosen a user name with the code, and has no device yet.
            case joining
            /// Somebody has come with the code.
            case joined
            /// A member of the organization has verified the address, or an operator has.
            case member
            /// An operator has withdrawn the newest invitation of this address to these roles.
            case withdrawn
            /// The newest invitation of this address that was not withdrawn is one to other roles.
            case otherRoles
            /// The list has the address in an earlier line.
            case repeated
        }

        package let line: Int
        package let address: String
        package let state: State
    }

    private let context: Context
    private let operatorName: String

    package init(_ context: Context, by operatorName: String) {
        (self.context, self.operatorName) = (context, operatorName)
    }

    /// Writes the mails into the outbox, in one transaction.
    ///
    /// - Parameters:
    ///   - addressees: addresses that differ in case alone count as one.
    ///   - terms: those of each link. Its address and places are not used.
    /// - Returns: the lines in the order of the list.
    /// - Throws: `ManagerError` with the code `joinTerms`, `invitationRoles`, `unknownRole` or `unknownOrganization`;
    ///   `StorageError`. Nothing has changed then.
    package func callAsFunction(to addressees: [Addressee], _ terms: JoinLinkTerms) throws -> [Line] {
        let now = context.clock.now()
        return try context.database.write { [operatorName] transaction in
            let organization = try transaction.organization(named: terms.organization)
            let act = Performer(actor: .machine(operatorName), now: now, transaction: transaction)
            var run = Run(
                act: act, terms: terms, organization: organization.id,
                roles: Set(try transaction.roles(terms.roles, of: organization).map(\.id)),
                links: try transaction.joinLinks.all(of: organization.id))
            return try addressees.map { addressee in
                Line(line: addressee.line, address: addressee.address, state: try run.invite(addressee.address))
            }
        }
    }
}

/// A transaction of `SendInvitations`.
private struct Run {
    let act: Performer
    let terms: JoinLinkTerms
    let organization: OrganizationID
    let roles: Set<RoleID>
    /// The links of each address, the oldest first.
    private let links: [String: [JoinLink]]
    /// The addresses of the lines before.
    private var known: Set<String> = []

    private static let membersWithAddress = 20

    /// - Parameter links: the oldest first.
    init(act: Performer, terms: JoinLinkTerms, organization: OrganizationID, roles: Set<RoleID>, links: [JoinLink]) {
        (self.act, self.terms, self.organization, self.roles) = (act, terms, organization, roles)
        var meant: [String: [JoinLink]] = [:]
        for link in links {
            if let address = link.address { meant[MailAddress.folded(address), default: []].append(link) }
        }
        self.links = meant
    }

    mutating func invite(_ address: String) throws -> SendInvitations.Line.State {
        guard known.insert(MailAddress.folded(address)).inserted else { return .repeated }
        let links = self.links[MailAddress.folded(address)] ?? []
        if let state = try ended(links) { return state }
        if try hasMember(with: address) { return .member }
        // Withdrawn invitations to other roles do not hinder a new one.
        guard let former = links.last(where: { $0.withdrawnAt == nil }) else {
            try mail(try act.makeJoinLink(terms.meant(for: address)))
            return .sent
        }
        guard Set(former.roles) == roles else { return .otherRoles }
        return try mail(try act.extendJoinLink(former, lifetimeSeconds: terms.lifetimeSeconds)) ? .sentAgain : .waiting
    }

    /// Returns the reason why former invitations keep their address from being invited. One that was used does so,
    /// whatever its roles are.
    /// - Parameter links: all of the address, the oldest first.
    /// - Returns: nil where none does.
    private func ended(_ links: [JoinLink]) throws -> SendInvitations.Line.State? {
        if let same = links.last(where: { Set($0.roles) == roles }), same.withdrawnAt != nil { return .withdrawn }
        if links.contains(where: { $0.taken > 0 }) { return .joined }
        let joinLinks = act.transaction.joinLinks
        return try links.contains { try joinLinks.reserved($0.id) > 0 } ? .joining : nil
    }

    /// - Returns: false where a mail of this link waits already.
    @discardableResult
    private func mail(_ link: JoinLink) throws -> Bool {
        try act.transaction.outbox.append(invitationBy: link.id, at: act.now)
    }

    /// Returns true if an account of the organization has the address, and somebody has verified it. Anybody can add
    /// any address to an account: one that nobody has verified keeps nobody from being invited.
    private func hasMember(with address: String) throws -> Bool {
        try act.transaction.attributeValues.withAddress(address, limit: Self.membersWithAddress).contains { value in
            try value.isVerified
                && act.transaction.organizations.organizations(of: value.accountID).contains { $0.id == organization }
        }
    }
}

extension JoinLinkTerms {
    fileprivate func meant(for address: String) -> JoinLinkTerms {
        JoinLinkTerms(
            organization: organization, roles: roles, address: address, lifetimeSeconds: lifetimeSeconds,
            language: language)
    }
}
