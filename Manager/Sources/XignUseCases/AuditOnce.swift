import XignDomain
import XignProtocol
import XignStorage

extension Transaction {
    /// Records an event once for each mark, so that nobody fills the audit log with repeated refusals.
    /// - Parameters:
    ///   - mark: the identity of the event; it has no outcome of its own.
    ///   - end: the time until which further events of the mark are left out.
    func auditOnce(_ event: AuditEvent, mark: SeenRequest, until end: Timestamp) throws {
        guard try isNew(mark, until: end) else { return }
        try audit.append(event)
    }

    /// Returns true the first time that it is asked for a mark. It forgets the mark at the end.
    func isNew(_ mark: SeenRequest, until end: Timestamp) throws -> Bool {
        try seenRequests.rememberNew(mark, outcome: AuditMark.recorded, until: end)
    }
}

private enum AuditMark: Codable { case recorded }
