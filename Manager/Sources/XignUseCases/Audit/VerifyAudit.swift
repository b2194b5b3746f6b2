import XignDomain
import XignProtocol
import XignStorage

/// Verifies the chain of the audit log: each event, each link, both ends, and heads that were published. Compares the
/// devices with it.
///
/// Housekeeping may link and remove events meanwhile: each part is read from one snapshot with its state.
package struct VerifyAudit: Sendable {
    /// Links that one transaction reads.
    private static let batch = 1_000

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter heads: the texts of published heads.
    package func callAsFunction(
        heads: [String] = [], reporting progress: ReportProgress = ignoreProgress
    ) throws -> AuditReport {
        try Self.verify(heads: heads.map { try context.auditHead($0) }, at: context.clock.now(), progress) { part in
            try context.database.read(part)
        }
    }

    /// Verifies the chain in a transaction that has written the whole log.
    package static func verify(
        in transaction: any Transaction, at now: Timestamp, reporting progress: ReportProgress = ignoreProgress
    ) throws -> AuditReport {
        try verify(heads: [], at: now, progress) { part in try part(transaction) }
    }

    /// - Parameters:
    ///   - heads: nil for a text that is no head of this manager.
    ///   - read: runs a part of the work in a transaction.
    private static func verify(
        heads: [AuditHead?], at now: Timestamp, _ progress: ReportProgress,
        read: (_ part: (any Transaction) throws -> Void) throws -> Void
    ) throws -> AuditReport {
        var key: AuditChainKey?
        try read { key = try $0.auditChain.key() }
        var walk = ChainWalk(key: key, heads: heads)
        var goesOn = true
        while goesOn {
            try read { goesOn = try walk.next($0, limit: batch) }
            progress(walk.progress)
        }
        var report = walk.report
        progress(WorkProgress(.comparingDevices))
        var device: ActivationID?
        repeat {
            try read {
                device = try FindPutBackRows(transaction: $0).comparePINKeys(after: device, limit: batch, &report)
            }
        } while device != nil
        try read { report.oldestUnlinked = try $0.auditChain.oldestUnlinked(at: now) }
        report.unlinkedSeconds = report.oldestUnlinked.map { now.secondsSince($0) }
        let turn = TimeOrderedID.place(at: report.oldestUnlinked ?? now)
        var (place, count): ([UInt8]?, Int64) = ([], 0)
        while let last = place {
            try read { place = try findUnlinked(after: last, turn: turn, $0, &report, &count) }
            if place != nil { progress(WorkProgress(.readingEvents, done: count)) }
        }
        return report
    }

    /// Counts the events of one part of the log that have no link.
    /// - Parameters:
    ///   - turn: the place before which all events have had their turn to be linked.
    ///   - count: grows by the number of the part's events.
    /// - Returns: the place after the part; nil where no event is left.
    private static func findUnlinked(
        after place: [UInt8], turn: [UInt8], _ transaction: any Transaction, _ report: inout AuditReport,
        _ count: inout Int64
    ) throws -> [UInt8]? {
        let events = try transaction.auditChain.events(after: place, before: [0xFF], limit: batch)
        count += Int64(events.count)
        for event in events where !event.isLinked {
            report.unlinked += 1
            if event.record.id.lexicographicallyPrecedes(turn) { report.unlinkedLate += 1 }
        }
        return events.last?.record.id
    }
}

/// The result of `VerifyAudit`.
package struct AuditReport: Sendable, Equatable {
    /// A place where the chain does not hold.
    package struct Break: Sendable, Equatable {
        package enum Kind: String, Sendable {
            /// An event is not as it was linked.
            case changedEvent
            /// An event is gone, though its retention has not ended.
            case missingEvent
            /// A position has no link.
            case missingLink
            /// A link was changed, or made without the key.
            case changedLink
            /// Links at the end are gone.
            case missingEnd
            /// Links stand beyond the end that the manager has sealed.
            case addedLink
            /// Another link stands at the position of a published head, or none.
            case otherHead
            /// The text is no head that this manager has signed.
            case foreignHead
            /// The key or the state of the chain is gone.
            case missingState
        }

        package let kind: Kind
        package let position: Int64
        /// The id of the event in the database; nil where it is not known.
        package let auditID: [UInt8]?
        /// The time of the event by its id.
        package var at: Timestamp? { auditID.map { TimeOrderedID.moment(of: $0) } }
    }

    /// An event that was linked after later ones. It committed late, or somebody has added it to the database.
    package struct Late: Sendable, Equatable {
        package let position: Int64
        package let auditID: [UInt8]
        /// The time between the event and the newest that was linked before it.
        package let seconds: Int64
    }

    /// A row of a device that contradicts the log, or what the device has signed.
    package struct PutBack: Sendable, Equatable {
        package enum Kind: String, Sendable {
            /// The device is active, though a linked event has ended it.
            case endedDevice
            /// The PIN key is not that of the last signed enrolment or change.
            case formerPIN
            /// A linked event has changed the PIN, and the signed change is gone.
            case missingPINChange
            /// A key of the device was moved, or altered.
            case movedKey
        }

        package let kind: Kind
        package let activation: ActivationID
        /// The moment of the linked event; nil where no event is concerned.
        package var endedAt: Timestamp?
    }

    /// The first link and the last one; 0 where there is none.
    package var first: Int64 = 0
    package var last: Int64 = 0
    /// The moment before which the retention has removed events; nil where it has removed none.
    package var removedBefore: Timestamp?
    /// The number of links that hold.
    package var verified = 0
    package var firstBreak: Break?
    package var breaks = 0
    /// The rows of devices that somebody has put back.
    package var putBack: [PutBack] = []
    /// The number of events that were linked late, and the one that was linked latest.
    package var late = 0
    package var latest: Late?
    /// The number of events whose network was erased.
    package var erased = 0
    /// The number of heads that the chain contains, and of those whose position has left the log.
    package var heads = 0
    package var oldHeads = 0
    /// The number of events without a link, and of those that committed after their turn: the walk through the whole
    /// log links them.
    package var unlinked = 0
    package var unlinkedLate = 0
    /// The oldest event that waits for its turn (`Context.oldestUnlinkedEvent`), and its age.
    package var oldestUnlinked: Timestamp?
    package var unlinkedSeconds: Int64?
    /// True if events that have not had their turn have waited too long for their links.
    package var isBehind: Bool { unlinkedSeconds ?? 0 > LinkAudit.longestSeconds }

    mutating func add(_ kind: Break.Kind, at position: Int64, _ auditID: [UInt8]? = nil) {
        firstBreak = firstBreak ?? Break(kind: kind, position: position, auditID: auditID)
        breaks += 1
    }
}
