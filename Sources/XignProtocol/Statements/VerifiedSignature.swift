/// A factor's signature that was verified. Only verification creates a value, so that a function that receives one need
/// not verify it again.
public struct VerifiedSignature: Sendable {
    private let entry: GeneralSignatures.Entry
    /// The key that verified the signature.
    public let key: FactorPublicKey

    /// Verifies a signature; nil where it is not the signature of this factor, or not valid under this key.
    init?(_ entry: GeneralSignatures.Entry, by key: FactorPublicKey) {
        guard entry.header.keyIdentifier == key.factor.rawValue,
            key.isValidSignature(entry.signature, for: entry.signingInput)
        else { return nil }
        self.entry = entry
        self.key = key
    }

    /// Returns whether the other signature and signing input have the same bytes, and the key is the same.
    func isVerification(of other: GeneralSignatures.Entry, by otherKey: FactorPublicKey) -> Bool {
        key == otherKey && entry.signature == other.signature && entry.signingInput == other.signingInput
    }
}
