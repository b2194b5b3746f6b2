import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The objects of another person in the addresses of the account pages.
struct ForeignObjectTests {
    @Test("Foreign objects at the account pages", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("each page answers another person's object as an invented one", pages),
        TestCase("each form does as little to another person's object as to an invented one", forms),
    ]

    private struct Scene {
        let manager: TestManager
        var browser: AccountBrowser
        let foreign: AccountObjects
        let invented = AccountObjects()

        init() throws {
            manager = try TestManager()
            foreign = try AccountObjects(of: "mallory", with: RawDevice(manager, user: "mallory"), at: manager)
            browser = try AccountBrowser.loggedIn(manager, with: RawDevice(manager))
        }
    }

    /// The patterns that name an object of somebody.
    private func patterns(_ method: XignHTTP.Method, _ scene: Scene) -> [String] {
        scene.manager.accountPatterns(method).filter { scene.foreign.path($0) != scene.invented.path($0) }
    }

    func pages() throws {
        var scene = try Scene()
        let patterns = patterns(.get, scene)
        #expect(patterns.count > 5)
        for pattern in patterns {
            let answers = try [scene.foreign, scene.invented].map { objects in
                let answer = try scene.browser.get(objects.path(pattern))
                return (status: answer.status, text: answer.text.replacing(objects.path(pattern), with: ""))
            }
            // A page without code and PIN leads to the state of the device, which says that none was connected.
            let answered: [Substring: XignHTTP.Status] = ["connected": .ok, "code": .seeOther]
            #expect(answers[0].status == answered[pattern.split(separator: "/").last ?? ""] ?? .notFound, "\(pattern)")
            #expect(answers[0] == answers[1], "\(pattern)")
        }
    }

    func forms() async throws {
        var scene = try Scene()
        let patterns = patterns(.post, scene)
        #expect(patterns.count > 10)
        let before = try scene.manager.rows()
        for pattern in patterns {
            var answers: [Response] = []
            for objects in [scene.foreign, scene.invented] {
                let path = objects.path(pattern)
                // A ticket that no page gives to this person.
                let ticket = try #require(try await scene.browser.visit(path)).ticket(for: path)
                answers.append(
                    try scene.browser.post(
                        path,
                        [
                            ("ticket", ticket), ("alias", "Mine"), ("attribute", "email"), ("value", "eve@example.org"),
                            ("choice", Base64URL.encode([2])),
                        ]))
            }
            // The removal of a value that is no longer there has happened.
            let isRemoval = pattern == "/account/data/value/{value}/remove"
            #expect(answers[0].status == (isRemoval ? .seeOther : .notFound), "\(pattern)")
            #expect(answers[0].status == answers[1].status, "\(pattern)")
            #expect(answers[0]["Location"] == answers[1]["Location"], "\(pattern)")
            #expect(answers[0].text == answers[1].text, "\(pattern)")
        }
        #expect(try scene.manager.rows() == before)
    }
}
