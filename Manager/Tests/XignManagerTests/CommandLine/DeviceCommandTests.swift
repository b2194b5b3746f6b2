import Foundation
import Testing

struct DeviceCommandTests {
    @Test("xignin-manager device, invitation, and the end of users", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A user without a device is told apart from an unknown user", none),
        TestCase(
            "An activation that waits is listed with the beginning of its id, and is void after its revocation", pending
        ),
        TestCase("A device that is named wrongly: one line that names those that exist", unknownDevice),
        TestCase("A user is disabled and enabled; each act is in the audit log with the operator's name", disable),
        TestCase("The operator is who called sudo", sudo),
        TestCase("A user is shown with roles, the names of attributes, and devices, without values", show),
        TestCase("user remove asks before; without a terminal and without --yes nothing is removed", removeAsks),
        TestCase("A removed user is gone, and the audit log names the operator, but no longer the user", remove),
        TestCase("An invitation makes a placeholder with membership, roles and an unverified address", invitation),
        TestCase(
            "An invitation that cannot be made changes nothing, and says what to do", refusedInvitation,
            each: [
                (["--role", "demo/nobody"], "unknownRole", "user"), (["--role", "shop/user"], "unknownRole", "shop"),
                ([], "invitationRoles", "1 to 16"),
                (["--role", "demo/user", "--user", "nobody"], "unknownUser", "user list"),
            ]),
        TestCase("An organization that is missing or unknown, an address and a role of another form", wrongInvitation),
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
                      - name: demo
                        displayName: Demo website
                        redirectUris: ["https://website.example/callback"]
                        signingAlgorithm: ES256
                        roles:
                          - { name: user, alternatives: [[pin, device]] }
                          - { name: chief editor, assigned: true, alternatives: [[pin, device]] }
                users:
                  - { name: ada, memberships: [Example Inc.], attributes: { givenName: Ada } }
                """, prints: ["added user ada"])
    }

    func none() throws {
        try folder.expect(["device", "list", "ada"], prints: ["ada has no device."])
        let nobody = try folder.run(["device", "list", "nobody"])
        #expect(nobody.status == 78)
        #expect(nobody.errors.contains("user list"))
    }

    func pending() throws {
        let id = try activationID(["activation", "issue", "ada"])
        let short = String(id.prefix(8))
        let listed = try folder.run(["device", "list", "ada"]).output
        #expect(listed.contains(short))
        #expect(listed.contains("waits for its device until"))
        let json = try folder.json(["device", "list", "ada"]) as? [[String: Any]]
        #expect(json?.first?["activationId"] as? String == id)
        #expect(json?.first?["state"] as? String == "pending")
        let renamed = try folder.run(["device", "rename", "ada", "--", short, "phone"])
        #expect(renamed.status == 78)
        #expect(renamed.errors.contains("[manager.pendingDevice]"))
        try folder.expect(["device", "revoke", "ada", "--yes", "--", short], prints: ["is void."])
        try folder.expect(["device", "list", "ada"], prints: ["ada has no device."])
    }

    func unknownDevice() throws {
        let id = try activationID(["activation", "issue", "ada"])
        let outcome = try folder.run(["device", "revoke", "ada", "tablet"])
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains(String(id.prefix(8))))
        #expect(outcome.errors.contains("[manager.unknownDevice]"))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    func disable() throws {
        try folder.expect(["user", "disable", "ada", "--yes"], prints: ["Disabled ada."])
        try folder.expect(["user", "disable", "ada", "--yes"], prints: ["ada is disabled already."])
        try folder.expect(["user", "show", "ada"], prints: ["Active:         no"])
        let refused = try folder.run(["activation", "issue", "ada"])
        #expect(refused.errors.contains("user enable ada"))
        try folder.expect(["user", "enable", "ada"], prints: ["Enabled ada."])
        let events = try #require(try folder.json(["audit", "list", "--limit", "2"]) as? [[String: Any]])
        #expect(events.map { $0["event"] as? String } == ["accountEnabled", "accountDisabled"])
        #expect(Set(events.map { $0["operator"] as? String }) == [NSUserName()])
        #expect(events.map { $0["user"] as? String } == ["ada", "ada"])
    }

    func sudo() throws {
        let outcome = try folder.run(["user", "disable", "ada", "--yes"], environment: ["SUDO_USER=grace"])
        #expect(outcome.output.contains("Disabled ada."), "\(outcome.errors)")
        let events = try folder.json(["audit", "list", "--limit", "1"]) as? [[String: Any]]
        #expect(events?.first?["operator"] as? String == "grace")
    }

    func show() throws {
        _ = try activationID(["activation", "issue", "ada"])
        let shown = try folder.run(["user", "show", "ada"]).output
        #expect(shown.contains("Organizations:  Example Inc."))
        #expect(shown.contains("Roles:          demo: user"))
        #expect(shown.contains("Attributes:     givenName"))
        #expect(shown.contains("waits for its device until"))
        #expect(!shown.contains(" Ada"))
        let json = try #require(try folder.json(["user", "show", "ada"]) as? [String: Any])
        #expect(
            Set(json.keys) == [
                "name", "publicId", "active", "organizations", "groups", "roles", "accountNames", "attributes",
                "devices",
            ])
        let publicID = try #require(json["publicId"] as? String)
        #expect(shown.contains("Public id:      \(publicID)"))
        try folder.expect(["user", "show", "--", publicID], prints: ["User:           ada"])
    }

    func removeAsks() throws {
        let outcome = try folder.runAtTerminal(["user", "remove", "ada"], answering: "n")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("for good:"))
        #expect(outcome.output.contains("Remove ada? [y/N]"))
        #expect(try folder.run(["user", "list"]).output.contains("ada"))
    }

    func remove() throws {
        _ = try activationID(["activation", "issue", "ada"])
        try folder.expect(["user", "remove", "ada", "--yes"], prints: ["Removed ada."])
        #expect(try !folder.run(["user", "list"]).output.contains("ada"))
        let events = try #require(try folder.json(["audit", "list", "--limit", "1"]) as? [[String: Any]])
        #expect(events.first?["event"] as? String == "accountRemoved")
        #expect(events.first?["operator"] as? String == NSUserName())
        #expect(events.first?["user"] == nil)
        #expect(try folder.run(["user", "remove", "ada", "--yes"]).errors.contains("[manager.unknownUser]"))
        try folder.expect(["user", "add", "ada", "--json"], prints: ["\"created\" : true"])
    }

    func invitation() throws {
        let outcome = try folder.run(invite + ["--role", "demo/chief editor", "--role", "demo/user"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("Created an invitation to Example Inc. for eve@example.org."))
        #expect(outcome.output.contains("Link:  "))
        #expect(outcome.output.contains("PIN:   "))
        let name = try #require(outcome.output.firstMatch(of: /invited-[a-z0-9]{10}/)).output
        try folder.expect(
            ["user", "show", String(name)],
            prints: [
                "Organizations:  Example Inc.", "Roles:          demo: chief editor, user", "Attributes:     email",
            ])
        let values = try folder.json(["user", "attribute", "list", String(name)]) as? [[String: Any]]
        #expect(values?.first?["value"] as? String == "eve@example.org")
        #expect(values?.first?["verified"] as? Bool == false)
        #expect(values?.first?["primary"] as? Bool == false)
        #expect(try folder.json(["audit", "list"]).map { "\($0)" }?.contains("eve@") == false)
    }

    func refusedInvitation(_ more: [String], _ code: String, _ advice: String) throws {
        let outcome = try folder.run(invite + more)
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("[manager.\(code)]"))
        #expect(outcome.errors.contains(advice))
        #expect(try !folder.run(["user", "list"]).output.contains("invited-"))
    }

    func wrongInvitation() throws {
        let create = ["invitation", "create", "eve@example.org"]
        #expect(try folder.run(create + ["--role", "demo/user"]).status == 64)
        let unknown = try folder.run(create + ["--organization", "Exampel", "--role", "demo/user"])
        #expect(unknown.errors.contains("Example Inc."))
        let role = try folder.run(invite + ["--role", "demo"])
        #expect(role.status == 64)
        let address = try folder.run([
            "invitation", "create", "eve", "--organization", "Example Inc.", "--role", "demo/user",
        ])
        #expect(address.status == 65)
        #expect(address.errors.contains("must be a mail address"))
    }

    private let invite = ["invitation", "create", "eve@example.org", "--organization", "Example Inc."]

    private func activationID(_ command: [String]) throws -> String {
        try #require((try folder.json(command) as? [String: Any])?["activationId"] as? String)
    }
}
