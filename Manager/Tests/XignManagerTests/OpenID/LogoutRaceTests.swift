import DatabaseFixture
import Testing
import Threads
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignUseCases

/// Each test sends two requests at once to two managers on one database, several times.
struct LogoutRaceTests {
    @Test("Logouts at the moment of other requests", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("two logouts of one login end it once, and tell its website once", twice, each: Engine.allCases),
        TestCase(
            "a login that is repeated at the moment of its logout gives no code that is good", repetition,
            each: Engine.allCases),
        TestCase(
            "a code that is redeemed at the moment of the logout gives no token that is good", redemption,
            each: Engine.allCases),
        TestCase("a lasting access that is used at the moment of the logout goes on", refresh, each: Engine.allCases),
    ]

    private static let rounds = 10

    /// Gives each round a new login, which the browser remembers, with its tokens.
    private func inRounds(
        _ engine: Engine,
        _ race: (_ scene: RememberedLoginScene, RememberedLoginScene.Login, _ tokens: JSONValue, _ round: Int) throws
            -> Void
    ) throws {
        let scene = try RememberedLoginScene(engine)
        defer { scene.close() }
        let device = try RawDevice(scene.manager)
        for round in 1...Self.rounds {
            let login = try scene.remember(by: device)
            try race(scene, login, try scene.tokens(of: login), round)
        }
    }

    /// Sends a request to one manager and a logout to the other one, once each.
    /// - Returns: the answer to the request.
    private func race<Answer: Sendable>(
        _ login: RememberedLoginScene.Login, _ tokens: JSONValue, _ scene: RememberedLoginScene, round: Int,
        _ request: @escaping @Sendable (Int) throws -> Answer
    ) -> Answer? {
        let answer = Locked<Answer?>(nil)
        let errors = concurrently(2) { index in
            let manager = (index + round) % 2
            if index == 0 {
                let received = try request(manager)
                answer.withLock { $0 = received }
            } else {
                let answer = try scene.logOut(login, tokens, at: manager)
                #expect(answer["Location"] == RememberedLoginScene.logoutAddress)
            }
        }
        #expect(errors.isEmpty, "\(errors)")
        return answer.withLock { $0 }
    }

    /// Expects a login to have ended once, and its website to be told once.
    private func expectEnd(
        of login: RememberedLoginScene.Login, _ tokens: JSONValue, _ scene: RememberedLoginScene, round: Int
    ) throws {
        #expect(try scene.code(of: login) == nil)
        #expect(try scene.userInfo(tokens) == .unauthorized)
        #expect(try scene.logouts == round)
        #expect(try scene.count(of: .rememberedLoginEnded) == round)
    }

    func twice(_ engine: Engine) throws {
        try inRounds(engine) { scene, login, tokens, round in
            let other = race(login, tokens, scene, round: round) { try scene.logOut(login, tokens, at: $0) }
            #expect(other?["Location"] == RememberedLoginScene.logoutAddress)
            try expectEnd(of: login, tokens, scene, round: round)
        }
    }

    func repetition(_ engine: Engine) throws {
        try inRounds(engine) { scene, login, tokens, round in
            let code = race(login, tokens, scene, round: round) { try scene.code(of: login, at: $0) }
            try expectEnd(of: login, tokens, scene, round: round)
            guard let code = code.flatMap({ $0 }) else { return }
            #expect(try scene.redeem(code).status == .badRequest)
        }
    }

    func redemption(_ engine: Engine) throws {
        try inRounds(engine) { scene, login, tokens, round in
            let code = try #require(try scene.code(of: login))
            let redeemed = try #require(
                race(login, tokens, scene, round: round) { try scene.redeem(code, at: $0) })
            #expect([.ok, .badRequest].contains(redeemed.status))
            #expect(try scene.userInfo(try redeemed.json) == .unauthorized)
            #expect(try scene.redeem(code).status == .badRequest)
            try expectEnd(of: login, tokens, scene, round: round)
        }
    }

    func refresh(_ engine: Engine) throws {
        try inRounds(engine) { scene, login, tokens, round in
            let refreshed = race(login, tokens, scene, round: round) { try scene.refresh(login, at: $0) }
            #expect(refreshed?.status == .ok)
            try expectEnd(of: login, tokens, scene, round: round)
            let later = try scene.refresh(login)
            #expect(later.status == .ok)
            #expect(try scene.userInfo(try later.json) == .ok)
        }
    }
}
