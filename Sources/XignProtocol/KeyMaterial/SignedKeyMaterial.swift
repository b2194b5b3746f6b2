import XignCrypto

/// Key material with its signatures: a JWS in general JSON serialization whose headers have exactly {alg, kid, typ}.
public struct SignedKeyMaterial: Sendable {
    /// The document.
    public let material: KeyMaterial
    /// The JWS as JSON, byte for byte as it was read or made.
    public let serialized: [UInt8]
    private let signatures: GeneralSignatures

    /// Reads a JWS without verifying signatures, which `KeyMaterialChain` does.
    /// - Throws: `StatementError` for anything but key material in the form of protocol.md, sections 1 and 5.
    public init(parsing bytes: [UInt8]) throws(StatementError) {
        signatures = try GeneralSignatures(parsing: bytes, type: KeyMaterial.statementType, namesFactors: false)
        material = try KeyMaterial(parsing: signatures.payload)
        serialized = bytes
    }

    /// Signs a document with each of `keys`.
    /// - Throws: `StatementError` for a document that no app would accept; `CryptoKitError` where signing fails.
    public init(signing material: KeyMaterial, with keys: [Curve25519.Signing.PrivateKey]) throws {
        try self.init(GeneralSignatures.Builder(payload: material.serialized), signedBy: keys)
    }

    /// Returns the same document with one more signature for each of `keys`.
    ///
    /// A signature whose header another program has written in another form becomes invalid. Nothing is verified.
    /// - Throws: as `init(signing:with:)`.
    public func signed(by keys: [Curve25519.Signing.PrivateKey]) throws -> SignedKeyMaterial {
        var builder = GeneralSignatures.Builder(payload: signatures.payload)
        for entry in signatures.entries { builder.add(entry.header, signature: entry.signature) }
        return try SignedKeyMaterial(builder, signedBy: keys)
    }

    private init(_ builder: GeneralSignatures.Builder, signedBy keys: [Curve25519.Signing.PrivateKey]) throws {
        var builder = builder
        for key in keys {
            let kid = Base64URL.encode(Array(SHA256.hash(data: key.publicKey.rawRepresentation).prefix(8)))
            let header = GeneralSignatures.Header(
                algorithm: .ed25519, keyIdentifier: kid, type: KeyMaterial.statementType, factors: nil)
            builder.add(header, signature: Array(try key.signature(for: builder.signingInput(header))))
        }
        try self.init(parsing: builder.serialized)
    }

    /// True if `threshold` of its own root keys have signed the document. Only then does a fingerprint authenticate it,
    /// since anybody can write genuine root keys into a document.
    public var isSignedByItsRoots: Bool { signatureCount(among: material.rootKeys) >= material.threshold }

    /// Counts the keys among `keys` that have signed.
    func signatureCount(among keys: [StatementVerificationKey]) -> Int {
        keys.count { key in
            signatures.entries.contains { entry in
                entry.header.algorithm == .ed25519 && entry.header.keyIdentifier.hasSameBytes(as: key.identifier)
                    && key.isValidSignature(entry.signature, for: entry.signingInput)
            }
        }
    }
}
