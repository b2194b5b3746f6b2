import Foundation
import Logging
import Testing
import Threads
import XignServer
import XignUseCases

struct LegacyClientsTests {
    @Test("Legacy clients", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a client that may send neither a challenge nor a nonce is named in the log when the manager starts",
            namedAtStart),
        TestCase("other clients are not, nor is one that is not active", notNamed),
    ]

    func namedAtStart() throws {
        let reports = try reports(declaring: "legacy: true")
        #expect(reports.count == 1)
        #expect(reports.first?.contains(#""services":"demo""#) == true)
    }

    func notNamed() throws {
        #expect(try reports(declaring: "pkce: optional").isEmpty)
        #expect(try reports(declaring: "legacy: true\n        active: false").isEmpty)
    }

    /// The log lines of a manager that starts with a service that is declared like this.
    private func reports(declaring lines: String) throws -> [String] {
        let manager = try TestManager()
        let declaration = TestManager.declaration().replacingOccurrences(of: "signingAlgorithm: ES256", with: lines)
        _ = try Apply(manager.context)(Array(declaration.utf8))
        let log = Locked<[String]>([])
        let node = try manager.secondNode(log: Log { line in log.withLock { $0.append(line) } })
        let server = try ManagerServer(node) { $0.address = .tcp("127.0.0.1", 0) }
        _ = server.stop(within: .seconds(5))
        return log.withLock { $0 }.filter { $0.contains("legacyClients") }
    }
}
