import XignCrypto

/// The id of an event in exports of the audit log: the same in each export, and under any key-encryption key.
///
/// A hash, since the id in the database tells how many events there are. That one has 48 random bits.
enum AuditReference {
    static let length = 16

    static func reference(to id: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: Array("xign/1 audit reference".utf8) + id).prefix(length))
    }
}
