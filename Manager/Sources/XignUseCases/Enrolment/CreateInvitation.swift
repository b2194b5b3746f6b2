import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// An invitation to an organization, as an operator types it.
package struct TypedInvitation: Sendable {
    package struct Role: Sendable {
        let service: String
        let name: String

        package init(service: String, name: String) {
            self.service = service
            self.name = name
        }
    }

    /// The mail address of the invited person. It stays unverified, whoever accepts.
    let address: String
    let organization: String
    /// The roles that the person gets, at services of the organization.
    let roles: [Role]
    /// The only user who may accept; nil for anybody.
    let userName: String?

    package init(address: String, organization: String, roles: [Role], userName: String?) {
        self.address = address
        self.organization = organization
        self.roles = roles
        self.userName = userName
    }
}

/// Invites a person to an organization.
///
/// It makes a placeholder: an account with the membership, the roles and the address. A person without an account
/// activates a device for it, and it becomes theirs. A person with an account accepts in their app, and membership,
/// roles and address go to that account. The address is neither verified nor primary.
package struct CreateInvitation: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - pin: the activation PIN.
    ///   - lifetime: the time for which the activation waits for somebody who accepts.
    /// - Throws: `ManagerError`; `AttributeRefusal` for an address that is none. Nothing has changed then.
    package func callAsFunction(
        _ typed: TypedInvitation, pin: PIN, lifetime: ActivationLifetime = .standard, by operatorName: String
    ) throws -> IssuedActivation {
        let now = context.clock.now()
        let address = try AttributeName.email.canonicalText(ofTyped: typed.address, at: now)
        let handout = try ActivationHandout(pin: pin, lifetime: lifetime, context)
        return try context.database.write { transaction in
            let act = Performer(actor: .machine(operatorName), now: now, transaction: transaction)
            let named = try typed.userName.map { try UserNames(transaction: transaction).existing($0) }
            let organization = try transaction.organization(named: typed.organization)
            let roles = try transaction.roles(typed.roles, of: organization)
            let account = try act.createPlaceholder()
            let activation = try handout.insert(.invitation, for: account, transaction, at: now)
            try transaction.invitations.insert(
                InvitationTerms(
                    activationID: activation.id, organizationID: organization.id, address: address,
                    roles: roles.map(\.id), madeAccount: true, namedAccountID: named?.id))
            try transaction.organizations.add(account: account.id, to: organization.id)
            for role in roles { try transaction.services.assign(role: role.id, to: account.id) }
            try transaction.attributeValues.save(
                .invited(address, account.id, in: transaction.language(of: account)), at: now)
            try act.record(.activationIssued, .activationIssued, of: account.id, device: activation)
            return IssuedActivation(
                account: account, activationID: activation.id, link: handout.link, expiresAt: activation.expiresAt,
                lifetime: lifetime, isNewAccount: true, isAdditional: false, voidedCount: 0)
        }
    }
}

extension AttributeValue {
    /// The address of an invitation as an attribute of an account: neither verified nor primary.
    /// - Parameter others: the account's other addresses.
    static func invited(
        _ address: String, _ account: AccountID, in language: Language, besides others: [AttributeValue] = []
    ) -> Self {
        AttributeValue(
            id: Array(SecureRandom.bytes(count: idByteCount)), accountID: account, attribute: .email,
            disclosure: AttributeDisclosure(
                salt: Array(SecureRandom.bytes(count: 16)), name: AttributeName.email.rawValue, value: address),
            alias: defaultAlias(of: .email, in: language, besides: others.map(\.alias)), isPrimary: false)
    }
}

extension Performer {
    /// Creates the account of an invitation. Its name must not tell the address, since names are not sealed.
    fileprivate func createPlaceholder() throws -> Account {
        let users = UserNames(transaction: transaction)
        while true {
            let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")
            // The system's generator, which is fit for secrets on every platform of Swift's.
            let name = "invited-" + String((0..<10).map { _ in letters[Int.random(in: letters.indices)] })
            if let free = try? users.free(name) { return try create(free) }
        }
    }
}

extension Transaction {
    /// Finds the roles of an invitation, in the order in which they were typed.
    func roles(_ typedRoles: [TypedInvitation.Role], of organization: Organization) throws -> [XignDomain.Role] {
        guard (1...InvitationSubject.maximumRoleCount).contains(typedRoles.count) else {
            throw ManagerError(
                .invitationRoles,
                "An invitation or a join link has 1 to \(InvitationSubject.maximumRoleCount) roles, not "
                    + "\(typedRoles.count).")
        }
        var found: [XignDomain.Role] = []
        for typed in typedRoles {
            guard let service = try services.find(name: typed.service),
                service.organizationID == organization.id
            else {
                throw ManagerError(.unknownRole, "\(organization.name) has no service \(typed.service).")
            }
            let roles = try services.roles(of: service.id)
            let name = CanonicalText.canonical(typed.name)
            guard let role = roles.first(where: { $0.name.hasSameBytes(as: name) }) else {
                throw ManagerError(
                    .unknownRole,
                    "\(service.name) has no role \"\(typed.name)\", but \(roles.map(\.name).joined(separator: ", ")).")
            }
            if !found.contains(role) { found.append(role) }
        }
        return found
    }
}
