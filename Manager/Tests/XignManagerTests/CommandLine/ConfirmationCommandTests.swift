import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignProtocol

struct ConfirmationCommandTests {
    @Test("xignin-manager confirmation", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Without an act that waits, the list says so, and an id is unknown", empty),
        TestCase("An act that waits is listed and shown with its text, reason and second person", shown),
        TestCase(
            "The machine approves a recovery where there is one administrator, and prints link and PIN once", approved),
        TestCase("Approving asks first, and after any answer but yes nothing is done", asks),
        TestCase("With a second administrator the machine refuses, and says who can confirm", secondAdministrator),
        TestCase(
            "An auditor is no second person, nor is an administrator without a device, nor the one concerned",
            noSecondPerson),
        TestCase("An act of an administrator who is none any longer is not done", formerAdministrator),
        TestCase("A withdrawn act is over", withdrawn),
    ]

    private let manager: TestManager
    private let folder: OperatorsFolder
    /// The administrator. Ada has no device.
    private let grace: ConsoleUser

    init() throws {
        manager = try TestManager()
        folder = try OperatorsFolder(of: manager)
        grace = try ConsoleUser(manager, "grace")
    }

    private func askForRecovery(of user: String = "ada") async throws -> String {
        try await grace.begin(.issueRecovery(try manager.account(user).id)).description
    }

    func empty() throws {
        try folder.expect(["confirmation", "list"], prints: ["No act waits for a second person."])
        for command in ["show", "approve", "withdraw"] {
            try folder.expectRefusal(
                ["confirmation", command, PendingActID.random().description], says: "[manager.actRefused]")
        }
        #expect(try folder.run(["confirmation", "show", "x"]).status == 64)
    }

    func shown() async throws {
        let id = try await askForRecovery()
        try folder.expect(["confirmation", "list"], prints: [id, "grace", "Act on \"ada\""])
        try folder.expect(
            ["confirmation", "show", id],
            prints: [
                "  Act on\n      \"ada\"\n", "Asked for by:   grace", "inPerson: showed the identity card",
                "Second person:  the machine",
            ])
        let json = try #require(try folder.json(["confirmation", "show", id]) as? [String: Any])
        #expect(json["user"] as? String == "ada")
        #expect(json["type"] as? String == "issueRecovery")
        #expect(json["refusal"] == nil)
        try CommandsManual().expect("confirmation show", describes: json)
    }

    func approved() async throws {
        let id = try await askForRecovery()
        let outcome = try folder.run(["confirmation", "approve", id, "--yes"])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("Issued an activation for ada."))
        #expect(outcome.output.contains("Link:  "))
        #expect(outcome.output.contains("PIN:   "))
        #expect(try folder.run(["device", "list", "ada"]).output.contains("waits for its device until"))
        try folder.expectRefusal(["confirmation", "approve", id, "--yes"], says: "[manager.actRefused]")
        let events = try #require(try folder.json(["audit", "list", "--limit", "3"]) as? [[String: Any]])
        #expect(events.contains { $0["event"] as? String == "recoveryIssued" })
        let approved = events.first { $0["event"] as? String == "actApproved" }
        #expect(approved?["user"] as? String == "ada")
    }

    func asks() async throws {
        let id = try await askForRecovery()
        try folder.expectRefusal(["confirmation", "approve", id], status: 64, says: "--yes")
        let outcome = try folder.runAtTerminal(["confirmation", "approve", id], answering: "")
        #expect(outcome.status == 1)
        #expect(outcome.output.contains("      \"ada\""))
        #expect(!outcome.output.contains("PIN:"))
        try folder.expect(["confirmation", "list"], prints: [id])
    }

    func secondAdministrator() async throws {
        let id = try await askForRecovery()
        _ = try ConsoleUser(manager, "lin")
        try folder.expectRefusal(
            ["confirmation", "approve", id, "--yes"], says: "lin can confirm it at the console")
        try folder.expect(["confirmation", "show", id], prints: ["Second person:  lin, at the console"])
        try folder.expect(["device", "list", "ada"], prints: ["ada has no device."])
    }

    func noSecondPerson() async throws {
        _ = try ConsoleUser(manager, "max", .auditor)
        try folder.expect(["administrator", "add", "mallory"], prints: [])
        try folder.expect(["administrator", "add", "ada"], prints: [])
        let id = try await askForRecovery()
        try folder.expect(["confirmation", "show", id], prints: ["Second person:  the machine"])
    }

    func formerAdministrator() async throws {
        let id = try await askForRecovery()
        try folder.expect(["administrator", "remove", "grace", "--force", "--yes"], prints: [])
        try folder.expectRefusal(["confirmation", "approve", id, "--yes"], says: "[manager.actRefused]")
        try folder.expect(["device", "list", "ada"], prints: ["ada has no device."])
    }

    func withdrawn() async throws {
        let id = try await askForRecovery()
        try folder.expect(["confirmation", "withdraw", id], prints: ["Withdrawn: Act on \"ada\""])
        try folder.expect(["confirmation", "list"], prints: ["No act waits"])
        try folder.expectRefusal(["confirmation", "approve", id, "--yes"], says: "[manager.actRefused]")
        let events = try #require(try folder.json(["audit", "list", "--limit", "1"]) as? [[String: Any]])
        #expect(events.first?["event"] as? String == "actWithdrawn")
    }
}
