import XignCrypto
import XignDomain
import XignProtocol

/// A row of the audit log, column by column, as its digest covers it.
///
/// `AuditEvent` is no substitute: it reads the rows of older versions as if they were new ones.
package struct AuditRecord: Sendable, Equatable {
    package var id: [UInt8]
    package var at: Timestamp
    package var kind: String
    package var accountID: AccountID?
    package var activationID: [UInt8]?
    package var serviceID: String?
    package var organizationID: String?
    package var sessionID: [UInt8]?
    package var approvalID: [UInt8]?
    package var operatorName: String?
    package var operatorAccountID: String?
    /// The only member that is ever erased.
    package var network: String?
    package var detail: String?

    package init(id: [UInt8], at: Timestamp, kind: String) {
        self.id = id
        self.at = at
        self.kind = kind
    }

    init(_ row: TableRow<AuditLog.Column>) throws {
        id = try row(.id)
        at = try row(.at)
        kind = try row(.kind)
        accountID = try row.optional(.accountID)
        activationID = try row.optional(.activationID)
        serviceID = try row.optional(.serviceID)
        organizationID = try row.optional(.organizationID)
        sessionID = try row.optional(.sessionID)
        approvalID = try row.optional(.approvalID)
        operatorName = try row.optional(.operatorName)
        operatorAccountID = try row.optional(.operatorAccountID)
        network = try row.optional(.network)
        detail = try row.optional(.detail)
    }

    /// True for what a person has done with a device or in a browser: then the network is the person's own.
    package var isByPerson: Bool {
        operatorName == nil && operatorAccountID == nil
            && AuditEvent.Kind(rawValue: kind)?.definition.usualActor == .person
    }
}

// MARK: Digests

extension AuditRecord {
    /// The number of bytes of a salt.
    static let saltByteCount = 16

    /// Returns the digest of a row: SHA-256 of its columns in a fixed order, each with its length or as absent, so that
    /// no two rows have the same bytes (docs/evidence.md).
    /// - Parameter network: `digest(ofNetwork:salt:)`; nil for a row that never had a network.
    package func digest(network: [UInt8]?) -> [UInt8] {
        var bytes = Array("xign/1 audit row".utf8)
        func append(_ column: [UInt8]?) { bytes += column.map { Self.lengthPrefixed($0) } ?? [0] }
        func append(_ column: String?) { append(column.map { Array($0.utf8) }) }
        append(id)
        append(Self.bytes(of: at.rawValue))
        append(kind)
        append(accountID?.text)
        append(activationID)
        append(serviceID)
        append(organizationID)
        append(sessionID)
        append(approvalID)
        append(operatorName)
        append(operatorAccountID)
        append(network)
        append(detail)
        return Array(SHA256.hash(data: bytes))
    }

    /// Returns a hash by which nobody can guess the network once the salt is erased.
    package static func digest(ofNetwork network: String, salt: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array(network.utf8), using: SymmetricKey(data: salt)))
    }

    /// Returns a value after the byte 1 and its length as u32.
    static func lengthPrefixed(_ value: [UInt8]) -> [UInt8] {
        [1] + stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value.count >> $0) } + value
    }

    static func bytes(of number: Int64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
