import Foundation
import Testing

struct AuditCommandTests {
    @Test("Commands for the audit log", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("audit list filters by user, topic and day", list),
        TestCase("audit list refuses an unknown user, topic or day, and too many days", refused),
        TestCase("audit replace-chain begins a chain once its file can be written, and is in the log", replaceChain),
        TestCase("audit export writes a new file for its owner alone, and is in the log", export),
    ]

    private let folder: OperatorsFolder

    init() throws {
        folder = try OperatorsFolder()
        try folder.expect(["apply", "-"], input: "users: [{name: ada}, {name: grace}]", prints: ["added user ada"])
        try folder.expect(["user", "disable", "ada", "--yes"], prints: ["Disabled ada."])
    }

    private func events(_ arguments: String...) throws -> [String] {
        let found = try folder.json(["audit", "list"] + arguments) as? [[String: Any]]
        return try #require(found).compactMap { $0["event"] as? String }
    }

    func list() throws {
        #expect(try events("--user", "ada") == ["accountDisabled", "accountCreated"])
        #expect(try events("--user", "ada", "--limit", "1") == ["accountDisabled"])
        #expect(try events("--user", "grace", "--what", "accounts") == ["accountCreated"])
        #expect(try events("--user", "grace", "--what", "logins") == [])
        #expect(try events("--to", "2020-01-01") == [])
        #expect(try events("--what", "configuration").last == "managerInitialized")
        #expect(try events("--operator", "nobody-has-this-name") == [])
    }

    func refused() throws {
        #expect(try folder.run(["audit", "list", "--user", "eve"]).status == 65)
        #expect(try folder.run(["audit", "list", "--what", "all"]).status == 64)
        #expect(try folder.run(["audit", "list", "--from", "yesterday"]).status == 64)
        let tooLong = try folder.run(["audit", "list", "--from", "2026-01-01", "--to", "2026-02-01"])
        #expect(tooLong.status == 64)
        #expect(tooLong.errors.contains("31 days"))
    }

    func replaceChain() throws {
        let command = ["audit", "replace-chain", "--yes", "--publish"]
        #expect(try folder.run(command + ["\(folder.path)/none/head.txt"]).status == 74)
        #expect(try events("--what", "administration") == [])
        let path = "\(folder.path)/head.txt"
        let replaced = try folder.run(command + [path])
        #expect(replaced.status == 0)
        // No manager has linked an event.
        #expect(replaced.errors.contains("no head"))
        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(try events("--what", "administration") == ["auditChainReplaced"])
    }

    func export() throws {
        let path = "\(folder.path)/audit.ndjson"
        #expect(try folder.run(["audit", "export", path, "--user", "eve"]).status == 65)
        #expect(!FileManager.default.fileExists(atPath: path))
        try folder.expect(["audit", "export", path], prints: ["Exported the events to \(path)."])
        let lines = try String(contentsOf: URL(filePath: path), encoding: .utf8).split(separator: "\n")
        #expect(lines.last?.contains("\"isComplete\":true") == true)
        #expect(lines.contains { $0.contains("accountDisabled") && $0.contains("\"user\":\"ada\"") })
        let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
        #expect(try folder.run(["audit", "export", path]).status == 74)
        #expect(try events("--limit", "1") == ["auditExported"])
        let output = try folder.run(["audit", "export", "-", "--user", "ada"]).output
        // The export of the user's events is one of them.
        #expect(output.split(separator: "\n").count == 4)
    }
}
