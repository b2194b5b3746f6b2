import Foundation
import Terminal
import Testing

@testable import xign

struct PendingTests {
    @Test("an activation that is unfinished", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is listed as pending, for programs and for people", listed),
        TestCase(
            "is never called no activation", named,
            each: [["accounts"], ["activation", "list"], ["alias", "list"], ["pin", "change"], ["delete"]]),
        TestCase("stands in no other activation's way", beside),
        TestCase("that is given up is called pending", forgotten),
    ]

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.activate(at: "b.example", isPending: true)
    }

    private struct Account: Decodable {
        let idm: String
        let isPending: Bool
    }

    func listed() throws {
        try folder.activate(at: "a.example")
        let json = Transcript("accounts", "--json", home: folder).output
        let accounts = try JSONDecoder().decode([Account].self, from: Data(json.utf8))
        #expect(accounts.map(\.idm) == ["a.example", "b.example"])
        #expect(accounts.map(\.isPending) == [false, true])
        let table = Transcript("accounts", home: folder)
        #expect(table.output.contains(#/b\.example +\(pending\)/#))
        #expect(table.errors.contains("the activation at b.example is pending"))
        #expect(table.errors.contains("when there is room"))
    }

    func named(command: [String]) {
        for language in Language.allCases {
            let transcript = Transcript(command, home: folder, language: language)
            #expect(language != .english || transcript.errors.contains("b.example"))
            #expect(!transcript.errors.contains("no activations") && !transcript.errors.contains("mit keinem Konto"))
        }
    }

    func beside() throws {
        try folder.activate(at: "a.example")
        // The manager is not trusted, so nothing can be sent.
        #expect(Transcript("pin", "change", home: folder).errors.contains("a.example"))
        let named = Transcript("alias", "list", "--manager", "c.example", home: folder)
        #expect(!named.errors.contains("pending"))
    }

    func forgotten() {
        let transcript = Transcript("forget", "b.example", home: folder, answers: ["n"])
        #expect(transcript.output.contains("The activation at b.example is pending"))
    }
}
