import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Ends of shared logins at the same moment as a use, and after their rows have gone.
extension SharedLoginTests {
    static let races: [TestCase<Self>] = [
        TestCase(
            "an end by the person reaches websites whose rows a thief has removed", lostRows, each: Engine.allCases),
        TestCase(
            "a use at the moment of an end leaves no login and no code", race, each: Race.allCases, Engine.allCases),
    ]

    func lostRows(_ engine: Engine) async throws {
        let scene = try SharedLoginScene(engine)
        var jar = try scene.sharing()
        let wiki = try scene.tokens(try jar.silently("wiki"), at: "wiki")
        let shared = try #require(try scene.logins().first).sessionID
        try scene.write { try $0.sharedLogins.end(shared) }
        #expect(try scene.userInfo(wiki).status == .ok)
        let (logouts, session) = (try scene.logouts, try scene.manager.openSession(of: scene.ada, at: .account))
        #expect(try await DisownLogin(scene.manager.context)(shared, in: session)?.isFirst == true)
        #expect(try scene.userInfo(wiki).status == .unauthorized)
        #expect(try scene.logouts == logouts + 2)
    }

    enum Race: CaseIterable { case ended, lockout, withdrawn, lostRole }

    func race(_ race: Race, _ engine: Engine) async throws {
        let scene = try SharedLoginScene(engine)
        let node = try scene.manager.secondNode()
        defer { node.context.database.close() }
        let jar = try scene.sharing()
        let (cookie, wiki) = (try #require(jar.shared?.value), try scene.service("wiki").id)
        let (shared, account) = (try #require(try scene.logins().first), try scene.manager.account().id)
        let now = scene.manager.clock.now
        let website = try scene.website("wiki")
        let authorization = AuthorizationRequest(
            redirectURI: website.redirectURI, state: nil,
            requirements: LoginRequirements(scope: ["openid"], codeChallenge: website.challenge))
        let use = UseRememberedLogin.Request(authorization, at: wiki, cookie: cookie)
        async let used = UseSharedLogin(scene.manager.context)(use, isAdmitted: { _ in true })
        async let ended: Void = node.context.database.write { transaction in
            switch race {
            case .ended: try transaction.endSharedLogin(shared.sessionID)
            case .lockout:
                var lockout = LockoutState.none
                lockout.pinFailures = 1
                lockout.lockedUntil = now + 60
                try transaction.activations.save(lockout: lockout, of: shared.activationID)
            case .withdrawn:
                for session in try transaction.websiteSessions(of: account, at: wiki, since: now) {
                    try transaction.endWebsiteSession(of: session)
                }
                try transaction.evidence.endConsents(of: account, at: [wiki])
            case .lostRole:
                let role = try #require(try transaction.services.roles(of: wiki).first)
                try transaction.services.withdraw(role: role.id, from: account)
            }
        }
        let outcome = try await used
        try await ended
        if case .code(let code) = outcome { #expect(try scene.redeem(code.text, at: "wiki").status == .badRequest) }
        let again = try await UseSharedLogin(scene.manager.context)(use, isAdmitted: { _ in true })
        if case .code = again { Issue.record("it goes on after its end") }
    }
}
