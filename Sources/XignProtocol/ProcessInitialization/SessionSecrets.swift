import XignCrypto

/// The secrets by which an unbound session can be claimed. All are derived, none is stored: whoever reads the database cannot
/// make a QR code, and every node of a manager can check one.
public struct SessionSecrets: Sendable {
    /// A QR code's life in seconds before the next one is drawn.
    public static let stepSeconds: Int64 = 5

    /// The page draws its codes with it. Whoever has it can draw them too, as whoever sees the page can.
    public let qrKey: SecretOctets

    /// - Parameter managerSecret: 32 bytes, shared by all nodes of the manager.
    public init(managerSecret: SymmetricKey, session: SessionID) {
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: managerSecret, salt: [UInt8](), info: Array("xign/1 qr key".utf8) + session.bytes,
            outputByteCount: 32)
        qrKey = SecretOctets(key.copiedBytes)
    }

    /// - Parameter qrKey: as the page has it.
    public init(qrKey: SecretOctets) { self.qrKey = qrKey }

    /// The step at a moment in Unix seconds.
    public static func step(at time: Int64) -> Int64 { time / stepSeconds }

    /// The secret in the QR code of `step`.
    public func qrSecret(step: Int64) -> SecretOctets { Self.qrSecret(step: step, keyed) }

    /// The secret in the link for this device, good as long as the session lives.
    public var linkSecret: SecretOctets { Self.secret(ByteWriter(label: "xign/1 link"), keyed) }

    /// Whether `secret` is that of the present step or of one nearby. Takes the same time whichever it is.
    /// - Parameters:
    ///   - back: how many steps it may be old.
    ///   - ahead: how many steps the page's clock may be ahead.
    public func isCurrent(_ secret: SecretOctets, at time: Int64, back: Int64 = 5, ahead: Int64 = 1) -> Bool {
        let now = Self.step(at: time)
        let keyed = keyed
        return (now - back...now + ahead).reduce(false) { found, step in
            (Self.qrSecret(step: step, keyed) == secret) || found
        }
    }

    /// The key, hashed once for however many secrets are derived from it.
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
