import Testing
import XignDomain
import XignProtocol

@testable import XignUseCases
@testable import XignWeb

/// Names with letters of another alphabet, which look like those of somebody else's name.
struct LookAlikeNamesTests {
    @Test("Names that look alike at the console", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the list of accounts has the beginning of each account's id", list),
        TestCase("the page of an act and the signed sentence have the id beside the name", act, each: names),
        TestCase("the sentence of a grant has the id of the account whose name was typed", grant, each: names),
        TestCase(
            "the list of administrators and the page of a withdrawal have the id beside the name", withdrawal,
            each: names),
    ]

    /// "ada" with a Cyrillic letter at its beginning.
    private static let lookAlike = "\u{0430}da"
    private static let names = [TestManager.userName, lookAlike]
    private static let administrators = "/console/administrators"

    private let scene: AccountsScene

    init() throws {
        scene = try AccountsScene()
        _ = try RawDevice(scene.manager, user: Self.lookAlike)
    }

    private func shortID(_ name: String) throws -> String { try scene.manager.account(name).publicID.short }

    func list() throws {
        var scene = scene
        let page = try scene.browser.get("/console/accounts").text
        for name in Self.names {
            #expect(page.contains("<bdi>\(name)</bdi>"))
            #expect(page.contains("<code>\(try shortID(name))</code>"), "\(name)")
        }
        #expect(try shortID(Self.names[0]) != shortID(Self.names[1]))
    }

    func act(_ name: String) throws {
        var scene = scene
        let path = "\(try scene.page(of: name))/disable"
        #expect(try scene.browser.get(path).text.contains("<code>\(try shortID(name))</code>"))
        let sentence = try scene.text(of: try scene.ask(path))
        #expect(sentence.contains(": “\(name)” Account id: “\(try shortID(name))” Reason: "))
    }

    func grant(_ name: String) throws {
        var scene = scene
        let form = "\(Self.administrators)/new"
        let answer = try scene.browser.submit(
            form, on: form, ["account": name, "role": "administrator", "reason": "Takes over from lin"])
        let path = try #require(answer["Location"], "\(answer.status)")
        let process = try #require(SessionID(text: path.dropFirst("/login/".count)))
        let sentence = try scene.text(of: process)
        #expect(sentence.contains(": “\(name)” Account id: “\(try shortID(name))” Reason: "))
    }

    func withdrawal(_ name: String) throws {
        var scene = scene
        try scene.manager.grant(.auditor, to: name)
        let code = "<code>\(try shortID(name))</code>"
        #expect(try scene.browser.get(Self.administrators).text.contains(code))
        let path = "\(Self.administrators)/\(try scene.manager.account(name).publicID)/withdraw"
        #expect(try scene.browser.get(path).text.contains(code))
    }
}
