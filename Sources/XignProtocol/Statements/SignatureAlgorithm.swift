/// A signature algorithm, by its JWS name (RFC 7518; RFC 9864).
public enum SignatureAlgorithm: String, Sendable, Hashable, Codable {
    case es256 = "ES256"
    case ed25519 = "Ed25519"
}
