import XignCrypto
import XignProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A document that the manager signs with its online key, for readers without the manager: a JWS in compact
/// serialization (RFC 7515, section 7.1) whose header has exactly {alg, kid, typ}.
///
/// The key also signs key material. The `typ` keeps them apart: no device takes a document of another type.
package struct SignedDocument<Payload: Codable> {
    package let payload: Payload
    /// The key that has signed.
    package let key: StatementVerificationKey
    package let serialized: String

    init(_ payload: Payload, type: SignedDocumentType, with key: Curve25519.Signing.PrivateKey) throws {
        guard let publicKey = StatementVerificationKey(rawRepresentation: Array(key.publicKey.rawRepresentation))
        else { throw ManagerError(.keyGeneration, "The online key is unusable: replace it.") }
        let input = "\(try Self.header(type, publicKey)).\(Base64URL.encode(try MessageCoding.encode(payload)))"
        let signature = Array(try key.signature(for: Array(input.utf8)))
        (self.payload, self.key) = (payload, publicKey)
        serialized = "\(input).\(Base64URL.encode(signature))"
    }

    /// Reads and verifies a document; nil for any text that none of the keys has signed as this type, and for a payload
    /// in another than the canonical encoding.
    init?(_ serialized: String, type: SignedDocumentType, by keys: [StatementVerificationKey]) {
        let parts = serialized.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 3, let signature = Base64URL.decode(parts[2]), signature.count == 64,
            let key = keys.first(where: { (try? Self.header(type, $0)) == parts[0] }),
            let publicKey = try? Curve25519.Signing.PublicKey(rawRepresentation: key.rawRepresentation),
            publicKey.isValidSignature(signature, for: Array("\(parts[0]).\(parts[1])".utf8)),
            let bytes = Base64URL.decode(parts[1]),
            let payload = try? MessageCoding.decode(Payload.self, from: bytes, limits: SignedDocumentType.limits),
            (try? MessageCoding.encode(payload)) == bytes
        else { return nil }
        (self.payload, self.key, self.serialized) = (payload, key, serialized)
    }

    private static func header(_ type: SignedDocumentType, _ key: StatementVerificationKey) throws -> String {
        Base64URL.encode(
            try MessageCoding.encode(["alg": "Ed25519", "kid": key.identifier, "typ": type.rawValue]))
    }
}

/// The type of a document that the manager signs, which its header names (RFC 8725, section 3.11).
enum SignedDocumentType: String {
    case auditHead = "xign-audit-head+jws"
    case evidence = "xign-evidence+jws"

    /// The limits of a payload. An evidence holds a signed statement in base64url.
    static let limits = StrictJSON.Limits(size: 64 * 1024, depth: 4)
}
