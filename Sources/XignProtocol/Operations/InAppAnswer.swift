import XignCrypto

/// The answer of a manager's authorization endpoint to an app that logs in through its own Keycloak: a session that
/// the app claims itself (protocol.md, section 8).
///
/// It contains no address, so that it cannot send the app elsewhere. It is read like a message: unknown members are
/// ignored.
public struct InAppAnswer: Sendable {
    /// The media type with which the SDK asks for this answer in place of a page.
    public static let mediaType = "application/vnd.xign.inapp+json"
    /// The length of the secret.
    public static let secretByteCount = 32
    static let limits = StrictJSON.Limits(size: 4096, depth: StrictJSON.Limits.message.depth)

    public var idmIdentifier: String
    public var session: SessionID
    /// The secret that claims the session, 32 bytes.
    public var secret: SecretOctets
    /// The remaining lifetime of the session in seconds.
    public var expiresInSeconds: Int64

    public init(idmIdentifier: String, session: SessionID, secret: SecretOctets, expiresInSeconds: Int64) {
        self.idmIdentifier = idmIdentifier
        self.session = session
        self.secret = secret
        self.expiresInSeconds = expiresInSeconds
    }

    /// Derives the secret that claims a session, 32 bytes (protocol.md, section 2).
    /// - Parameter managerSecret: 32 bytes, shared by all nodes of the manager.
    public static func secret(of session: SessionID, managerSecret: SymmetricKey) -> SecretOctets {
        let secret = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: managerSecret, salt: [UInt8](), info: Array("xign/1 in-app".utf8) + session.bytes,
            outputByteCount: secretByteCount)
        return SecretOctets(secret.copiedBytes)
    }

    /// Reads an answer.
    /// - Throws: `StrictJSON.Refusal`, `DecodingError` or `StatementError`: `unsupportedVersion` for another version.
    public init(parsing bytes: [UInt8]) throws {
        let members = try MessageCoding.decode(Members.self, from: bytes, limits: Self.limits)
        guard members.v == ProtocolVersion.current else { throw StatementError.unsupportedVersion }
        guard members.inApp.bytes.count == Self.secretByteCount, members.expiresInSeconds >= 0 else {
            throw StatementError.malformed
        }
        self.init(
            idmIdentifier: members.idm, session: members.sessionId, secret: members.inApp,
            expiresInSeconds: members.expiresInSeconds)
    }

    /// Encodes the answer.
    /// - Throws: `EncodingError`, like `MessageCoding.encode`.
    public func serialized() throws -> [UInt8] {
        try MessageCoding.encode(
            Members(
                v: ProtocolVersion.current, idm: idmIdentifier, sessionId: session, inApp: secret,
                expiresInSeconds: expiresInSeconds))
    }

    private struct Members: Codable {
        var v: Int64
        var idm: String
        var sessionId: SessionID
        var inApp: SecretOctets
        var expiresInSeconds: Int64
    }
}
