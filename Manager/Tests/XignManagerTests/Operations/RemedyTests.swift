import Foundation
import Testing
import XignHTTP
import XignStorage
import XignUseCases

@testable import XignServer

/// The exit statuses of errors, and what the service manager makes of them.
struct RemedyTests {
    @Test("Exit statuses say who can mend the cause", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the unit starts the manager again, unless somebody must correct something first", unit),
        TestCase("of the database, addresses, poolers, a missing library and a stray log must be corrected", database),
        TestCase("of the manager's own, an empty database and a clock may mend themselves", manager),
        TestCase("an address that the machine does not have may come", address),
        TestCase("an advice ends the sentence of its error with a command, before the error's code", advice),
    ]

    private static let file = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "deploy/systemd/xignin-manager.service")

    /// The statuses after which the unit does not start the manager again.
    private func finalStatuses() throws -> Set<Int32> {
        let unit = try String(contentsOf: Self.file, encoding: .utf8)
        let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("RestartPreventExitStatus=") })
        return Set(line.split(separator: "=")[1].split(separator: " ").compactMap { Int32($0) })
    }

    func unit() throws {
        let final = try finalStatuses()
        #expect(final == [64, Remedy.correction.rawValue])
        #expect(!final.contains(Remedy.waiting.rawValue))
        // All that a restart may find on its way, and what systemd itself reports.
        for status in [0, 1, 66, 70, 74, 75, 130] { #expect(!final.contains(Int32(status))) }
    }

    func database() throws {
        let final = try finalStatuses()
        let corrected = StorageError.Code.allCases.filter { final.contains(Remedy(for: StorageError($0)).rawValue) }
        #expect(Set(corrected) == [.invalidAddress, .libraryMissing, .transactionPooling, .strayLog])
    }

    func manager() throws {
        let final = try finalStatuses()
        let waiting = ManagerError.Code.allCases.filter { !final.contains(Remedy(for: ManagerError($0, "")).rawValue) }
        #expect(Set(waiting) == [.notInitialized, .keyMaterialExpired])
    }

    func advice() {
        #expect(
            explanation(of: ManagerError(.unknownUser, "There is no user ada", .listUsers))
                == "There is no user ada: `xignin-manager user list` names them. [manager.unknownUser]")
        #expect(
            explanation(of: ManagerError(.userExists, "The user ada exists", .issueActivation(user: "ada")))
                == "The user ada exists: `xignin-manager activation issue ada` issues another activation. "
                + "[manager.userExists]")
        #expect(explanation(of: ManagerError(.noSecret, "It has none.")) == "It has none. [manager.noSecret]")
        #expect(explanation(of: StorageError(.full)) == "\(StorageError(.full))")
    }

    /// 192.0.2.0/24 is for documentation (RFC 5737).
    func address() throws {
        let manager = try TestManager()
        let error = #expect(throws: SystemError.self) {
            try ManagerServer(try manager.secondNode()) { $0.address = .tcp("192.0.2.1", 0) }
        }
        #expect(error?.code == EADDRNOTAVAIL)
        #expect(try !finalStatuses().contains(Remedy(for: try #require(error)).rawValue))
    }
}
