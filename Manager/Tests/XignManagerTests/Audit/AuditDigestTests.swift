import Testing
import XignDomain

@testable import XignStorage

struct AuditDigestTests {
    @Test("Digests of events", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("no two different events have one digest", injective),
        TestCase("random columns give one digest only where they are the same", random),
        TestCase("the hash of a network depends on its salt", salted),
    ]

    private typealias Change = @Sendable (inout AuditRecord) -> Void

    private static let record: AuditRecord = {
        var record = AuditRecord(id: [1, 2, 3], at: Timestamp(rawValue: 4), kind: "kind")
        record.accountID = AccountID("account")
        (record.activationID, record.serviceID, record.organizationID) = ([5], "service", "organization")
        (record.sessionID, record.approvalID) = ([6], [7])
        (record.operatorName, record.operatorAccountID, record.detail) = ("name", "operator", "detail")
        return record
    }()

    /// Each column as another value, as empty, and as absent.
    private static let changes: [Change] = [
        { $0.id = [1, 2] }, { $0.at = Timestamp(rawValue: 5) }, { $0.kind = "kin" },
        { $0.accountID = AccountID("") }, { $0.accountID = nil }, { $0.activationID = [] }, { $0.activationID = nil },
        { $0.serviceID = "" }, { $0.serviceID = nil }, { $0.organizationID = "" }, { $0.organizationID = nil },
        { $0.sessionID = [] }, { $0.sessionID = nil }, { $0.approvalID = [] }, { $0.approvalID = nil },
        { $0.operatorName = "" }, { $0.operatorName = nil }, { $0.operatorAccountID = "" },
        { $0.operatorAccountID = nil }, { $0.detail = "" }, { $0.detail = nil },
        // The same bytes in other columns.
        { ($0.serviceID, $0.organizationID) = ("serviceorganization", "") },
        { ($0.serviceID, $0.organizationID) = (nil, "service") },
        { ($0.sessionID, $0.approvalID) = ([7], [6]) },
        { ($0.operatorName, $0.operatorAccountID) = ("operator", "name") },
    ]

    func injective() {
        var digests: Set<[UInt8]> = [Self.record.digest(network: nil)]
        digests.insert(Self.record.digest(network: []))
        digests.insert(Self.record.digest(network: [0]))
        for change in Self.changes {
            var changed = Self.record
            change(&changed)
            digests.insert(changed.digest(network: nil))
        }
        #expect(digests.count == Self.changes.count + 3)
    }

    func random() {
        var generator = SystemRandomNumberGenerator()
        let letters = ["a", "\u{0}", "\u{1}"]
        func text() -> String? {
            let length = Int.random(in: -1...2, using: &generator)
            guard length >= 0 else { return nil }
            return (0..<length).map { _ in letters.randomElement(using: &generator) ?? "" }.joined()
        }
        var known: [[UInt8]: AuditRecord] = [:]
        for _ in 1...1_000 {
            var record = AuditRecord(id: [], at: Timestamp(rawValue: 0), kind: "")
            (record.serviceID, record.organizationID, record.operatorName) = (text(), text(), text())
            (record.operatorAccountID, record.detail) = (text(), text())
            let digest = record.digest(network: nil)
            #expect(known[digest] ?? record == record)
            known[digest] = record
        }
    }

    func salted() {
        let hashes = Set([[1], [2], [3]].map { AuditRecord.digest(ofNetwork: "192.0.2.0/24", salt: $0) })
        #expect(hashes.count == 3)
    }
}
