/// Applies the change that a confirmed utility process has granted (protocol.md, section 7).
///
/// A repeated body gets its outcome again, also after the change has removed the keys that prove the request.
public enum FinishUtility: DeviceOperation {
    public static let name = DeviceOperationName.finishUtility

    public struct Request: Codable, Sendable {
        public var activationId: ActivationID
        /// The grant that `finish` returned, 32 bytes.
        public var grant: SecretOctets
        /// The key-change statement, signed: a JWS as JSON.
        public var keyChange: Octets
        /// The `ActivationPINProof` of a new activation, 32 bytes. It is not signed: a stored statement must not test
        /// a PIN.
        public var pinProof: SecretOctets?
        /// The secret of a new activation, 16 bytes, only to have it mailed.
        public var secret: SecretOctets?

        public init(
            activationId: ActivationID, grant: SecretOctets, keyChange: Octets, pinProof: SecretOctets? = nil,
            secret: SecretOctets? = nil
        ) {
            self.activationId = activationId
            self.grant = grant
            self.keyChange = keyChange
            self.pinProof = pinProof
            self.secret = secret
        }
    }

    public struct Response: Codable, Sendable {
        /// The remaining lifetime of a new activation in seconds; nil for other changes.
        public var expiresInSeconds: Int64?

        public init(expiresInSeconds: Int64?) { self.expiresInSeconds = expiresInSeconds }
    }
}
