import DatabaseFixture
import Foundation
import Testing

struct LetterCommandTests {
    @Test("xignin-manager user letters, and --valid", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("both files have a letter for each person, in one order and in each person's language", letters),
        TestCase("the file with the PINs has no link, and that with the codes no PIN", apart),
        TestCase("only their owner can read the files", modes),
        TestCase("a file that is there is left as it is, and nobody gets an activation", occupied),
        TestCase("a file that a killed command has left is named before anything is done", leftOver),
        TestCase("run again, it writes to those alone who have come", again),
        TestCase(
            "a wrong command line says what is missing", wrong,
            each: [
                (["--organization", "Example Inc.", "--codes", "c"], "--pins FILE"),
                (["--codes", "c", "--pins", "p"], "--organization"),
                (["--organization", "Example Inc.", "--codes", "c", "--pins", "c"], "two new files"),
                (["--organization", "Example Inc.", "--codes", "-", "--pins", "p"], "two new files"),
                (["--organization", "Example Inc.", "--codes", "c", "--pins", "p", "--valid", "31d"], "--valid"),
            ]),
        TestCase("users are read from a file or from standard input", users),
        TestCase("each command that hands an activation out says for how long it is valid", valid),
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
        try folder.expect(
            ["people", "import", "-", "--organization", "Example Inc."],
            input: "name,language\nheidi,de\nivan,en\njudy,\n", prints: [])
    }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    @discardableResult
    private func write(_ options: String..., codes: String = "codes.html", pins: String = "pins.html") throws
        -> ChildProcess.Outcome
    {
        try folder.run(
            ["user", "letters", "--organization", "Example Inc.", "--codes", path(codes), "--pins", path(pins)]
                + options)
    }

    private func names(_ text: String) -> [String] {
        text.matches(of: #/<h1>[^<]*<bdi>(\w+)</bdi>/#).map { String($0.1) }
    }

    func letters() throws {
        let outcome = try write("--valid", "21d")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("Wrote the letters of 3 people."))
        #expect(outcome.output.contains("Valid for 21 days."))
        let (codes, pins) = (try text("codes.html"), try text("pins.html"))
        #expect(names(codes) == ["heidi", "ivan", "judy"])
        #expect(names(pins) == ["heidi", "ivan", "judy"])
        let languages = codes.matches(of: #/<section class="sheet" lang="(\w+)">/#).map { String($0.1) }
        #expect(languages == ["de", "en", "en"])
        #expect(codes.contains("Öffnen Sie die Authenticator-App"))
    }

    func apart() throws {
        try write()
        let (codes, pins) = (try text("codes.html"), try text("pins.html"))
        #expect(codes.matches(of: #/<code>http:\/\/[^<]+#[^<]+<\/code>/#).count == 3)
        #expect(!pins.contains("://"))
        #expect(!pins.contains("<svg"))
        let digits = pins.matches(of: #/<code>(\d{8})<\/code>/#).map { String($0.1) }
        #expect(Set(digits).count == 3)
        for pin in digits { #expect(!codes.contains(pin)) }
    }

    func modes() throws {
        try write()
        for name in ["codes.html", "pins.html"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
            #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
            #expect(!FileManager.default.fileExists(atPath: path("\(name).unfinished")), "\(name)")
        }
    }

    func occupied() throws {
        try Data("kept".utf8).write(to: URL(filePath: path("pins.html")))
        let outcome = try write()
        #expect(outcome.status == 74)
        #expect(outcome.errors.contains("pins.html exists"))
        #expect(try text("pins.html") == "kept")
        #expect(!FileManager.default.fileExists(atPath: path("codes.html")))
        #expect(!FileManager.default.fileExists(atPath: path("codes.html.unfinished")))
        #expect(try write(pins: "other.html").output.contains("3 people"))
    }

    func leftOver() throws {
        try Data("kept".utf8).write(to: URL(filePath: path("pins.html.unfinished")))
        let outcome = try write()
        #expect(outcome.status == 74)
        #expect(outcome.errors.contains("pins.html.unfinished exists: name a new file"))
        #expect(try text("pins.html.unfinished") == "kept")
        #expect(!FileManager.default.fileExists(atPath: path("codes.html.unfinished")))
    }

    func again() throws {
        try write()
        try folder.expect(
            ["people", "import", "-", "--organization", "Example Inc."], input: "name\nkarl\n", prints: [])
        let outcome = try write(codes: "more-codes.html", pins: "more-pins.html")
        #expect(outcome.output.contains("Wrote the letters of 1 person."))
        #expect(outcome.output.contains("No letter: 3 with an activation that waits for its device."))
        #expect(names(try text("more-codes.html")) == ["karl"])
        let nobody = try write(codes: "none-codes.html", pins: "none-pins.html")
        #expect(nobody.status == 0)
        #expect(nobody.output.contains("Nobody gets a letter."))
        #expect(!FileManager.default.fileExists(atPath: path("none-codes.html")))
    }

    func wrong(_ options: [String], _ reason: String) throws {
        let outcome = try folder.run(["user", "letters"] + options)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    }

    func users() throws {
        let files = ["--codes", path("codes.html"), "--pins", path("pins.html")]
        let unknown = try folder.run(["user", "letters", "--users", "-"] + files, input: "judy\nnobody\n")
        #expect(unknown.status == 78)
        #expect(unknown.errors.contains("There is no user nobody"))
        let outcome = try folder.run(["user", "letters", "--users", "-"] + files, input: "judy\r\n\nheidi\n")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(names(try text("codes.html")) == ["heidi", "judy"])
    }

    func valid() throws {
        for command in [
            ["user", "add", "karl"], ["activation", "issue", "heidi"],
            ["invitation", "create", "eve@example.org", "--organization", "Example Inc.", "--role", "shop/customer"],
        ] {
            #expect(try folder.run(command + ["--valid", "21d"]).output.contains("Valid for 21 days and one device."))
        }
        #expect(try folder.run(["activation", "issue", "ivan"]).output.contains("Valid for 24 hours and one device."))
        let wrong = try folder.run(["activation", "issue", "judy", "--valid", "5m"])
        #expect(wrong.status == 64)
        #expect(wrong.errors.contains("--valid"))
    }
}
