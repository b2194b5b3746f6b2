import XignDomain
import XignProtocol
import XignStorage

/// Describes one account for an operator: devices, memberships, roles, the names of attributes, and grants. Values of
/// attributes are not among it.
package struct ViewAccount: Sendable {
    package struct Details: Sendable {
        package let account: Account
        package let since: Timestamp
        /// The active activations, and those that wait for their device; the oldest first.
        package let devices: [Device]
        /// The organizations that the person is a member of.
        package let organizations: [Membership]
        /// The services at which the account has roles, by name.
        package let roles: [ServiceRoles]
        /// The attributes that have a value.
        package let attributes: [AttributeName]
        /// The declared attributes that have a value.
        package let declaredAttributes: [DeclaredAttribute]
        package let accountNames: [AccountName]
        package let grants: [Grant]
    }

    package struct Device: Sendable {
        package let activation: Activation
        package let state: DeviceState
        /// The failed attempts that the lockout's budget counts: those of the last thirty days.
        package let recentFailures: Int
        /// The format of the key store's attestation, which is not verified; nil where the device has sent none.
        package let attestation: String?
    }

    package struct Membership: Sendable {
        package let organization: Organization
        /// The id by which the organization's operators know the person, where no service does.
        package let memberID: MemberID
        package let groups: GroupNames
    }

    package struct ServiceRoles: Sendable {
        /// The name of the service as people see it.
        package let service: String
        /// The name of the service for operators.
        package let name: String
        package let roles: [String]
    }

    /// The name of the account at a service.
    package struct AccountName: Sendable {
        package let service: Service
        package let name: String
    }

    /// A grant of administration.
    package struct Grant: Sendable {
        package let grant: AdministratorGrant
        /// The name of the organization; nil for a grant of the manager's scope.
        package let organization: String?
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: nil for an account that does not exist, or that is out of the operator's sight.
    package func callAsFunction(_ id: PublicAccountID, for party: Actor) throws -> Details? {
        let now = context.clock.now()
        return try context.database.read { transaction in
            guard let authority = try Authority(party, for: .viewAccount, at: now, transaction),
                let account = try authority.findAccount(id)
            else { return nil }
            return try transaction.details(of: account, at: now)
        }
    }
}

extension Transaction {
    /// Reads everything that an operator sees of an account.
    func details(of account: Account, at now: Timestamp) throws -> ViewAccount.Details {
        let (values, groups) = (try attributeValues.all(of: account.id), try self.groups.all(of: account.id))
        let kept = Set(try declaredValues.names(of: account.id))
        return ViewAccount.Details(
            account: account, since: try accounts.creation(of: account.id) ?? now,
            devices: try activations.current(of: account.id, at: now).map { try device($0, at: now) },
            organizations: try organizations.memberships(of: account.id).map {
                .init(
                    organization: $0.organization, memberID: $0.id, groups: groups[$0.organization.id] ?? .none)
            }, roles: try roles(of: account.id),
            attributes: AttributeName.allCases.filter { name in values.contains { $0.attribute == name } },
            declaredAttributes: try declared.policy().attributes.filter { kept.contains($0.name) },
            accountNames: try namesAtServices(of: account.id).map { .init(service: $0.service, name: $0.name) },
            grants: try administratorGrants.all(of: account.id).map {
                .init(grant: $0, organization: try organizationName(of: $0.scope))
            })
    }

    private func device(_ activation: Activation, at now: Timestamp) throws -> ViewAccount.Device {
        let since = now - LockoutPolicy.standard.budgetSeconds
        return ViewAccount.Device(
            activation: activation, state: DeviceState(activation, at: now),
            recentFailures: try activations.failures(of: activation.id, since: since),
            attestation: try attestation(of: activation))
    }

    /// Returns the format of the attestation that a device enrolled with.
    func attestation(of activation: Activation) throws -> String? {
        guard let enrolment = try activations.enrolment(of: activation) else { return nil }
        let signed = try SignedStatement(parsing: enrolment, type: .enrolment)
        return try EnrolmentStatement(parsing: signed.payload).attestation?.format
    }

    /// Returns the roles of an account, by service.
    private func roles(of account: AccountID) throws -> [ViewAccount.ServiceRoles] {
        var services: [ViewAccount.ServiceRoles] = []
        for held in try self.services.roles(heldBy: account) {
            let others = services.last.flatMap { $0.name == held.service ? $0.roles : nil }
            if others != nil { services.removeLast() }
            services.append(
                .init(service: held.displayName, name: held.service, roles: (others ?? []) + [held.role]))
        }
        return services
    }
}
