import Foundation
import Glibc
import Testing

struct OperatorCommandTests {
    @Test("Commands of an operator", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("init without an issuer says which one it has chosen, and that it cannot be changed", chosenIssuer),
        TestCase("A missing key-encryption key asks for the copy, and init draws no other in its place", missingKey),
        TestCase("user add refuses a user who exists, and leaves their activations as they are", userAdd),
        TestCase("activation issue says which activations are void, and adds nobody", activationIssue),
        TestCase(
            "A disabled user is in the audit log by name, which is looked up, and activation issue says how to enable",
            disabled
        ),
        TestCase("user list prints all users by name, or those whom a text names, up to a limit", userList),
        TestCase("apply prints a line for each error, with file and line", applyErrors),
        TestCase("service check names the place at which an address differs", serviceCheck),
        TestCase("service check compares an address after a logout, too, and says of which kind one is", logoutCheck),
        TestCase("service rotate-secret prints the new secret, and service show the end of the old one", rotateSecret),
        TestCase("service show prints the settings of a client", clientSettings),
        TestCase(
            "service show prints what service and roles take, and apply warns of the device alone and of browsers",
            roles),
        TestCase("An address that is in use is named", addressInUse),
        TestCase("service show prints the client secret with --secret alone", shownSecret, each: [[], ["--json"]]),
    ]

    private let folder: OperatorsFolder

    init() throws { folder = try OperatorsFolder() }

