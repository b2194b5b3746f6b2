import XignCrypto
import XignProtocol

/// The `sid` of a login at a website (OpenID Connect Back-Channel Logout 1.0, section 2.1): all ID tokens that come
/// from one confirmation have it, and the logout token that ends them.
///
/// It is derived, so nothing is stored for it. A process has one service, so that websites cannot compare their users
/// by it.
public struct LogoutSessionID: Sendable, Equatable, CustomStringConvertible {
    public let text: String

    private static let byteCount = 16

    /// The first 16 bytes of HMAC-SHA256(manager secret, "xign/1 sid" || process id), as base64url.
    public init(of process: SessionID, managerSecret: SymmetricKey) {
        let code = HMAC<SHA256>.authenticationCode(
            for: Array("xign/1 sid".utf8) + process.bytes, using: managerSecret)
        text = Base64URL.encode(Array(code.prefix(Self.byteCount)))
    }

    /// A value from an ID token or from the outbox.
    public init(_ text: String) { self.text = text }

    public static func == (one: Self, other: Self) -> Bool { one.text.hasSameBytes(as: other.text) }

    public var description: String { text }
}
