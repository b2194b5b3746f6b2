/// Hybrid public key encryption (RFC 9180), base mode: sealed to a public key, by nobody in particular.
public enum HPKE {
    /// CryptoKit's errors of the same name that base mode can meet.
    public enum Errors: Error, Equatable, Sendable {
        /// The key is not of the suite's KEM.
        case inconsistentCiphersuiteAndKey
        /// The suite can export secrets and cannot seal.
        case exportOnlyMode
        /// 2^64 - 1 messages were sealed or opened; no nonce is left (RFC 9180, section 5.2).
        case outOfRangeSequenceNumber
        /// The ciphertext is shorter than its tag.
        case ciphertextTooShort
    }
}
