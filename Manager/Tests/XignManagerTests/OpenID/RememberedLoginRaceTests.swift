import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Each test runs two managers on one database.
@Suite("Remembered logins that are used while they end", .serialized)
struct RememberedLoginRaceTests {
    private static let redirectURI = "https://website.example/callback"
    private static let rounds = 10

    /// A remembered login of a device, with its cookie.
    private struct Remembered: Sendable {
        let session = SessionID.random()
        let cookie = BearerToken.generate()
        let device: RawDevice

        init(_ device: RawDevice, at manager: TestManager) throws {
            self.device = device
            try manager.context.database.write { [session, cookie, device] transaction in
                var service = try #require(try transaction.services.find(name: "demo"))
                service.client.rememberedLogin = .init(minutes: 60, idleMinutes: 60)
                try transaction.services.save(service)
                let account = try #require(try transaction.activations.find(device.activation)).accountID
                let role = try #require(
                    try transaction.services.roles(of: service.id).first { $0.name == "user" })
                let subject = try transaction.services.mappingID(of: account, at: service.id) {
                    MappingID(SessionID.random().description)
                }
                let now = manager.clock.now
                try transaction.rememberedLogins.insert(
                    RememberedLogin(
                        login: ConfirmedLogin(
                            sessionID: session, serviceID: service.id, accountID: account,
                            activationID: device.activation, mappingID: subject, roleName: role.name,
                            factors: [.device, .pin], authenticatedAt: now),
                        roleID: role.id, cookieHash: cookie.hash,
                        data: .init(origin: "https://website.example", scope: ["openid"], claims: .none),
                        policyVersion: service.policyVersion, network: nil, createdAt: now, expiresAt: now + 3600,
                        lastUsedAt: now))
            }
        }

        func use(at manager: Manager, service: ServiceID) async throws -> BearerToken? {
            let authorization = AuthorizationRequest(
                redirectURI: RememberedLoginRaceTests.redirectURI, state: nil,
                requirements: LoginRequirements(scope: ["openid"]))
            let outcome = try await UseRememberedLogin(manager.context)(
                .init(authorization, at: service, cookie: cookie.text), isAdmitted: { _ in true })
            guard case .code(let code) = outcome else { return nil }
            return code
        }
    }

    enum End: CaseIterable {
        case logout, revocation, disabledAccount, lostMembership, lostRole

        func happen(to session: SessionID, _ transaction: any Transaction) throws {
            guard let login = try transaction.rememberedLogins.find(session)?.login else { return }
            switch self {
            case .logout: try transaction.endWebsiteSession(of: session)
            case .revocation: _ = try transaction.activations.revoke(login.activationID)
            case .disabledAccount: try transaction.accounts.setActive(false, account: login.accountID)
            case .lostMembership:
                let service = try #require(try transaction.services.find(id: login.serviceID))
                try transaction.organizations.remove(account: login.accountID, from: service.organizationID)
            case .lostRole:
                let role = try #require(
                    try transaction.services.roles(of: login.serviceID).first { $0.name == login.roleName })
                try transaction.services.withdraw(role: role.id, from: login.accountID)
            }
        }
    }

    @Test(
        "a use at the moment of the end leaves neither the login nor a code", arguments: End.allCases, Engine.allCases)
    func end(_ end: End, _ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let node = try manager.secondNode()
        defer { node.context.database.close() }
        let service = try manager.service.id
        for round in 0..<Self.rounds {
            let user = "user\(round)"
            _ = try Apply(manager.context)(Array("users:\n  - name: \(user)\n    memberships: [Example Inc.]\n".utf8))
            let remembered = try Remembered(try RawDevice(manager, user: user), at: manager)
            async let used = remembered.use(at: manager.manager, service: service)
            async let ended: Void = node.context.database.write { try end.happen(to: remembered.session, $0) }
            let code = try await used
            try await ended
            let (rows, left) = try manager.context.database.read { transaction in
                (
                    try transaction.rememberedLogins.find(remembered.session),
                    try code.map { try transaction.grants.code(hash: $0.hash) }
                )
            }
            #expect(rows == nil)
            #expect(left == nil || left == .some(nil))
            #expect(try await remembered.use(at: node, service: service) == nil)
        }
    }

    @Test("two uses at once are two codes of one login", arguments: Engine.allCases)
    func twice(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let node = try manager.secondNode()
        defer { node.context.database.close() }
        let service = try manager.service.id
        let remembered = try Remembered(try RawDevice(manager), at: manager)
        for _ in 0..<Self.rounds {
            async let one = remembered.use(at: manager.manager, service: service)
            async let other = remembered.use(at: node, service: service)
            let codes = [try await one, try await other].compactMap { $0 }
            #expect(Set(codes.map(\.text)).count == 2)
        }
        #expect(try manager.auditKinds.count { $0 == .rememberedLoginUsed } == 2 * Self.rounds)
    }

    @Test("it is stored as it is, and removed when its time is over", arguments: Engine.allCases)
    func storage(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let remembered = try Remembered(try RawDevice(manager), at: manager)
        let byID = try manager.context.database.read { try $0.rememberedLogins.find(remembered.session) }
        let byCookie = try manager.context.database.read {
            try $0.rememberedLogins.find(cookieHash: remembered.cookie.hash)
        }
        let found = try #require(byID)
        #expect(byCookie == found)
        #expect(found.login.factors == [.device, .pin])
        #expect(found.data == .init(origin: "https://website.example", scope: ["openid"], claims: .none))
        manager.clock.advance(seconds: 3601)
        try RemoveExpired(manager.context)(isStopping: { false })
        #expect(try manager.context.database.read { try $0.rememberedLogins.find(remembered.session) } == nil)
    }
}
