import XignCrypto
import XignDomain
import XignProtocol

/// The right to enrol keys for an activation, which `open` gives for the secret and the PIN (protocol, section 4).
///
/// The token is computed from the rows that it is for, with the manager's secret. A row that somebody has written into
/// the database, or moved to another activation or account, has no token.
struct OpenToken {
    static let lifetimeSeconds: Int64 = 600

    /// 32 bytes.
    let value: SecretOctets

    /// Derives HMAC-SHA256(manager secret,
    /// "xign/1 open token" || activation id || SHA-256(challenge) || expiry || account id).
    /// For the activation of a recovery the label is "xign/1 open recovery token".
    ///
    /// The expiry is in milliseconds, as 8 bytes, most significant first. Each part but the last one has a fixed
    /// length, whatever stands in the rows.
    /// - Parameter challenge: the challenge that the enrolment statement contains.
    init(for activation: Activation, challenge: [UInt8], expiresAt: Timestamp, managerSecret: SymmetricKey) {
        let label = activation.kind == .recovery ? "xign/1 open recovery token" : "xign/1 open token"
        var message = Array(label.utf8) + activation.id.bytes + SHA256.hash(data: challenge)
        message += withUnsafeBytes(of: expiresAt.rawValue.bigEndian) { unsafe Array($0) }
        message += Array(activation.accountID.text.utf8)
        value = SecretOctets(Array(HMAC<SHA256>.authenticationCode(for: message, using: managerSecret)))
    }

    /// Compares in a time that does not depend on the values.
    func isSame(as token: SecretOctets) -> Bool { constantTimeEqual(value.bytes, token.bytes) }
}
