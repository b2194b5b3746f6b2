/// The address that an app opens in the browser after a login that began on the same device:
/// `<manager>/return#<secret>` (protocol.md, section 6).
///
/// It is always below the manager's pinned origin, so that an answer of the manager cannot send a browser elsewhere.
public struct ReturnAddress: Sendable, Equatable {
    /// The path of the manager's page.
    public static let path = "/return"
    /// The length of the secret.
    public static let secretByteCount = 32

    /// The whole address, which contains the secret.
    public let text: String

    /// Makes an address; nil where the secret does not have 32 bytes.
    /// - Parameter manager: the URL in the pinned key material.
    public init?(at manager: ManagerOrigin, secret: SecretOctets) {
        guard secret.bytes.count == Self.secretByteCount else { return nil }
        text = "\(manager)\(Self.path)#\(Base64URL.encode(secret.bytes))"
    }
}
