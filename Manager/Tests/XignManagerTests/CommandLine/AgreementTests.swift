import Foundation
import Testing

/// The commands that take something away ask first.
struct AgreementTests {
    @Test("A command that takes something away", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("without a terminal and without --yes ends with 64, names --yes, and does nothing", noTerminal),
        TestCase("says at the terminal what it does and to whom, and does nothing after no", declined),
        TestCase("does it after yes", agreed, each: [.terminal, .option]),
        TestCase("does not ask where there is nothing to take away", nothing),
        TestCase("revokes the device that it has shown, by its id", shownDevice),
    ]

    enum Answer { case terminal, option }

    /// The commands, each with what it shows.
    private static let commands: [(words: [String], shown: String)] = [
        (["service", "rotate-secret", "shop", "--overlap", "24"], "The present one is accepted for 24 hours more."),
        (["service", "rotate-secret", "shop", "--end-overlap"], "(Example shop) of Example Inc., which is accepted"),
        (["service", "rotate-secret", "shop"], "The present one is refused at once"),
        (["user", "attribute", "remove", "ada", "givenName"], "attribute givenName of ada"),
        (["device", "revoke", "ada", "phone"], "of ada for good"),
        (["administrator", "remove", "ada"], "who is an administrator there"),
        (["user", "disable", "ada"], "Disable ada? [y/N]"),
        (["user", "remove", "ada"], "Remove ada? [y/N]"),
        (["keys", "rotate"], "Publishes new encryption keys"),
        (["keys", "replace-id-token-keys"], "Websites refuse logins"),
        (["keys", "rotate-key-encryption-key"], "key-encryption-key.next"),
        (["audit", "replace-chain"], "Begin a new chain?"),
    ]

    private let folder: OperatorsFolder

    init() throws {
        folder = try OperatorsFolder()
        try folder.expect(
            ["apply", "-"],
            input: """
                organizations:
                  - name: Example Inc.
                    services:
                      - name: shop
                        displayName: Example shop
                        redirectUris: ["https://shop.example.org/callback"]
                        signingAlgorithm: ES256
                        roles: [{ name: customer, alternatives: [[pin, device]] }]
                users: [{ name: grace }, { name: ada, attributes: { givenName: Ada } }]
                administrators: [{ name: grace }, { name: ada }]
                """, prints: [])
        for user in ["ada", "grace"] { try folder.addDevice("phone", of: user) }
    }

    /// All that a command could change.
    private func state() throws -> [String] {
        let events = try folder.run(["audit", "list", "--limit", "1000"]).output
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() + [events]
    }

    func noTerminal() throws {
        let before = try state()
        for (words, _) in Self.commands where words.last != "--end-overlap" {
            try folder.expectRefusal(words, status: 64, says: "repeat the command with --yes")
        }
        #expect(try state() == before)
    }

    func declined() throws {
        try folder.expect(["service", "rotate-secret", "shop", "--overlap", "1", "--yes"], prints: [])
        let before = try state()
        for (words, shown) in Self.commands {
            let outcome = try folder.runAtTerminal(words, answering: "n")
            #expect(outcome.status == 1, "\(words)")
            #expect(outcome.output.contains(shown), "\(words): \(outcome.output)")
            #expect(outcome.output.contains("nothing was changed"), "\(words)")
        }
        #expect(try state() == before)
    }

    func agreed(answer: Answer) throws {
        for (words, _) in Self.commands {
            let outcome =
                switch answer {
                case .terminal: try folder.runAtTerminal(words, answering: "y")
                case .option: try folder.run(words + ["--yes"])
                }
            #expect(outcome.status == 0, "\(words): \(outcome.output)\(outcome.errors)")
        }
        #expect(try !folder.run(["user", "list"]).output.contains("ada"))
    }

    func nothing() throws {
        try folder.expect(["user", "disable", "ada", "--yes"], prints: [])
        try folder.expect(["user", "disable", "ada"], prints: ["ada is disabled already."])
        try folder.expect(
            ["service", "rotate-secret", "shop", "--end-overlap"], prints: ["There is no former secret."])
        try folder.expect(
            ["administrator", "remove", "ada", "--organization", "Example Inc."], prints: ["ada has no role"])
    }

    func shownDevice() throws {
        let outcome = try folder.run(["device", "revoke", "ada", "phone", "--yes", "--json"])
        let shown = try folder.run(["user", "show", "ada"]).output
        #expect(outcome.status == 0 && shown.contains("Devices:        none"))
    }
}
