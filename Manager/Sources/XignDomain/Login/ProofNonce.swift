import XignCrypto
import XignProtocol

/// A nonce for proofs of possession (RFC 9449, section 8). Whoever signs one has had the key after it was made.
///
/// Nothing is stored: a nonce is HMAC-SHA256(manager secret, "xign/1 dpop nonce" || the number of its minute), so that
/// all managers on a database accept it.
public struct ProofNonce: Sendable {
    private static let spanSeconds: Int64 = 60

    private let managerSecret: SymmetricKey
    private let now: Timestamp

    public init(managerSecret: SymmetricKey, at now: Timestamp) {
        self.managerSecret = managerSecret
        self.now = now
    }

    /// The nonce of this minute.
    public var text: String { text(ofSpan: now.seconds / Self.spanSeconds) }

    /// Returns true for the nonce of this minute, of the two before it, and of the next one, which another manager's
    /// clock may have reached.
    public func accepts(_ nonce: String) -> Bool {
        let span = now.seconds / Self.spanSeconds
        return (span - 2...span + 1).contains { text(ofSpan: $0).hasSameBytes(as: nonce) }
    }

    private func text(ofSpan span: Int64) -> String {
        let number = withUnsafeBytes(of: span.bigEndian) { Array($0) }
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("xign/1 dpop nonce".utf8) + number, using: managerSecret)
        return Base64URL.encode(Array(code.prefix(16)))
    }
}
