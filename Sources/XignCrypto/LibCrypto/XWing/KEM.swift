import FoundationEssentials

/// Key encapsulation mechanisms.
public enum KEM {
    /// A new secret, and its encapsulation for the owner of the private key.
    public struct EncapsulationResult: Sendable {
        /// The secret of both sides, uniformly random.
        public let sharedSecret: SymmetricKey

        /// The encapsulation to send to the recipient.
        public let encapsulated: Data
    }
}
