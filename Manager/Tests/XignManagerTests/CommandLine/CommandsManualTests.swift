import DatabaseFixture
import Foundation
import Testing
import XignDomain

struct CommandsManualTests {
    @Test("docs/commands.md and the manual pages", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("name the members of the JSON of commands for users and devices; times are text", users),
        TestCase("name the members of the JSON of commands for services and keys; times are text", services),
        TestCase("name the members of the JSON of commands for the installation; times are text", installation),
        TestCase("name what a restore reports, before and after it was accepted", restore),
        TestCase("Each command has --json, but for the server, its health check, completion and help", jsonEverywhere),
        TestCase("name the exit statuses", statuses),
        TestCase("A manual page has examples, whose commands and options exist", examples),
    ]

    private let folder: OperatorsFolder
    private let manual: CommandsManual

    init() throws { (folder, manual) = (try OperatorsFolder(), try CommandsManual()) }

    /// Runs a command, whose name is the beginning of its words, and compares its JSON with the manual.
    private func check(
        _ command: String, _ more: String..., input: String = "", data: String? = nil, status: Int32? = 0,
        location: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try folder.run(
            command.split(separator: " ").map(String.init) + more + ["--json"], input: input, data: data)
        if let status {
            #expect(outcome.status == status, "\(command): \(outcome.errors)", sourceLocation: location)
        }
        let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
        try manual.expect(command, describes: json, location: location)
    }

    private let declaration = """
        organizations:
          - name: Example Inc.
            groups: [ops]
            services:
              - name: shop
                displayName: Example shop
                redirectUris: ["https://shop.example.org/callback"]
                signingAlgorithm: ES256
                accountName: account
                roles: [{ name: customer, alternatives: [[pin, device]] }]
        users: [{ name: ada, memberships: [Example Inc.] }, { name: grace }]
        """

    private func file(_ name: String) -> String { "\(folder.path)/\(name)" }

    func users() throws {
        try check("apply", "-", input: declaration)
        try check("user add", "eve")
        try check("activation issue", "eve")
        try check(
            "invitation create", "max@example.org", "--organization", "Example Inc.", "--role", "shop/customer")

        try folder.configure("mail: {server: \"smtp://127.0.0.1:9\", from: login@example.org}", "surfaces: [join]")
        try check(
            "invitation send", "-", "--organization", "Example Inc.", "--role", "shop/customer",
            input: "max@example.net\n")
        try check("join create", "--organization", "Example Inc.", "--role", "shop/customer")
        try check("join list")

        try folder.addDevice(
            "phone", of: "ada",
            lockout: LockoutState(
                pinFailures: 6, otpFailures: 0, otherFailures: 0, lockedUntil: Clock.system.now() + 600,
                isPermanent: false), platform: "Android")
        try check("user list", "--search", "ada")
        try check("people import", "-", "--organization", "Example Inc.", input: "name\nheidi\n")
        try check("user attribute set", "ada", "givenName", "Ada")
        try check("user attribute list", "ada")
        try check("user attribute remove", "ada", "givenName", "--yes")
        try check("user group add", "ada", "Example Inc.", "ops")
        try check("user group remove", "ada", "Example Inc.", "ops")
        try check("user account-name set", "ada", "shop", "ada.l")
        try check("user account-name remove", "ada", "shop")
        try check("device list", "ada")
        try check("device list", "eve")
        try check("device unlock", "ada", "phone", "--checked", "in-person", "--reason", "passport shown")
        try check("device rename", "ada", "phone", "tablet")
        try check("administrator add", "grace")
        try check("administrator list")
        try check("administrator remove", "grace", "--yes")
        try check("user show", "ada")
        try check("device revoke", "ada", "tablet", "--yes")
        try check("user disable", "ada", "--yes")
        try check("user enable", "ada")
        try check("user remove", "ada", "--yes")
        try check("confirmation list")
    }

    func services() throws {
        try folder.expect(["apply", "-"], input: declaration, prints: [])
        let roots = file("root-keys.json")
        try check("service list")
        try check("service show", "shop", "--secret")
        try check("service secret", "shop")
        try check("service rotate-secret", "shop", "--overlap", "1", "--yes")
        try check("service rotate-secret", "shop", "--end-overlap", "--yes")
        try check("service check", "shop", "https://shop.example.org/callback")
        try check("service check", "shop", "https://shop.example.org/", status: 65)

        try check("key-material --fingerprint")
        try check("keys list")
        try check("keys rotate", "--yes")
        try check("keys replace-id-token-keys", "--yes")
        try check("keys replace-online-key", "--root-keys", roots)
        try check("keys prepare-key-material", file("request"))
        try check("keys sign-key-material", file("request"), file("signed"), "--root-keys", roots, "--yes")
        try check("keys publish-key-material", file("signed"))
        try check("keys rotate-key-encryption-key", "--prepare")
        try check("keys rotate-key-encryption-key", "--yes")
    }