    func chosenIssuer() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "xign-plain-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let outcome = try folder.run(["init"], data: path)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("A new manager for http://127.0.0.1:8080"))
        #expect(outcome.output.contains("No --issuer was given"))
        #expect(outcome.output.contains("never be changed"))
        let next = outcome.output.components(separatedBy: "Next:\n").last?.split(separator: "\n") ?? []
        // A long step goes on in the next line.
        let steps = next.map { $0.prefix(5) }.filter { $0 != "     " }
        #expect(steps == ["  1. ", "  2. ", "  3. "])
    }

    func missingKey() throws {
        let key = "\(folder.path)/key-encryption-key"
        let copy = try Data(contentsOf: URL(filePath: key))
        try FileManager.default.removeItem(atPath: key)
        let outcome = try folder.run(["user", "list"])
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("restore your copy"))
        #expect(!outcome.errors.contains("init"))
        #expect(try folder.run(["init"]).status == 78)
        #expect(!FileManager.default.fileExists(atPath: key))
        try copy.write(to: URL(filePath: key))
        #expect(chmod(key, 0o600) == 0)
        #expect(try folder.run(["user", "list"]).status == 0)
    }

    func userAdd() throws {
        let first = try folder.run(["user", "add", "ada"])
        #expect(first.output.contains("Created the user ada."))
        #expect(!first.output.contains("void"))
        let devices = try folder.run(["device", "list", "ada"]).output
        let events = try folder.run(["audit", "list"]).output
        try folder.expectRefusal(["user", "add", "ada"], says: "`xignin-manager activation issue ada`")
        try folder.expectRefusal(["user", "add", " ada "], says: "[manager.userExists]")
        #expect(try folder.run(["device", "list", "ada"]).output == devices)
        #expect(try folder.run(["audit", "list"]).output == events)
    }

    func activationIssue() throws {
        try folder.expectRefusal(["activation", "issue", "ada"], says: "[manager.unknownUser]")
        #expect(try !folder.run(["user", "list"]).output.contains("ada"))
        try folder.expect(["user", "add", "ada"], prints: [])
        let issued = try folder.run(["activation", "issue", "ada"])
        #expect(issued.output.contains("Issued another activation for ada."))
        #expect(issued.output.contains("void: 1."))
        #expect(issued.output.contains("PIN:   "))
        try folder.addDevice("phone", of: "ada")
        try folder.expect(["activation", "issue", "ada"], prints: ["ada has a device already: this is one more."])
        let json = try #require(try folder.json(["activation", "issue", "ada"]) as? [String: Any])
        #expect(json["created"] as? Bool == false)
    }

    func disabled() throws {
        try folder.expect(["apply", "-"], input: "users: [{name: ada}, {name: grace}]", prints: ["added user ada"])
        try folder.expect(["apply", "-"], input: "users: [{name: ada, active: false}]", prints: ["disabled user ada"])
        let audit = try folder.run(["audit", "list", "--limit", "1"]).output
        #expect(audit.contains("accountDisabled"))
        #expect(audit.contains("ada"))
        #expect(!audit.contains("user ada"))
        let refused = try folder.run(["activation", "issue", "ada"])
        #expect(refused.status == 78)
        #expect(refused.errors.contains("user enable ada"))
    }

    func userList() throws {
        let names = (1...9).map { "user\($0)" }
        let users = names.map { "{name: \($0)}" }.joined(separator: ", ")
        try folder.expect(
            ["apply", "-"], input: "users: [\(users), {name: ada, attributes: {email: [{value: a@example.org}]}}]",
            prints: ["added user ada"])
        func list(_ arguments: String...) throws -> [[String: Any]] {
            try #require(try folder.json(["user", "list"] + arguments) as? [[String: Any]])
        }
        #expect(try list().map { $0["name"] as? String } == ["ada"] + names)
        #expect(Set(try #require(try list().first).keys) == ["name", "publicId", "active", "devices", "organizations"])
        #expect(try list("--limit", "2").map { $0["name"] as? String } == ["ada", "user1"])
        #expect(try list("--search", "USER", "--limit", "3").map { $0["name"] as? String } == Array(names.prefix(3)))
        #expect(try list("--search", "nobody").isEmpty)
        let byAddress = try list("--search", "A@example.org")
        #expect(byAddress.map { $0["foundBy"] as? String } == ["email"])
        let table = try folder.run(["user", "list", "--search", "user", "--limit", "2"])
        #expect(table.output.split(separator: "\n").count == 3)
        #expect(table.output.contains("FOUND BY"))
        #expect(table.errors.contains("More users follow."))
        #expect(try folder.run(["user", "list", "--search", "nobody"]).output.contains("NAME"))
        #expect(try folder.run(["user", "list", "--limit", "0"]).status == 64)
    }

    func applyErrors() throws {
        let outcome = try folder.run(
            ["apply", "-"], input: "users:\n  - name: ada\n    attributes: {emial: x}\n  - name: ada\n  - nam: b\n")
        let lines = outcome.errors.split(separator: "\n").map(String.init)
        #expect(outcome.status == 78)
        #expect(lines.count == 5, "\(outcome.errors)")
        #expect(lines.first?.hasPrefix("-: line 3 (users[0].attributes.emial): ") == true)
        #expect(lines.last?.contains("4 errors in -: nothing was changed") == true)
        #expect(try folder.run(["user", "list", "--json"]).output.contains("ada") == false)
    }

    func serviceCheck() throws {
        try declareShop()
        let registered = try folder.run(["service", "check", "shop", "https://shop.example.org/callback"])
        #expect(registered.status == 0)
        #expect(registered.output == "registered\n")
        let other = try folder.run(["service", "check", "shop", "https://shop.example.org/callback/"])
        #expect(other.status == 65)
        #expect(other.output.hasPrefix("differs at character 34 from the closest address:\n"))
        #expect(other.output.contains("registered: https://shop.example.org/callback\n"))
        #expect(other.errors.contains("the address is not registered for shop"))
        #expect(try folder.run(["service", "check", "none", "x"]).errors.contains("there is no service none"))
    }

    func logoutCheck() throws {
        try declareShop()
        let none = try folder.run(["service", "check", "shop", "--logout", "https://shop.example.org/bye"])
        #expect(none.status == 65)
        #expect(none.errors.contains("the service has no addresses for after a logout (postLogoutRedirectUris)"))
        try declareShop("postLogoutRedirectUris: [https://shop.example.org/bye]")
        let registered = try folder.run(["service", "check", "shop", "--logout", "https://shop.example.org/bye"])
        #expect(registered.status == 0)
        #expect(registered.output == "registered\n")
        let other = try folder.run(["service", "check", "shop", "--logout", "https://shop.example.org/bye/"])
        #expect(other.status == 65)
        #expect(other.output.hasPrefix("differs at character 29 from the closest address:\n"))
        let ofLogout = try folder.run(["service", "check", "shop", "https://shop.example.org/bye"])
        #expect(ofLogout.status == 65)
        #expect(ofLogout.errors.contains("it is registered in postLogoutRedirectUris: check it with --logout"))
        let ofLogin = try folder.run(["service", "check", "shop", "--logout", "https://shop.example.org/callback"])
        #expect(ofLogin.status == 65)
        #expect(ofLogin.errors.contains("it is registered in redirectUris: check it without --logout"))
    }

    func rotateSecret() throws {
        try declareShop()
        let old = try folder.run(["service", "secret", "shop"]).output
        let new = try folder.run(["service", "rotate-secret", "shop", "--overlap", "24", "--yes"]).output
        #expect(new != old)
        #expect(try folder.run(["service", "secret", "shop"]).output == new)
        #expect(try folder.run(["service", "show", "shop"]).output.contains("Former secret:  accepted until "))
        #expect(
            try folder.run(["service", "rotate-secret", "shop", "--end-overlap", "--yes"]).output
                == "The former secret has ended.\n")
        #expect(try !folder.run(["service", "show", "shop"]).output.contains("Former secret"))
        #expect(try folder.run(["service", "rotate-secret", "shop", "--overlap", "721"]).status == 64)
        #expect(try folder.run(["service", "rotate-secret", "shop", "--overlap", "1", "--end-overlap"]).status == 64)
    }

    func shownSecret(options: [String]) throws {
        try declareShop()
        let secret = String(try folder.run(["service", "secret", "shop"]).output.dropLast())
        try #require(secret.count > 30)
        #expect(try !folder.run(["service", "show", "shop"] + options).output.contains(secret))
        #expect(try folder.run(["service", "show", "shop", "--secret"] + options).output.contains(secret))
    }

    func clientSettings() throws {
        try declareShop("rememberedLogin: { minutes: 60 }", "popups: true")
        let shown = try folder.run(["service", "show", "shop"]).output
        #expect(shown.contains("Authentication: client_secret_basic\n"))
        #expect(shown.contains("rememberedLogin: {minutes: 60, idleMinutes: 60}\n"))
        #expect(shown.contains("popups:         true\n"))
        let json = try folder.run(["service", "show", "shop", "--json"]).output
        #expect(json.contains("\"applicationType\" : \"web\""))
    }

    private func declareShop(_ lines: String...) throws {
        let declaration = """
            organizations:
              - name: Example Inc.
                services:
                  - name: shop
                    redirectUris: ["https://shop.example.org/callback"]
                    signingAlgorithm: ES256
                    roles: [{ name: customer, alternatives: [[pin, device]] }]

            """
        let applied = try folder.run(
            ["apply", "-"], input: declaration + lines.map { "        \($0)\n" }.joined())
        #expect(applied.status == 0, "\(applied.errors)")
    }

    func roles() throws {
        let declaration = """
            organizations:
              - name: Example Inc.
                services:
                  - name: shop
                    redirectUris: ["https://shop.example.org/callback"]
                    signingAlgorithm: ES256
                    openedQRCodes: refuse
                    security: { refuse: [rooted], minimumSystem: { iOS: "17.6" } }
                    roles:
                      - { name: customer, alternatives: [[pin, device]] }
                      - { name: guest, alternatives: [[pin, device]], platforms: [Web] }
                      - { name: visitor, alternatives: [[device]], platforms: [iOS, Android], channels: [sameDevice] }
            """
        let applied = try folder.run(["apply", "-"], input: declaration)
        #expect(applied.status == 0)
        #expect(applied.errors.contains("warning: role visitor at service shop: accepts the device alone"))
        #expect(applied.errors.contains("warning: role guest at service shop: takes browsers"))
        #expect(!applied.errors.contains("customer"))
        let shown = try folder.run(["service", "show", "shop"]).output
        #expect(shown.contains("openedQRCodes:  refuse\n"))
        #expect(shown.contains("security:       {refuse: [rooted], minimumSystem: {iOS: 17.6}}\n"))
        #expect(shown.contains("Role:           customer: device + pin\n"))
        #expect(shown.contains("Role:           visitor: device, on Android or iOS, by sameDevice\n"))
        let json = try folder.run(["service", "show", "shop", "--json"]).output
        #expect(json.contains("\"platforms\""))
        #expect(json.contains("\"minimumSystem\""))
        #expect(json.contains("\"openedQRCodes\" : \"refuse\""))
    }

    func addressInUse() throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 1) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(isBound)
        let port = UInt16(bigEndian: address.sin_port)
        let outcome = try folder.run(["serve", "--port", "\(port)"])
        // systemd tries again after it, unlike after 78.
        #expect(outcome.status == 69)
        #expect(outcome.errors.contains("Cannot listen on 127.0.0.1:\(port): Address already in use"))
        #expect(outcome.errors.contains("choose another port"))
    }
}
