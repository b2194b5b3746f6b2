import Testing
import XignDomain
import XignProtocol

@testable import XignStorage
@testable import XignUseCases

/// A change in the database by somebody without the key.
enum AuditTampering: CaseIterable {
    case changedDetail, changedNetwork, changedKind, deletedEvent, deletedLink, deletedBoth, changedLink,
        changedDigest
    case digestOfChangedEvent, swappedEvents, swappedPositions, cutEnd, cutBeginning, erasedNetwork, changedState
    case addedLink, linkBeforeBeginning, renamedLink, deletedState, deletedKey

    var found: (AuditReport.Break.Kind, Int64) {
        switch self {
        case .changedDetail, .changedNetwork, .changedKind, .erasedNetwork: (.changedEvent, 3)
        case .deletedEvent: (.missingEvent, 3)
        case .deletedLink, .deletedBoth: (.missingLink, 3)
        case .changedLink, .changedDigest, .digestOfChangedEvent, .swappedPositions, .swappedEvents, .renamedLink:
            (.changedLink, 3)
        case .cutEnd: (.missingEnd, 3)
        case .cutBeginning: (.missingLink, 1)
        case .changedState, .deletedState, .deletedKey: (.missingState, 0)
        case .addedLink: (.addedLink, 1_000)
        case .linkBeforeBeginning: (.addedLink, 0)
        }
    }

    /// Changes the event and the link of position 3.
    /// - Parameters:
    ///   - third: the id of the event at position 3.
    ///   - fourth: the id of the event at position 4.
    func change(
        _ transaction: any Transaction, _ third: [UInt8], _ fourth: [UInt8]
    ) throws {
        let zeros = [UInt8](repeating: 0, count: 32)
        switch self {
        case .changedDetail: try transaction.execute("UPDATE audit SET detail = 'other' WHERE id = \(third)")
        case .changedNetwork:
            try transaction.execute("UPDATE audit SET network = '198.51.100.0/24' WHERE id = \(third)")
        case .changedKind: try transaction.execute("UPDATE audit SET kind = 'sessionEnded' WHERE id = \(third)")
        case .deletedEvent: try transaction.execute("DELETE FROM audit WHERE id = \(third)")
        case .deletedLink: try transaction.execute("DELETE FROM audit_link WHERE audit_id = \(third)")
        case .deletedBoth:
            try transaction.execute("DELETE FROM audit_link WHERE audit_id = \(third)")
            try transaction.execute("DELETE FROM audit WHERE id = \(third)")
        case .changedLink: try transaction.execute("UPDATE audit_link SET link = \(zeros) WHERE position = 3")
        case .changedDigest: try transaction.execute("UPDATE audit_link SET digest = \(zeros) WHERE position = 3")
        case .digestOfChangedEvent:
            try transaction.execute("UPDATE audit SET detail = 'other', network = NULL WHERE id = \(third)")
            let record = try #require(
                try transaction.auditChain.events(after: [], before: fourth, limit: 100).last?.record)
            try transaction.execute(
                """
                UPDATE audit_link SET network_salt = NULL, digest = \(record.digest(network: nil)) WHERE position = 3
                """)
        case .swappedEvents:
            try transaction.execute("UPDATE audit_link SET audit_id = \(zeros) WHERE position = 3")
            try transaction.execute("UPDATE audit_link SET audit_id = \(third) WHERE position = 4")
            try transaction.execute("UPDATE audit_link SET audit_id = \(fourth) WHERE position = 3")
        case .swappedPositions:
            try transaction.execute("UPDATE audit_link SET position = 2000 WHERE position = 3")
            try transaction.execute("UPDATE audit_link SET position = 3 WHERE position = 4")
            try transaction.execute("UPDATE audit_link SET position = 4 WHERE position = 2000")
        case .cutEnd:
            try transaction.execute("DELETE FROM audit WHERE id >= \(third)")
            try transaction.execute("DELETE FROM audit_link WHERE position >= 3")
        case .cutBeginning:
            try transaction.execute("DELETE FROM audit WHERE id < \(third)")
            try transaction.execute("DELETE FROM audit_link WHERE position < 3")
        case .erasedNetwork: try transaction.auditChain.eraseNetwork(of: third)
        case .changedState: try transaction.execute("UPDATE audit_chain SET sealed_state = \(zeros)")
        case .deletedState: try transaction.execute("DELETE FROM audit_chain")
        case .deletedKey: try transaction.execute("DELETE FROM signing_key WHERE purpose = 'auditChain'")
        case .addedLink:
            try transaction.execute(
                """
                INSERT INTO audit_link (position, audit_id, digest, link) VALUES (1000, \(zeros), \(zeros), \(zeros))
                """)
        case .linkBeforeBeginning:
            try transaction.execute(
                """
                INSERT INTO audit_link (position, audit_id, digest, link) VALUES (0, \(zeros), \(zeros), \(zeros))
                """)
        case .renamedLink:
            // As if the event had left the log long ago.
            try transaction.execute("UPDATE audit_link SET audit_id = \(zeros) WHERE position = 3")
            try transaction.execute("DELETE FROM audit WHERE id = \(third)")
        }
    }
}
