// Long because: one suite, and the list of its tests.
import DatabaseFixture
import Eventually
import Testing
import Threads
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

/// Lasting accesses, from the statement to their ends.
struct OfflineAccessTests {
    @Test("Lasting access", .serialized, arguments: TestCase.all(tests + keysTests + rightsTests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the end is fixed at the first start, and signed", statement),
        TestCase("an app that shows no lasting access is asked to be newer, and the process waits", olderApp),
        TestCase("where the service may have none, the scope is ignored", notAllowed),
        TestCase("a login that does not ask for it gets no refresh token", notAsked),
        TestCase(
            "a confidential client keeps its token, and gets the same login again", refresh, each: Engine.allCases),
        TestCase("the scope may be narrower, never wider", scope),
        TestCase("the access ends with the signed end, however often it is used", absoluteEnd),
        TestCase("an access that is not used ends, and housekeeping removes it", idle, each: Engine.allCases),
        TestCase("shorter settings hold at once", shortened),
        TestCase(
            "an access that the operator takes from the service does not come back with the setting", withdrawnSetting),
        TestCase(
            "a public client gets another token each time, and an old one ends the access", rotation,
            each: Engine.allCases),
        TestCase(
            "of fifty uses at once at two managers one succeeds, and the access ends", parallel, each: Engine.allCases),
        TestCase("what takes the right away ends the access for good", ends, each: End.allCases),
        TestCase("a lockout for a time refuses the website for that time alone", lockedForATime),
        TestCase("a logout leaves the lasting access, and withdrawal does not", logout, each: Engine.allCases),
        TestCase(
            "revocation takes access tokens and unknown tokens, and no other client's", revocation,
            each: Engine.allCases),
        TestCase("another client's refresh token is refused, and its own client keeps it", otherClient),
    ]

    // MARK: The statement

    func statement() throws {
        let scene = try OfflineScene()
        let begun = try scene.begin()
        let started = try scene.start(begun)
        let end = scene.manager.clock.now.seconds + 30 * 86_400
        #expect(started.subject == .inAppLogin(offlineUntil: end))
        scene.manager.clock.advance(seconds: 100)
        let again = try scene.start(begun)
        #expect(again.subject == started.subject)
        let statement = try ConsentStatement(parsing: try scene.device.prepare(begun.sessionId, again).statement)
        #expect(statement.subject == started.subject)
    }

    func olderApp() throws {
        let scene = try OfflineScene()
        let begun = try scene.begin()
        #expect(throws: ProtocolError(.clientTooOld)) { try scene.start(begun, supports: [.pairing, .transaction]) }
        #expect(try scene.start(begun).subject != .inAppLogin(offlineUntil: nil))
    }

    func notAllowed() throws {
        let scene = try OfflineScene(.sqlite, demo: "inApp: true")
        let tokens = try scene.logIn()
        #expect(tokens["refresh_token"] == nil)
        #expect(tokens["scope"]?.string == "openid")
        #expect(try scene.error(try scene.refresh("x")) == "unauthorized_client")
    }

    func notAsked() throws {
        let scene = try OfflineScene(.sqlite)
        let tokens = try scene.logIn(scope: "openid")
        #expect(tokens["refresh_token"] == nil)
        #expect(try scene.families == 0)
    }

    // MARK: Refreshes

    func refresh(_ engine: Engine) throws {
        let scene = try OfflineScene(engine)
        let tokens = try scene.logIn()
        #expect(tokens["scope"]?.string == "openid offline_access")
        let token = try #require(tokens["refresh_token"]?.string)
        scene.manager.clock.advance(seconds: 3600)
        for _ in 0..<2 {
            let refreshed = try scene.refresh(token).json
            #expect(refreshed["refresh_token"] == nil)
            let (first, second) = (try scene.idToken(tokens), try scene.idToken(refreshed))
            for claim in ["iss", "sub", "aud", "auth_time", "sid", "acr"] {
                #expect(first[claim]?.serialized == second[claim]?.serialized)
            }
            #expect(second["nonce"] == nil)
            #expect(second["iat"]?.integer == scene.manager.clock.now.seconds)
            #expect(try scene.userInfo(refreshed) == .ok)
        }
    }

    func scope() throws {
        let scene = try OfflineScene(.sqlite)
        let token = try #require(try scene.logIn()["refresh_token"]?.string)
        #expect(try scene.error(try scene.refresh(token, scope: "openid email")) == "invalid_scope")
        #expect(try scene.refresh(token, scope: "openid").json["scope"]?.string == "openid")
        let without = try scene.refresh(token, scope: "offline_access").json
        #expect(without["id_token"] == nil)
        #expect(try scene.refresh(token).json["scope"]?.string == "openid offline_access")
    }

    func absoluteEnd() throws {
        let scene = try OfflineScene()
        let token = try #require(try scene.logIn()["refresh_token"]?.string)
        for _ in 0..<5 {
            scene.manager.clock.advance(seconds: 6 * 86_400 - 60)
            #expect(try scene.refresh(token).status == .ok)
        }
        scene.manager.clock.advance(seconds: 300)
        #expect(try scene.error(try scene.refresh(token)) == "invalid_grant")
        #expect(try scene.families == 0)
    }

    func idle(_ engine: Engine) throws {
        let scene = try OfflineScene(engine)
        let token = try #require(try scene.logIn()["refresh_token"]?.string)
        scene.manager.clock.advance(seconds: 7 * 86_400 - 1)
        #expect(try scene.refresh(token).status == .ok)
        scene.manager.clock.advance(seconds: 7 * 86_400 + 1)
        try RemoveExpired(scene.manager.context)(isStopping: { false })
        #expect(try scene.families == 0)
        #expect(try scene.error(try scene.refresh(token)) == "invalid_grant")
    }

    func shortened() throws {
        let scene = try OfflineScene(.sqlite)
        let token = try #require(try scene.logIn()["refresh_token"]?.string)
        scene.manager.clock.advance(seconds: 2 * 86_400)
        try scene.declare("inApp: true\n        offlineAccess: { days: 1 }")
        #expect(try scene.error(try scene.refresh(token)) == "invalid_grant")
    }

    func withdrawnSetting() throws {
        let scene = try OfflineScene(demo: OfflineScene.toldClient)
        let token = try #require(try scene.logIn()["refresh_token"]?.string)
        try scene.declare("inApp: true\n        \(OfflineScene.logoutAddress)")
        #expect(try scene.error(try scene.refresh(token)) == "unauthorized_client")
        #expect(try scene.logouts == 1)
        try scene.declare(OfflineScene.toldClient)
        #expect(try scene.error(try scene.refresh(token)) == "invalid_grant")
    }

    // MARK: Rotation

    func rotation(_ engine: Engine) throws {
        let scene = try OfflineScene(engine, demo: OfflineScene.publicClient)
        let first = try #require(try scene.logIn()["refresh_token"]?.string)
        let tokens = try scene.refresh(first).json
        let second = try #require(tokens["refresh_token"]?.string)
        #expect(first != second)
        #expect(try scene.error(try scene.refresh(first)) == "invalid_grant")
        #expect(try scene.error(try scene.refresh(second)) == "invalid_grant")
        #expect(try scene.userInfo(tokens) == .unauthorized)
        #expect(try scene.manager.auditKinds.count { $0 == .refreshTokenReused } == 1)
    }

    func parallel(_ engine: Engine) throws {
        let scene = try OfflineScene(engine, demo: OfflineScene.publicClient)
        let token = try #require(try scene.logIn()["refresh_token"]?.string)
        let other = try scene.manager.secondNode()
        defer { other.context.database.close() }
        let turn = Locked(0)
        let statuses = inParallel(50) {
            let isFirst = turn.withLock { turn in
                turn += 1
                return turn % 2 == 0
            }
            return try scene.refresh(token, at: isFirst ? nil : other).status.code
        }
        #expect(statuses.filter { $0 == 200 }.count == 1)
        #expect(statuses.filter { $0 == 400 }.count == 49)
        #expect(try scene.families == 0)
        #expect(try scene.accessTokens == 0)
    }

    // MARK: Ends

    enum End: CaseIterable {
        case codeReused, revoked, lockedForGood, disabled, removed, leftOrganization, lostRole, removedRole
        case revokedByWebsite, serviceOff

        /// True for an end that the website learns by a logout token, and not by its own request.
        var isTold: Bool { self != .codeReused && self != .revokedByWebsite }
    }

    func ends(_ end: End) throws {
        let scene = try OfflineScene(demo: OfflineScene.toldClient)
        let (tokens, code, verifier) = try scene.logInKeepingCode()
        let token = try #require(tokens["refresh_token"]?.string)
        let account = try scene.manager.account().id
        let (activation, now) = (scene.device.activation, scene.manager.clock.now)
        func write(_ body: @escaping @Sendable (any Transaction) throws -> Void) throws {
            try scene.manager.context.database.write { try body($0) }
        }
        switch end {
        case .codeReused: _ = try scene.redeem(code, verifier: verifier)
        case .revoked: try write { _ = try $0.activations.revoke(activation) }
        case .lockedForGood:
            try write {
                var lockout = LockoutState.none
                lockout.isPermanent = true
                lockout.lockedUntil = now
                try $0.activations.save(lockout: lockout, of: activation)
            }
        case .disabled:
            try write {
                try $0.accounts.setActive(false, account: account)
                try $0.accounts.setActive(true, account: account)
            }
        case .removed: try write { try $0.accounts.remove(account) }
        case .leftOrganization:
            let organization = try scene.manager.service.organizationID
            try write {
                try $0.organizations.remove(account: account, from: organization)
                try $0.organizations.add(account: account, to: organization)
            }
        case .lostRole:
            let service = try scene.manager.service.id
            try write { transaction in
                let role = try #require(try transaction.services.roles(of: service).first { $0.name == "user" })
                try transaction.services.withdraw(role: role.id, from: account)
                try transaction.services.assign(role: role.id, to: account)
            }
        case .removedRole:
            try scene.declare(OfflineScene.toldClient) { $0.replacing("- name: user", with: "- name: guest") }
        case .revokedByWebsite:
            #expect(try scene.revoke(token).status == .ok)
        case .serviceOff: try scene.declare(OfflineScene.toldClient + "\n        active: false")
        }
        #expect(try scene.families == 0)
        #expect(try scene.userInfo(tokens) == .unauthorized)
        #expect(try scene.logouts == (end.isTold ? 1 : 0))
        try scene.declare(OfflineScene.toldClient)
        #expect(try scene.error(try scene.refresh(token)) == "invalid_grant")
    }

    func lockedForATime() throws {
        let scene = try OfflineScene(.sqlite)
        let token = try #require(try scene.logIn()["refresh_token"]?.string)
        let (activation, now) = (scene.device.activation, scene.manager.clock.now)
        try scene.manager.context.database.write {
            var lockout = LockoutState.none
            lockout.lockedUntil = now + 60
            try $0.activations.save(lockout: lockout, of: activation)
        }
        let refused = try scene.refresh(token)
        #expect(refused.status == .serviceUnavailable)
        #expect(refused["Retry-After"] == "60")
        scene.manager.clock.advance(seconds: 61)
        #expect(try scene.refresh(token).status == .ok)
    }

    func logout(_ engine: Engine) throws {
        let scene = try OfflineScene(engine)
        let tokens = try scene.logIn()
        let token = try #require(tokens["refresh_token"]?.string)
        let account = try scene.manager.account().id
        let session = try #require(
            try scene.manager.context.database.read { try $0.refreshTokens.all(of: account) }.first?.login.sessionID)
        try scene.manager.context.database.write {
            try $0.endWebsiteSession(of: session, includingOfflineAccess: false)
        }
        #expect(try scene.userInfo(tokens) == .unauthorized)
        #expect(try scene.refresh(token).status == .ok)
        try scene.manager.context.database.write { try $0.endWebsiteSession(of: session) }
        #expect(try scene.error(try scene.refresh(token)) == "invalid_grant")
    }

    // MARK: Revocation

    func revocation(_ engine: Engine) throws {
        let scene = try OfflineScene(engine)
        let tokens = try scene.logIn()
        let token = try #require(tokens["refresh_token"]?.string)
        #expect(try scene.revoke("unknown").status == .ok)
        #expect(try scene.revoke(RefreshTokenText.generate().text).status == .ok)
        let foreign = try scene.revoke(token, as: OfflineScene.other)
        #expect(foreign.status == .badRequest)
        #expect(try scene.error(foreign) == "invalid_grant")
        #expect(try scene.error(try scene.revoke("")) == "invalid_request")
        let access = try #require(tokens["access_token"]?.string)
        #expect(try scene.revoke(access).status == .ok)
        #expect(try scene.userInfo(tokens) == .unauthorized)
        #expect(try scene.refresh(token).status == .ok)
    }

    func otherClient() throws {
        let scene = try OfflineScene(.sqlite)
        let token = try #require(try scene.logIn()["refresh_token"]?.string)
        #expect(try scene.error(try scene.refresh(token, as: OfflineScene.other)) != nil)
        #expect(try scene.refresh(token).status == .ok)
    }
}
