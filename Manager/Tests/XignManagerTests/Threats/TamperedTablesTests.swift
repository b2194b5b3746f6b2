import DatabaseFixture
import Foundation
import Testing
import XignDomain
import XignProtocol

@testable import XignDeviceAPI
@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

/// The consequences of rows of one table that somebody has rolled back, deleted or exchanged, for every table of the
/// schema (docs/threat-model.md, "Rows that somebody else writes").
struct TamperedTablesTests {
    @Test("Tables that somebody has written to", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "Rows of each table that were rolled back have the known consequences and no others", rolledBack,
            each: Engine.allCases),
        TestCase(
            "Rows of each table that were deleted have the known consequences and no others", deleted,
            each: Engine.allCases),
        TestCase(
            "Rows of two people that were exchanged give neither the rights of the other", exchanged,
            each: Engine.allCases),
        TestCase(
            "A revoked device logs in again where its activation and its keys were rolled back", bothRolledBack,
            each: Engine.allCases),
        TestCase("Without a change nothing that has ended comes back", untouched),
        TestCase("The threat model has a word about each table", documented),
    ]

    func rolledBack(_ engine: Engine) async throws {
        let scene = try await TamperedTables(engine)
        let found = try await scene.consequences(of: scene.rollBack)
        #expect(
            found == [
                "account": [.disabledAccount], "activation": [.lockedDevice],
                "administrator_grant": [.withdrawnGrant], "factor": [.formerPIN], "pending_act": [.withdrawnAct],
                "process": [.repeatedAct],
            ])
    }

    func deleted(_ engine: Engine) async throws {
        let scene = try await TamperedTables(engine)
        #expect(try await scene.consequences(of: scene.delete) == [:])
    }

    func bothRolledBack(_ engine: Engine) async throws {
        let scene = try await TamperedTables(engine)
        for table: SQL.Fragment in ["activation", "factor"] { try scene.rollBack(table) }
        #expect(try await scene.consequences().contains(.endedDevice))
    }

    func documented() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../docs/threat-model.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        let section = try #require(text.split(separator: "### ").first { $0.hasPrefix("Rows that somebody else") })
        for table in TestManager.allTables {
            #expect(section.contains("`\(table.text)`"), "\(table.text)")
        }
    }

    func exchanged(_ engine: Engine) async throws {
        let scene = try await TamperedTables(engine)
        #expect(try await scene.consequences(of: scene.exchange) == [:])
    }

    func untouched() async throws {
        let scene = try await TamperedTables(.sqlite)
        #expect(try await scene.consequences() == [])
    }
}
