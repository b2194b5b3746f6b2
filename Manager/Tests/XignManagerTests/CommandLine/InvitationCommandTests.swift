import DatabaseFixture
import Foundation
import Testing

struct InvitationCommandTests {
    @Test("xignin-manager invitation send", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("each line is told what became of it, and run again as well", lines),
        TestCase("the report for programs has each line with its state", json),
        TestCase("each line that is no address is named, and nobody is invited", wrongLines),
        TestCase("without a mail server, and without the page that the mails lead to, nobody is invited", without),
        TestCase(
            "a wrong command line says what is missing", wrong,
            each: [
                (["--role", "shop/customer"], 64, "--organization"),
                (["--organization", "Example Inc.", "--role", "shop/customer", "--valid", "91d"], 64, "--valid"),
                (["--organization", "Example Inc."], 78, "roles"),
                (["--organization", "Example Inc.", "--role", "shop/emperor"], 78, "emperor"),
            ]),
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
                        redirectUris: ["https://shop.example.org/callback"]
                        signingAlgorithm: ES256
                        roles: [{ name: customer, assigned: true, alternatives: [[pin, device]] }]
                """, prints: [])
        try folder.configure("mail: {server: \"smtp://127.0.0.1:9\", from: login@example.org}", "surfaces: [join]")
    }

    private func send(
        _ list: String, _ options: [String] = ["--organization", "Example Inc.", "--role", "shop/customer"]
    ) throws -> ChildProcess.Outcome {
        try folder.run(["invitation", "send", "-"] + options, input: list)
    }

    func lines() throws {
        let outcome = try send("eve@example.org\n\n  frank@example.org\nEve@example.org")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(
            outcome.output == """
                line 1: eve@example.org: invited
                line 3: frank@example.org: invited
                line 4: Eve@example.org: left, stands in an earlier line
                2 invited, 1 left as they are.

                """)
        let again = try send("eve@example.org\ngrace@example.org")
        #expect(again.output.contains("line 1: eve@example.org: invited again; the former mail still waits"))
        #expect(again.output.contains("line 2: grace@example.org: invited\n"))
    }

    func json() throws {
        let outcome = try send(
            "eve@example.org\n", ["--organization", "Example Inc.", "--role", "shop/customer", "--json"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let report = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: [[String: Any]]])
        let line = try #require(report["lines"]?.first)
        #expect(line["line"] as? Int == 1)
        #expect(line["address"] as? String == "eve@example.org")
        #expect(line["state"] as? String == "sent")
    }

    func wrongLines() throws {
        let outcome = try send("eve@example.org\nnobody\nmüller@example.org\n")
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("line 2: "))
        #expect(outcome.errors.contains("line 3: "))
        #expect(!outcome.errors.contains("line 1: "))
        #expect(try send("eve@example.org\n").output.contains("line 1: eve@example.org: invited\n"))
        #expect(try send("\n \n").errors.contains("names nobody"))
    }

    func without() throws {
        let file = URL(filePath: "\(folder.path)/manager.yaml")
        let whole = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        for (key, part) in [("mail:", "names no mail server"), ("surfaces:", "add join to `surfaces`")] {
            let rest = whole.filter { !$0.hasPrefix(key) }.joined(separator: "\n")
            try Data("\(rest)\n".utf8).write(to: file)
            let outcome = try send("eve@example.org\n")
            #expect(outcome.status == 78)
            #expect(outcome.errors.contains(part), "\(outcome.errors)")
        }
        try Data("\(whole.joined(separator: "\n"))\n".utf8).write(to: file)
        #expect(try send("eve@example.org\n").output.contains("line 1: eve@example.org: invited\n"))
    }

    func wrong(_ options: [String], _ status: Int32, _ part: String) throws {
        let outcome = try send("eve@example.org\n", options)
        #expect(outcome.status == status, "\(outcome.errors)")
        #expect(outcome.errors.contains(part), "\(outcome.errors)")
    }
}
