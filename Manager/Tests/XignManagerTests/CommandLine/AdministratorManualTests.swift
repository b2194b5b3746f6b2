import Foundation
import Testing
import XignDomain

/// Runs the commands of `docs/accounts.md`, section “Administrators”, as they are printed there.
struct AdministratorManualTests {
    @Test("docs/accounts.md, Administrators, followed to the letter", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("The first administrator, further ones, and their declaration", first),
        TestCase("Each command that stands for an act of the console", acts),
        TestCase("The machine as the second person", secondPerson),
        TestCase("Each way back in", wayBack, each: 0..<5),
    ]

    private static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/accounts.md")

    /// A section of the manual, with its tables and listings.
    private struct Section {
        let lines: [String]

        init(_ title: String) throws {
            let manual = try String(contentsOf: AdministratorManualTests.file, encoding: .utf8)
            let text = try #require(manual.components(separatedBy: "\n### ").first { $0.hasPrefix("\(title)\n") })
            lines = text.prefix(upTo: text.range(of: "\n## ")?.lowerBound ?? text.endIndex).components(
                separatedBy: "\n")
        }

        /// The command lines of the listings.
        var commands: [[String]] {
            lines.compactMap { $0.hasPrefix("    xignin-manager ") ? AdministratorManualTests.words($0) : nil }
                .map { Array($0.dropFirst()) }
        }

        /// The declarations of the listings.
        var declaration: String {
            lines.filter { $0.hasPrefix("    ") && !$0.hasPrefix("    xignin-manager") }.joined(separator: "\n")
        }

        /// The commands in a column of the table, by row; those without an object are left out.
        func commands(inColumn column: Int) -> [[[String]]] {
            lines.filter { $0.hasPrefix("| ") }.dropFirst(2).map { row in
                row.components(separatedBy: " | ")[column].matches(of: /`([^`]+)`/)
                    .map { AdministratorManualTests.words(String($0.1)) }.filter { $0.count > 2 }
            }
        }
    }

    /// Splits a command line as a shell does.
    private static func words(_ line: String) -> [String] {
        line.matches(of: /"([^"]*)"|(\S+)/).map { String($0.1 ?? $0.2 ?? "") }
    }

    /// A manager with one administrator, grace, and users.
    private func folder() throws -> OperatorsFolder {
        let folder = try OperatorsFolder()
        try folder.expect(
            ["apply", "-"],
            input: """
                organizations: [{ name: Example Inc. }]
                users: [{ name: grace }, { name: lin }, { name: max }, { name: ada }]
                """, prints: [])
        try folder.addDevice("phone", of: "grace")
        try folder.expect(["administrator", "add", "grace"], prints: [])
        return folder
    }

    func first() throws {
        let section = try Section("The first administrator")
        let path = FileManager.default.temporaryDirectory.appending(path: "xign-manual-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = try folder()
        let begun = try folder.run(try #require(section.commands.first), data: path)
        #expect(begun.status == 0, "\(begun.errors)")
        #expect(try folder.run(["administrator", "list"], data: path).output.contains("grace  administrator"))
        for command in section.commands.dropFirst() {
            // The person who begins with this manager is in its folder already.
            if command == ["user", "add", "grace"] { continue }
            try folder.follow(command)
        }
        try folder.expect(
            ["apply", "-"], input: section.declaration, prints: ["made lin an auditor of the manager"])
        try folder.expect(["apply", "-"], input: section.declaration, prints: ["Everything is as declared."])
    }

    func acts() throws {
        let folder = try folder()
        let locked = LockoutState(
            pinFailures: 6, otpFailures: 0, otherFailures: 0, lockedUntil: Clock.system.now() + 600,
            isPermanent: false)
        try folder.addDevice("phone", of: "ada", lockout: locked)
        let commands = try Section("What an administrator can do, and what not").commands(inColumn: 1).flatMap(\.self)
        #expect(commands.count == 6)
        for command in commands { try folder.follow(command) }
        #expect(try folder.run(["user", "show", "ada"]).errors.contains("[manager.unknownUser]"))
    }

    func secondPerson() async throws {
        let manager = try TestManager()
        let (folder, grace) = (try OperatorsFolder(of: manager), try ConsoleUser(manager, "grace"))
        let id = try await grace.begin(.issueRecovery(try manager.account().id)).description
        let commands = try Section("The second person").commands
        #expect(commands.map { $0[1] } == ["list", "show", "approve"])
        for command in commands {
            let isApproval = command[1] == "approve"
            try folder.expect(
                command.prefix(2) + (command.count > 2 ? [id] : []) + (isApproval ? ["--yes"] : []),
                prints: isApproval ? ["PIN:   "] : [])
        }
    }

    func wayBack(row: Int) throws {
        let rows = try Section("The last administrator, and the way back in").commands(inColumn: 1)
        try #require(rows.count == 5)
        let folder = try folder()
        for command in rows[row] {
            switch command {
            case ["user", "enable", "grace"]: try folder.follow(["user", "disable", "grace", "--force"])
            case ["administrator", "add", "grace"]:
                try folder.follow(["administrator", "remove", "grace", "--force"])
            case ["administrator", "remove", "grace"]: try folder.addDevice("phone", of: "lin")
            case ["user", "add", "lin"]: try folder.follow(["user", "remove", "lin"])
            default: break
            }
            try folder.follow(command)
        }
        #expect(try folder.run(["administrator", "list"]).output.contains("administrator"))
    }
}

extension OperatorsFolder {
    /// Runs a command as a person does, who agrees to whatever it asks.
    fileprivate func follow(_ command: [String]) throws {
        let outcome = try runAtTerminal(command, answering: "y")
        try #require(outcome.status == 0, "\(command): \(outcome.output)")
    }
}
