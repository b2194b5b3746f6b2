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
struct RememberedLoginRaceTests {
    @Test("Remembered logins that are used while they end", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a use at the moment of the end leaves neither the login nor a code", end, each: End.allCases,
            Engine.allCases),
        TestCase("two uses at once are two codes of one login", twice, each: Engine.allCases),
        TestCase("it is stored as it is, and removed when its time is over", storage, each: Engine.allCases),
    ]

    private static let rounds = 10

    enum End: CaseIterable {
        case logout, lockout, revocation, disabledAccount, lostMembership, lostRole, disowned

        func happen(to login: RememberedLoginScene.Login, at node: Manager) async throws {
            switch self {
            case .logout:
                try await LogOutAtWebsites(node.context)(cookies: .init(remembered: [login.cookie.text], shared: []))
            case .disowned:
                let outcome = try await DisownLogin(node.context)(login.session, in: login.browserSession)
                #expect(outcome?.isFirst == true)
            case .lockout, .revocation, .disabledAccount, .lostMembership, .lostRole:
                let now = node.context.clock.now()
                try await node.context.database.write { try happen(to: login.confirmed, at: now, $0) }
            }
        }

        /// The ends of a person's rights.
        static let rights: [End] = [.lockout, .revocation, .disabledAccount, .lostMembership]

        /// - Parameter login: one of the person whose right ends.
        func happen(to login: ConfirmedLogin, at now: Timestamp, _ transaction: any Transaction) throws {
            switch self {
            case .lockout:
                var lockout = LockoutState.none
                lockout.pinFailures = 1
                lockout.lockedUntil = now + 60
                try transaction.activations.save(lockout: lockout, of: login.activationID)
            case .revocation: _ = try transaction.activations.revoke(login.activationID)
            case .disabledAccount: try transaction.accounts.setActive(false, account: login.accountID)
            case .lostMembership:
                let service = try #require(try transaction.services.find(id: login.serviceID))
                try transaction.organizations.remove(account: login.accountID, from: service.organizationID)
            case .lostRole:
                let role = try #require(
                    try transaction.services.roles(of: login.serviceID).first { $0.name == login.roleName })
                try transaction.services.withdraw(role: role.id, from: login.accountID)
            case .logout, .disowned: break
            }
        }
    }

    func end(_ end: End, _ engine: Engine) async throws {
        let scene = try RememberedLoginScene(engine)
        defer { scene.close() }
        let database = scene.manager.context.database
        for round in 0..<Self.rounds {
            let user = "user\(round)"
            _ = try Apply(scene.manager.context)(
                Array("users:\n  - name: \(user)\n    memberships: [Example Inc.]\n".utf8))
            let login = try scene.remember(by: try RawDevice(scene.manager, user: user))
            async let used = login.use(at: scene.manager.manager)
            async let ended: Void = end.happen(to: login, at: scene.node)
            let code = try await used
            try await ended
            #expect(try database.read { try $0.rememberedLogins.find(login.session) } == nil)
            #expect(try await login.use(at: scene.node) == nil)
            guard let code else { continue }
            // A lockout for a time leaves the code, and refuses it for longer than the code lives.
            #expect(try scene.redeem(code.text).status == .badRequest)
        }
    }

    func twice(_ engine: Engine) async throws {
        let scene = try RememberedLoginScene(engine)
        defer { scene.close() }
        let login = try scene.remember(by: try RawDevice(scene.manager))
        for _ in 0..<Self.rounds {
            async let one = login.use(at: scene.manager.manager)
            async let other = login.use(at: scene.node)
            let codes = [try await one, try await other].compactMap { $0 }
            #expect(Set(codes.map(\.text)).count == 2)
            for code in codes { #expect(try scene.redeem(code.text).status == .ok) }
        }
        #expect(try scene.count(of: .rememberedLoginUsed) == 2 * Self.rounds)
    }

    func storage(_ engine: Engine) throws {
        let scene = try RememberedLoginScene(engine)
        defer { scene.close() }
        let database = scene.manager.context.database
        let login = try scene.remember(by: try RawDevice(scene.manager))
        let byID = try database.read { try $0.rememberedLogins.find(login.session) }
        let byCookie = try database.read { try $0.rememberedLogins.find(cookieHash: login.cookie.hash) }
        let found = try #require(byID)
        #expect(byCookie == found)
        #expect(found.login.factors == [.device, .pin])
        #expect(found.data == .init(origin: "https://website.example", scope: ["openid"], claims: .none))
        scene.manager.clock.advance(seconds: 3601)
        try RemoveExpired(scene.manager.context)(isStopping: { false })
        #expect(try database.read { try $0.rememberedLogins.find(login.session) } == nil)
    }
}
