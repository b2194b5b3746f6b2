import Foundation
import Testing
import XignDomain

struct AdministratorCommandTests {
    @Test("xignin-manager administrator, and init --administrator", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "administrator add says that a browser is not enough, and the list that its person cannot act", browser),
        TestCase("init --administrator prints an activation, and the person administers the manager", first),
        TestCase(
            "init --administrator as JSON has the activation; a PIN from standard input is not printed", firstAsJSON),
        TestCase(
            "A name that no user can have, and options without it, are refused before anything is created",
            refusedFirst, each: [["--administrator", "a\u{202E}b"], ["--qr", "code.png"], ["--pin-stdin"]]),
        TestCase("Roles at the manager and at an organization are given, replaced and withdrawn", grantsAndWithdrawals),
        TestCase("Each grant is in the audit log, with operator and reason", audited),
        TestCase("A user or an organization that does not exist, and a reason that is too short", refused),
        TestCase("A user without a device is told how to get one", withoutDevice),
        TestCase(
            "The last administrator stays, unless --force is given", last,
            each: [
                ["administrator", "remove", "grace", "--yes"], ["administrator", "add", "grace", "--auditor"],
                ["user", "disable", "grace", "--yes"], ["user", "remove", "grace", "--yes"],
                ["device", "revoke", "grace", "phone", "--yes"],
            ]),
        TestCase("With a second administrator who has a device, nobody is the last one", second),
    ]

    private let folder: OperatorsFolder

    init() throws {
        folder = try OperatorsFolder()
        try folder.expect(
            ["apply", "-"], input: "organizations: [{ name: Example Inc. }]\nusers: [{ name: grace }, { name: lin }]\n",
            prints: ["added user grace"])
    }

    private struct Grant: Equatable {
        let user: String?
        let role: String?
        let organization: String?
    }

    private func grants() throws -> [Grant] {
        let list = try #require(try folder.json(["administrator", "list"]) as? [[String: Any]])
        return list.map { entry in
            Grant(
                user: entry["user"] as? String, role: entry["role"] as? String,
                organization: entry["organization"] as? String)
        }
    }

    func browser() throws {
        try folder.addDevice("page", of: "lin", platform: "Web")
        let added = try folder.run(["administrator", "add", "lin", "--reason", "stands in for grace"])
        #expect(added.status == 0)
        #expect(added.errors.contains("The only device is a browser, which does not open the console"))
        let list = try #require(try folder.json(["administrator", "list"]) as? [[String: Any]])
        #expect(list.map { $0["usable"] as? Bool } == [false])
        try folder.addDevice("phone", of: "lin", platform: "Android")
        let again = try #require(try folder.json(["administrator", "list"]) as? [[String: Any]])
        #expect(again.map { $0["usable"] as? Bool } == [true])
    }

    // MARK: The first administrator

    func first() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "xign-first-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let outcome = try folder.run(["init", "--administrator", "grace"], data: path)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("grace, who administers this manager"))
        #expect(outcome.output.contains("Link:  "))
        #expect(outcome.output.contains("PIN:   "))
        let listed = try folder.run(["administrator", "list"], data: path).output
        #expect(listed.contains("grace  administrator"))
        let events = try folder.run(["audit", "list"], data: path).output
        #expect(events.contains("grantGiven"))
        #expect(events.contains("activationIssued"))
    }

    func firstAsJSON() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "xign-first-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let outcome = try folder.run(
            ["init", "--administrator", "grace", "--pin-stdin", "--json"], input: "２０４８ 16-32\r\n", data: path)
        let json = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let administrator = try #require(json["administrator"] as? [String: Any])
        #expect(Set(administrator.keys) == ["user", "created", "activationId", "link", "expiresAt"])
        #expect(administrator["user"] as? String == "grace")
    }

    func refusedFirst(arguments: [String]) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "xign-first-\(UUID().uuidString)").path
        #expect(try folder.run(["init"] + arguments, data: path).status == 64)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    // MARK: Grants

    func grantsAndWithdrawals() throws {
        try folder.expect(["administrator", "list"], prints: ["Nobody administers this manager"])
        try folder.expect(["administrator", "add", "grace"], prints: ["grace is an administrator of the manager."])
        try folder.expect(["administrator", "add", "grace"], prints: ["an administrator of the manager already."])
        try folder.expect(
            ["administrator", "add", "lin", "--auditor", "--organization", "Example Inc."],
            prints: ["lin is an auditor of Example Inc."])
        #expect(
            try grants() == [
                Grant(user: "grace", role: "administrator", organization: nil),
                Grant(user: "lin", role: "auditor", organization: "Example Inc."),
            ])
        try folder.expect(
            ["administrator", "add", "lin", "--organization", "Example Inc."],
            prints: ["lin is an administrator of Example Inc."])
        try folder.expect(
            ["administrator", "remove", "lin", "--organization", "Example Inc.", "--yes"],
            prints: ["lin no longer has a role at the console of Example Inc."])
        #expect(try grants() == [Grant(user: "grace", role: "administrator", organization: nil)])
        try folder.expect(
            ["administrator", "remove", "lin"], prints: ["lin has no role at the console of the manager"])
    }

    func audited() throws {
        try folder.expect(["administrator", "add", "grace", "--reason", "Runs the help desk"], prints: [])
        let events = try #require(try folder.json(["audit", "list", "--limit", "1"]) as? [[String: Any]])
        #expect(events.first?["event"] as? String == "grantGiven")
        #expect(events.first?["user"] as? String == "grace")
        #expect((events.first?["detail"] as? String)?.hasSuffix("Runs the help desk") == true)
    }

    func refused() throws {
        try folder.expectRefusal(["administrator", "add", "nobody"], says: "[manager.unknownUser]")
        try folder.expectRefusal(
            ["administrator", "add", "grace", "--organization", "Exampel"], says: "Example Inc.")
        try folder.expectRefusal(
            ["administrator", "add", "grace", "--reason", "short"], status: 65, says: "10 to 200 characters")
        #expect(try grants().isEmpty)
    }

    func withoutDevice() throws {
        let added = try folder.run(["administrator", "add", "grace"])
        #expect(added.errors.contains("xignin-manager activation issue grace"))
        try folder.addDevice("phone", of: "lin")
        #expect(try folder.run(["administrator", "add", "lin"]).errors.isEmpty)
    }

    // MARK: The last administrator

    func last(command: [String]) throws {
        try folder.addDevice("phone", of: "grace")
        try folder.expect(["administrator", "add", "grace"], prints: [])
        // Without a device, lin could not log in.
        try folder.expect(["administrator", "add", "lin"], prints: [])
        try folder.expectRefusal(command, says: "[manager.lastAdministrator]")
        #expect(try folder.run(command + ["--force"]).status == 0)
    }

    func second() throws {
        for user in ["grace", "lin"] {
            try folder.addDevice("phone", of: user)
            try folder.expect(["administrator", "add", user], prints: [])
        }
        try folder.expect(["administrator", "remove", "grace", "--yes"], prints: ["grace no longer has a role"])
        try folder.expectRefusal(["administrator", "remove", "lin", "--yes"], says: "[manager.lastAdministrator]")
    }
}
