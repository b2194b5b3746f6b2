import XignCrypto
import XignProtocol

/// A place in the chain of the audit log: a position, its link and its event.
package struct AuditChainEnd: Codable, Sendable, Equatable {
    /// From 1; 0 before the first link.
    package var position: Int64
    /// 32 bytes; zeros before the first link.
    package var link: Octets
    /// The id of the event; empty before the first link.
    package var auditID: Octets

    package init(position: Int64, link: [UInt8], auditID: [UInt8]) {
        self.position = position
        self.link = Octets(link)
        self.auditID = Octets(auditID)
    }

    static let start = AuditChainEnd(position: 0, link: [UInt8](repeating: 0, count: 32), auditID: [])
}

/// The ends of the chain. It is sealed: who can write to the database can put back an older one, and make none.
package struct AuditChainState: Codable, Sendable, Equatable {
    /// The last link that has left with the events of its time; `start` where none has.
    package var removed = AuditChainEnd.start
    /// The place in the log before which events have left it; empty where none has.
    package var removedBefore = Octets([])
    /// The newest link.
    package var last = AuditChainEnd.start
    /// The id of the event that was linked last in the order of events; later ones are linked next.
    package var linkedUntil = Octets([])
    /// The place that the walk through the whole log has reached; empty at its beginning.
    package var walkedUntil = Octets([])
    /// The checked time, in milliseconds since 1970; nil in a state that a version without it has stored.
    package var checkedTime: Int64?
}

/// The key of the links. It is drawn once and sealed as a signing key is, since each link depends on it.
package struct AuditChainKey: Sendable {
    static let purpose = "auditChain"

    private let key: SymmetricKey

    package init(_ bytes: [UInt8]) { key = SymmetricKey(data: bytes) }

    /// Returns the link of an event: an HMAC with SHA-256 of the link before, the position, the event's id and its
    /// digest.
    ///
    /// The id is in the digest too. When the event has left the log, only the link still authenticates it.
    package func link(
        of auditID: [UInt8], _ digest: [UInt8], at position: Int64, after previous: [UInt8]
    ) -> [UInt8] {
        let bytes =
            Array("xign/1 audit link".utf8) + previous + AuditRecord.bytes(of: position)
            + AuditRecord.lengthPrefixed(auditID) + digest
        return Array(HMAC<SHA256>.authenticationCode(for: bytes, using: key))
    }

    package func isLink(
        _ link: [UInt8], of auditID: [UInt8], _ digest: [UInt8], at position: Int64, after previous: [UInt8]
    ) -> Bool {
        constantTimeEqual(link, self.link(of: auditID, digest, at: position, after: previous))
    }
}
