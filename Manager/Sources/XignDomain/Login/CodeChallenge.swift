import XignCrypto
import XignProtocol

/// Proof Key for Code Exchange (RFC 7636), with the method S256 alone.
public enum CodeChallenge {
    public static let method = "S256"

    /// Returns true if `challenge` can be the S256 of a verifier: the base64url encoding of 32 bytes.
    public static func isValid(_ challenge: String) -> Bool { Base64URL.decode(challenge)?.count == 32 }

    /// Returns true if a verifier belongs to a challenge.
    ///
    /// One without the other is a mismatch. A client that sends a verifier has also sent a challenge, so somebody has
    /// removed it from the request (RFC 9700, section 4.8.2).
    public static func isMet(_ challenge: String?, by verifier: String?) -> Bool {
        guard let challenge else { return verifier == nil }
        guard let verifier, isVerifier(verifier), let expected = Base64URL.decode(challenge) else { return false }
        return constantTimeEqual(Array(SHA256.hash(data: Array(verifier.utf8))), expected)
    }

    /// Returns true for the syntax of a verifier (RFC 7636, section 4.1).
    private static func isVerifier(_ text: String) -> Bool {
        (43...128).contains(text.utf8.count) && text.utf8.allSatisfy(unreserved.contains)
    }

    private static let unreserved = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
}
