import DatabaseFixture
import Testing
import Threads
import XignDomain

@testable import XignUseCases
@testable import XignWeb

/// Forms that are sent several times at once.
struct SentFormsTests {
    /// The sendings of a form.
    private struct Sendings {
        var arrived = 0
        var begun = 0
        var running = 0
        var runningAtOnce = 0

        /// - Returns: the number of the run, from 1.
        mutating func begin() -> Int {
            begun += 1
            running += 1
            runningAtOnce = max(runningAtOnce, running)
            return begun
        }
    }

    /// The handout of a browser that has chosen a name.
    private func handout(_ scene: JoinScene) throws -> JoinHandout {
        var browser = JoinBrowser(scene)
        #expect(try browser.choose("grace", by: try scene.makeLink()).status == .seeOther)
        let cookie = try #require(browser.cookie)
        let value = try #require(cookie.split(separator: "=", maxSplits: 1).last)
        return try #require(JoinVisit(String(value), scene.context)?.handout)
    }

    @Test("After a sending that fails the next one makes the handout, and the others wait for it")
    func failed() async throws {
        let scene = try JoinScene()
        let handout = try handout(scene)
        let (sent, secret, now) = (SentForms(), SentForms.secret(), scene.manager.clock.now)
        let sendings = Locked(Sendings())
        let count = 4
        let answers = await withTaskGroup(of: JoinHandout?.self) { group in
            for _ in 0..<count {
                group.addTask {
                    sendings.withLock { $0.arrived += 1 }
                    let outcome = try? await sent.answer(secret, at: now) {
                        let number = sendings.withLock { $0.begin() }
                        defer { sendings.withLock { $0.running -= 1 } }
                        // So that the others wait, as far as the scheduler lets them.
                        while sendings.withLock({ $0.arrived }) < count { await Task.yield() }
                        for _ in 0..<1000 { await Task.yield() }
                        if number == 1 { throw TestFailure(what: "the database is away") }
                        return .made(handout)
                    }
                    guard case .made(let made)? = outcome else { return nil }
                    return made
                }
            }
            return await group.reduce(into: [JoinHandout?]()) { $0.append($1) }
        }
        #expect(answers.count { $0 == nil } == 1)
        #expect(answers.count { $0 == handout } == count - 1)
        let (begun, atOnce) = sendings.withLock { ($0.begun, $0.runningAtOnce) }
        #expect(begun == 2)
        #expect(atOnce == 1)
        #expect(sent.knows(secret, at: now))
    }
}
