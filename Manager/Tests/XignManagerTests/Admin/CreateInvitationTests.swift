import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct CreateInvitationTests {
    @Test("The account that an invitation makes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("The database shows neither the address nor the roles of an invitation, its process included", sealed),
        TestCase("The invited address is an unverified value that is not primary", address),
        TestCase("The address does not become primary when the person gets another one", notPrimary),
        TestCase("Its name is drawn, and does not tell the address", name),
    ]

    let manager: TestManager

    init() throws {
        manager = try TestManager()
        _ = try Apply(manager.context)(Array("users: [{name: eve}]".utf8))
    }

    func sealed() throws {
        let device = try RawDevice(manager, user: "eve")
        _ = try #require(try manager.invite().open(existing: device).merge)
        let dump = try manager.dump()
        #expect(!dump.isEmpty)
        #expect(!dump.contains("eve@example.org"))
        #expect(!dump.contains("eve@"))
    }

    func address() throws {
        let invitation = try manager.invite()
        let values = try manager.context.database.read { transaction in
            let account = try #require(try transaction.activations.find(invitation.id)).accountID
            return try transaction.attributeValues.all(of: account)
        }
        #expect(values.map(\.text) == ["eve@example.org"])
        #expect(values.first?.isVerified == false)
        #expect(values.first?.isPrimary == false)
    }

    func notPrimary() throws {
        let name = try placeholder(try manager.invite()).name
        try manager.context.withAttributes(ofUser: name) {
            try $0.set(.email, to: .init(text: "own@example.org", alias: nil, isPrimary: false, isVerified: true))
        }
        let values = try ListUserAttributes(manager.context)(userName: name)
        #expect(values.first { $0.primary }?.value == "own@example.org")
        #expect(values.count == 2)
    }

    func name() throws {
        let names = try (0..<3).map { _ in try placeholder(try manager.invite()).name }
        #expect(Set(names).count == 3)
        #expect(names.allSatisfy { $0.hasPrefix("invited-") && !$0.contains("example") })
    }

    private func placeholder(_ invitation: RawActivation) throws -> Account {
        try manager.context.database.read { transaction in
            let activation = try #require(try transaction.activations.find(invitation.id))
            return try #require(try transaction.accounts.find(id: activation.accountID))
        }
    }
}
