/// A factor's signature of a statement that was verified. Only the verification makes one, so that whoever is shown it need not
/// verify the same signature again.
public struct VerifiedSignature: Sendable {
    private let entry: GeneralSignatures.Entry
    /// The key that it was verified with.
    public let key: FactorPublicKey

    /// Verifies. Nil where it is not the signature of this factor, or not by this key.
    init?(_ entry: GeneralSignatures.Entry, by key: FactorPublicKey) {
        guard entry.header.keyIdentifier == key.factor.rawValue,
            key.isValidSignature(entry.signature, for: entry.signingInput)
        else { return nil }
        self.entry = entry
        self.key = key
    }

    /// Whether it was this very signature, of these very bytes, that was verified, and by a key of the same bytes.
    func isVerification(of other: GeneralSignatures.Entry, by otherKey: FactorPublicKey) -> Bool {
        key == otherKey && entry.signature == other.signature && entry.signingInput == other.signingInput
    }
}
