import Testing
import XignDomain
import XignStorage

@testable import XignUseCases

struct SecondConfirmationEventTests {
    @Test("The second confirmation in the audit log", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("The second confirmation is an event by whoever gave it, on what it concerned", event),
        TestCase("The second confirmation of a removal names the account by its id, which stays in the log", removal),
        TestCase("The second confirmation of a grant names its organization", organization),
    ]

    func event() async throws {
        let scene = try AuditScene()
        let manager = scene.manager
        let (grace, lin) = (try ConsoleUser(manager, "grace"), try ConsoleUser(manager, "lin"))
        let max = try ConsoleUser(manager, "max", .auditor)
        let pending = try await grace.begin(.revokeDevice(max.device.activation))
        let approval = try await lin.confirmed(approving: pending)
        #expect(try manager.events(.actApproved).isEmpty)
        #expect(try await lin.perform(approval).name == "revokeDevice")
        let event = try #require(try manager.events(.actApproved).first)
        #expect(event.actor == .administrator(lin.account))
        #expect(event.accountID == max.account)
        #expect(event.activationID == max.device.activation)
        #expect(event.sessionID == (try manager.events(.activationRevoked).first?.sessionID))
        #expect(event.approvalID == approval)
        #expect(event.network == "192.0.2.0/24")
        #expect(event.detail == "revokeDevice")
        let byLin = try scene.filter { $0.who = "lin" }
        #expect(try scene.kinds(byLin) == [.actApproved])
        #expect(try scene.kinds(scene.filter { $0.whom = "max" }).contains(.actApproved))
        let found = try #require(try scene.search(byLin)?.entries.first)
        let evidence = try #require(try ReadEvidence(manager.context)(found.id, for: grace.party))
        #expect(evidence.statements.map(\.signer?.party?.name) == ["grace", "lin"])
        let export = try #require(try await ExportAudit(manager.context)(byLin, for: grace.party))
        let text = String(decoding: export, as: UTF8.self)
        #expect(text.contains("\"event\":\"actApproved\""))
        #expect(text.contains("\"approvalId\":\"\(approval)\""))
        #expect(text.contains("\"user\":\"max\""))
    }

    func removal() async throws {
        let manager = try TestManager()
        let (grace, lin) = (try ConsoleUser(manager, "grace"), try ConsoleUser(manager, "lin"))
        let ada = try ConsoleUser(manager, "ada", nil, at: .account)
        let pending = try await grace.begin(.removeAccount(ada.account))
        #expect(try await lin.approve(pending) == "removeAccount")
        #expect(try manager.events(.actApproved).first?.accountID == ada.account)
    }

    func organization() async throws {
        let manager = try TestManager()
        let (grace, lin) = (try ConsoleUser(manager, "grace"), try ConsoleUser(manager, "lin"))
        let max = try ConsoleUser(manager, "max", .auditor)
        let scope = Scope.organization(try manager.organization(named: "Example Inc.").id)
        #expect(try await lin.approve(try await grace.begin(.grant(max.account, .auditor, scope))) == "grant")
        let event = try #require(try manager.events(.actApproved).first)
        #expect(event.organizationID == scope.organization)
    }
}
