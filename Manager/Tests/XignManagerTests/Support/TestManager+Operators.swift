import Testing
import XignDomain
import XignProtocol

@testable import XignStorage
@testable import XignUseCases

/// Grants and sessions of operators, without commands, logins and events.
extension TestManager {
    /// Makes an account an administrator or an auditor.
    func grant(
        _ role: AdministratorGrant.Role = .administrator, to user: String = TestManager.userName,
        in scope: Scope = .manager
    ) throws {
        let grant = AdministratorGrant(
            accountID: try account(user).id, scope: scope, role: role, grantedBy: Self.operatorName,
            grantedAt: clock.now)
        try context.database.write { try $0.administratorGrants.save(grant) }
    }

    /// Withdraws the grant of an account in a scope. Its sessions stay open.
    func withdrawGrant(from user: String = TestManager.userName, in scope: Scope = .manager) throws {
        let account = try account(user).id
        #expect(try context.database.write { try $0.administratorGrants.remove(of: account, in: scope) })
    }

    func grants(of account: AccountID) throws -> [AdministratorGrant] {
        try context.database.read { try $0.administratorGrants.all(of: account) }
    }

    /// Opens a session without a login.
    func openSession(of device: RawDevice, at surface: BrowserSession.Surface) throws -> BrowserSession {
        let activation = try #require(try activation(of: device))
        let session = BrowserSession(
            id: .random(), cookieHash: BearerToken.generate().hash, surface: surface, accountID: activation.accountID,
            activationID: activation.id, network: "192.0.2.0/24", createdAt: clock.now, lastSeen: clock.now)
        try context.database.write { try $0.browserSessions.insert(session) }
        return session
    }

    func organization(named name: String) throws -> Organization {
        try #require(try context.database.read { try $0.organizations.find(name: name) })
    }

    /// Makes an account a member of an organization.
    func add(_ user: String, to organization: String) throws {
        let (account, organization) = (try account(user).id, try self.organization(named: organization).id)
        try context.database.write { try $0.organizations.add(account: account, to: organization) }
    }

    /// The number of events in the audit log.
    func eventCount() throws -> Int { try context.database.read { try $0.audit.newest(100_000) }.count }
}
