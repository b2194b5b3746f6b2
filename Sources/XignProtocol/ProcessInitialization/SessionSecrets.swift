import XignCrypto

/// The secrets that claim an unbound session (protocol.md, section 2).
///
/// All are derived and none is stored. So a reader of the database cannot make a QR code, and every node of a manager
/// can check one.
public struct SessionSecrets: Sendable {
    /// The interval in seconds after which the page draws the next QR code.
    public static let stepSeconds: Int64 = 5

    /// The key from which the page draws its codes, 32 bytes.
    public let qrKey: SecretOctets

    /// Derives the key of a session.
    /// - Parameter managerSecret: 32 bytes, shared by all nodes of the manager.
    public init(managerSecret: SymmetricKey, session: SessionID) {
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: managerSecret, salt: [UInt8](), info: Array("xign/1 qr key".utf8) + session.bytes,
            outputByteCount: 32)
        qrKey = SecretOctets(key.copiedBytes)
    }

    /// Uses the key that the page has.
    public init(qrKey: SecretOctets) { self.qrKey = qrKey }

    /// Returns the step at a time in Unix seconds.
    public static func step(at time: Int64) -> Int64 { time / stepSeconds }

    /// Derives the secret of the QR code of `step`, 16 bytes.
    public func qrSecret(step: Int64) -> SecretOctets { Self.qrSecret(step: step, keyed) }

    /// The secret of the link for the same device, 16 bytes, valid while the session waits.
    public var linkSecret: SecretOctets { Self.secret(ByteWriter(label: "xign/1 link"), keyed) }

    /// Returns whether `secret` belongs to the current step or a step nearby, in a time that does not depend on the
    /// step.
    /// - Parameters:
    ///   - time: the current time in Unix seconds.
    ///   - back: the number of earlier steps that are accepted.
    ///   - ahead: the number of later steps that are accepted, for a page whose clock is ahead.
    public func isCurrent(_ secret: SecretOctets, at time: Int64, back: Int64 = 5, ahead: Int64 = 1) -> Bool {
        let now = Self.step(at: time)
        let keyed = keyed
        return (now - back...now + ahead).reduce(false) { found, step in
            (Self.qrSecret(step: step, keyed) == secret) || found
        }
    }

    /// The keyed HMAC, to be computed once for several secrets.
    private var keyed: HMAC<SHA256> { HMAC(key: SymmetricKey(data: qrKey.bytes)) }

    private static func qrSecret(step: Int64, _ keyed: HMAC<SHA256>) -> SecretOctets {
        var message = ByteWriter(label: "xign/1 qr")
        message.append(UInt64(bitPattern: step))
        return secret(message, keyed)
    }

    private static func secret(_ message: ByteWriter, _ keyed: HMAC<SHA256>) -> SecretOctets {
        var code = keyed
        code.update(data: message.bytes)
        return SecretOctets(code.finalize().copiedBytes.prefix(InitializationPayload.secretByteCount))
    }
}
