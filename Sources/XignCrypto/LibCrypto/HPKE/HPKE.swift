/// Hybrid public key encryption (RFC 9180) in base mode, which does not authenticate the sender.
public enum HPKE {
    /// The errors of CryptoKit's type of the same name that occur in base mode.
    public enum Errors: Error, Equatable, Sendable {
        /// The key does not belong to the suite's KEM.
        case inconsistentCiphersuiteAndKey
        /// The suite exports secrets and cannot seal.
        case exportOnlyMode
        /// All 2^64 - 1 nonces were used (RFC 9180, section 5.2).
        case outOfRangeSequenceNumber
        /// The ciphertext is shorter than its tag.
        case ciphertextTooShort
    }
}
