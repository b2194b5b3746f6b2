import XignCrypto

/// A statement signed by several factors of one activation, or by the keys that it enrols (protocol.md, "Signatures").
public struct SignedStatement: Sendable {
    /// The signed bytes of the statement. They are never encoded again.
    public let payload: [UInt8]
    /// The factors that have signed, sorted, as in every header.
    public let factors: [FactorType]
    public let type: StatementType
    /// The JWS as JSON.
    public let serialized: [UInt8]
    private let entries: [GeneralSignatures.Entry]

    /// Reads a JWS and checks its form: exactly one signature for each factor in `factors`, with the algorithm of that
    /// factor. Verifies no signature.
    /// - Throws: `StatementError.malformed`.
    public init(parsing bytes: [UInt8], type: StatementType) throws(StatementError) {
        let signatures = try GeneralSignatures(parsing: bytes, type: type.rawValue, namesFactors: true)
        let factors = signatures.entries[0].header.factors ?? []
        guard signatures.entries.allSatisfy({ $0.header.factors == factors }),
            signatures.entries.map(\.header.keyIdentifier).sorted() == factors.map(\.rawValue),
            signatures.entries.allSatisfy({
                FactorType(rawValue: $0.header.keyIdentifier)?.algorithm == $0.header.algorithm
            })
        else { throw .malformed }
        payload = signatures.payload
        self.factors = factors
        self.type = type
        serialized = bytes
        entries = signatures.entries
    }

    /// Verifies the signature of one factor; nil where it is wrong or the factor has not signed.
    public func verifiedSignature(by key: FactorPublicKey) -> VerifiedSignature? {
        for entry in entries { if let signature = VerifiedSignature(entry, by: key) { return signature } }
        return nil
    }

    /// Returns whether the signature of one factor is valid; false where the factor has not signed.
    public func isSigned(by key: FactorPublicKey) -> Bool { verifiedSignature(by: key) != nil }

    /// Returns whether exactly the factors of `keys` have signed, all of them validly. Verifies all signatures before
    /// it returns.
    /// - Parameter verified: a signature that need not be verified again. It is ignored unless it belongs to this
    ///   statement and to one of `keys`.
    public func isSigned(byExactly keys: [FactorPublicKey], verified: VerifiedSignature? = nil) -> Bool {
        guard keys.map(\.factor).sorted() == factors else { return false }
        return keys.map { key in
            entries.contains { verified?.isVerification(of: $0, by: key) ?? false } || isSigned(by: key)
        }.allSatisfy { $0 }
    }

    /// Signs a statement with several factors.
    /// - Parameter signers: the factors with functions that sign their own signing input: ES256 as r || s, or Ed25519;
    ///   64 bytes.
    /// - Throws: the error of a signer; `StatementError.malformed` for a factor without an algorithm.
    public init(
        signing payload: [UInt8], type: StatementType, with signers: [(factor: FactorType, sign: FactorSignature)]
    ) throws {
        let factors = signers.map(\.factor).sorted()
        var builder = GeneralSignatures.Builder(payload: payload)
        for signer in signers.sorted(by: { $0.factor < $1.factor }) {
            guard let algorithm = signer.factor.algorithm else { throw StatementError.malformed }
            let header = GeneralSignatures.Header(
                algorithm: algorithm, keyIdentifier: signer.factor.rawValue, type: type.rawValue, factors: factors)
            builder.add(header, signature: try signer.sign(builder.signingInput(header)))
        }
        try self.init(parsing: builder.serialized, type: type)
    }

    /// A function that signs with one factor's key.
    public typealias FactorSignature = (_ signingInput: [UInt8]) throws -> [UInt8]
}

/// The description and the reflection omit the signatures: with the signature of a PIN's key and a copy of the device's
/// storage, the PIN could be guessed offline.
extension SignedStatement: CustomStringConvertible, CustomReflectable {
    public var description: String {
        "\(type.rawValue) signed by \(factors.map(\.rawValue).joined(separator: ", "))"
    }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
