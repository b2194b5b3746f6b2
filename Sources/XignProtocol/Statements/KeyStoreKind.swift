/// The kind of store that holds an activation's keys, by the device's own word.
public enum KeyStoreKind: String, Sendable, Codable, CaseIterable {
    /// Files that only their owner can read.
    case file
    /// A Trusted Platform Module.
    case tpm
    /// Apple's Secure Enclave.
    case enclave
    /// A browser's store of keys that scripts cannot export.
    case web
}

/// A proof by the maker of a key store that it holds the keys. It is stored with the enrolment.
public struct Attestation: Sendable, Equatable {
    /// The largest length of `bytes`.
    public static let maximumByteCount = 8192

    /// The name of the format: 1 to 32 lower-case ASCII letters, digits and hyphens.
    public var format: String
    /// 1 to `maximumByteCount` bytes.
    public var bytes: [UInt8]

    public init(format: String, bytes: [UInt8]) {
        self.format = format
        self.bytes = bytes
    }
}

extension Attestation {
    init(_ value: JSONValue) throws(StatementError) {
        var reader = try JSONObjectReader(value)
        format = try reader.string("format")
        bytes = try reader.bytes("bytes")
        try reader.end()
        guard (1...32).contains(format.utf8.count),
            format.utf8.allSatisfy({ $0.isLowercaseLetter || $0.isDigit || $0 == UInt8(ascii: "-") }),
            (1...Self.maximumByteCount).contains(bytes.count)
        else { throw .malformed }
    }

    var json: JSONValue { .object([("format", .string(format)), ("bytes", .bytes(bytes))]) }
}
