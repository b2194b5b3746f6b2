import FoundationEssentials

/// A public key to which messages can be sealed. Only this module can conform to the protocol.
public protocol HPKEPublicKey: Sendable {
    func _encapsulate(for kem: HPKE.KEM) throws -> KEM.EncapsulationResult
}

/// A private key that can open messages. Only this module can conform to the protocol.
public protocol HPKEPrivateKey: Sendable {
    func _decapsulate(_ encapsulated: Data, for kem: HPKE.KEM) throws -> SymmetricKey
}

// CryptoKit has two protocols instead: one for Diffie-Hellman keys and one for keys of a KEM. Portable code names a
// key's type and is generic over neither.

/// The KEM based on Diffie-Hellman and HKDF-SHA256 (RFC 9180, section 4.1).
enum DHKEM {
    static func encapsulated(_ secret: SharedSecret, enc: Data, recipient: Data, _ kem: HPKE.KEM) -> SymmetricKey {
        // ExtractAndExpand, with suite_id "KEM" || I2OSP(kem_id, 2).
        let suite = Array("KEM".utf8) + bigEndian(kem.identifier)
        let kdf = HPKE.KDF.HKDF_SHA256
        let key = unsafe secret.withUnsafeBytes { unsafe kdf.extract(label: "eae_prk", material: $0, suite: suite) }
        return unsafe (enc + recipient).withUnsafeBytes {
            unsafe kdf.expand(kdf.keyed(key), label: "shared_secret", info: $0, suite: suite, count: kdf.byteCount)
        }
    }
}

extension Curve25519.KeyAgreement.PublicKey: HPKEPublicKey {
    public func _encapsulate(for kem: HPKE.KEM) throws -> KEM.EncapsulationResult {
        try encapsulate(for: kem, ephemeral: .init())
    }

    package func encapsulate(
        for kem: HPKE.KEM, ephemeral: Curve25519.KeyAgreement.PrivateKey
    ) throws -> KEM.EncapsulationResult {
        guard kem == .Curve25519_HKDF_SHA256 else { throw HPKE.Errors.inconsistentCiphersuiteAndKey }
        let enc = ephemeral.publicKey.rawRepresentation
        let secret = try ephemeral.sharedSecretFromKeyAgreement(with: self)
        return KEM.EncapsulationResult(
            sharedSecret: DHKEM.encapsulated(secret, enc: enc, recipient: rawRepresentation, kem), encapsulated: enc)
    }
}

extension Curve25519.KeyAgreement.PrivateKey: HPKEPrivateKey {
    public func _decapsulate(_ encapsulated: Data, for kem: HPKE.KEM) throws -> SymmetricKey {
        guard kem == .Curve25519_HKDF_SHA256 else { throw HPKE.Errors.inconsistentCiphersuiteAndKey }
        let secret = try sharedSecretFromKeyAgreement(with: .init(rawRepresentation: encapsulated))
        return DHKEM.encapsulated(secret, enc: encapsulated, recipient: publicKey.rawRepresentation, kem)
    }
}

extension P256.KeyAgreement.PublicKey: HPKEPublicKey {
    public func _encapsulate(for kem: HPKE.KEM) throws -> KEM.EncapsulationResult {
        try encapsulate(for: kem, ephemeral: .init())
    }

    package func encapsulate(
        for kem: HPKE.KEM, ephemeral: P256.KeyAgreement.PrivateKey
    ) throws -> KEM.EncapsulationResult {
        guard kem == .P256_HKDF_SHA256 else { throw HPKE.Errors.inconsistentCiphersuiteAndKey }
        let enc = ephemeral.publicKey.x963Representation
        let secret = try ephemeral.sharedSecretFromKeyAgreement(with: self)
        return KEM.EncapsulationResult(
            sharedSecret: DHKEM.encapsulated(secret, enc: enc, recipient: x963Representation, kem), encapsulated: enc)
    }
}

extension P256.KeyAgreement.PrivateKey: HPKEPrivateKey {
    public func _decapsulate(_ encapsulated: Data, for kem: HPKE.KEM) throws -> SymmetricKey {
        guard kem == .P256_HKDF_SHA256 else { throw HPKE.Errors.inconsistentCiphersuiteAndKey }
        let secret = try sharedSecretFromKeyAgreement(with: .init(x963Representation: encapsulated))
        return DHKEM.encapsulated(secret, enc: encapsulated, recipient: publicKey.x963Representation, kem)
    }
}

// X-Wing is a KEM by itself and is used as it is (draft, section 7).
extension XWingMLKEM768X25519.PublicKey: HPKEPublicKey {
    public func _encapsulate(for kem: HPKE.KEM) throws -> KEM.EncapsulationResult {
        guard kem == .XWingMLKEM768X25519 else { throw HPKE.Errors.inconsistentCiphersuiteAndKey }
        return try encapsulate()
    }
}

extension XWingMLKEM768X25519.PrivateKey: HPKEPrivateKey {
    public func _decapsulate(_ encapsulated: Data, for kem: HPKE.KEM) throws -> SymmetricKey {
        guard kem == .XWingMLKEM768X25519 else { throw HPKE.Errors.inconsistentCiphersuiteAndKey }
        return try decapsulate(encapsulated)
    }
}
