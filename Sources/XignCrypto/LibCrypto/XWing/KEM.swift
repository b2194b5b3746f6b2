import FoundationEssentials

/// Key encapsulation mechanisms.
public enum KEM {
    /// A new secret, and the message by which the owner of the private key finds it too.
    public struct EncapsulationResult: Sendable {
        /// The secret of both sides, uniformly random.
        public let sharedSecret: SymmetricKey

        /// What to send to the recipient.
        public let encapsulated: Data
    }
}