    func installation() throws {
        try check("init", "--administrator", "ada", data: file("another"))
        try check("export", "--output", file("export.yaml"))
        try check("doctor", "--offline", status: nil)
        try check("backup", file("backup.sqlite"))
        try check("backup", "--record")
        try check("audit list", "--limit", "1000")
        try check("audit export", file("audit.ndjson"))
        try check("audit verify")
        try check("database move", "--abort")
        try check("audit replace-chain", "--publish", file("head"), "--yes")

        for command in [["audit", "export", "-"], ["export"], ["keys", "prepare-key-material", "-"]] {
            try folder.expectRefusal(command + ["--json"], status: 64, says: "--json describes the file")
        }
    }

    func restore() throws {
        let backup = "\(folder.path)/backup.sqlite"
        try folder.expect(["backup", backup], prints: [])
        try check("restore", backup, status: 75)
        try check("restore", backup, "--accept")
        try check("database move", "--to", "\(folder.path)/moved.sqlite")
    }

    /// The manual pages by name, without what roff needs.
    private func pages() throws -> [String: String] {
        let script = #"for page in $("$0" manual); do "$0" manual "$page"; done"#
        let text = try ChildProcess.run(["sh", "-c", script, OperatorsFolder.program]).output
            .replacing("\\-", with: "-").replacing("\\(dq", with: "\"")
        let pages = text.components(separatedBy: ".TH ").dropFirst()
            .map { ($0.prefix { $0 != " " }.lowercased(), $0) }
        return Dictionary(uniqueKeysWithValues: pages)
    }

    func jsonEverywhere() throws {
        // A page describes one command, or each of a group in a part of its own.
        let commands = try pages().values.flatMap { page in
            page.components(separatedBy: "\n.SS xignin-manager ").dropFirst(page.contains("\n.SS ") ? 1 : 0)
        }.filter { $0.contains(/\\fBxignin-manager [a-z -]+\\fR (\[?\\fI|\[options)/) }
        let without = commands.filter { !$0.contains("\n\\fB--json\\fR\n") }
            .compactMap { $0.firstMatch(of: /\\fBxignin-manager ([a-z -]+)\\fR/).map { String($0.1) } }
        #expect(commands.count > 45)
        #expect(Set(without) == ["serve", "healthcheck", "completion", "manual", "help", "user letters"])
    }

    func statuses() throws {
        let page = try #require(try pages()["xignin-manager"])
        let section = try #require(page.components(separatedBy: "\n.SH ").first { $0.hasPrefix("\"EXIT STATUS\"") })
        let listed = section.matches(of: /\n\.TP\n\\fB(\d+)\\fR\n(.+)/).map { [String($0.1), String($0.2)] }
        let described = try manual.rows(below: "Exit statuses").map { row in
            row.map { $0.replacing("`", with: "").replacing(/\[([^\]]*)\]\([^)]*\)/) { "\($0.output.1)" } }
        }
        #expect(listed == described)
    }

    func examples() throws {
        var examples: [Substring] = []
        for (name, page) in try pages() {
            #expect(page.contains("\n.SH \"EXIT STATUS\"\n"), "\(name)")
            let lines = page.matches(of: /\n\.nf\n\\fBxignin-manager (.*)\\fR\n\.fi/).map(\.1)
            let needsNone = name == "xignin-manager" || ["completion", "manual", "help"].contains(name.dropFirst(15))
            #expect(needsNone || !lines.isEmpty, "\(name)")
            examples += lines
        }
        // A shell reads them, without what follows the options.
        let script = examples.map { line in
            let words = line.components(separatedBy: " >")[0].components(separatedBy: " -- ")[0]
            return "\"$0\" \(words) --help >/dev/null"
        }
        let outcome = try ChildProcess.run(["sh", "-c", script.joined(separator: "\n"), OperatorsFolder.program])
        #expect(examples.count > 40)
        #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    }
}
