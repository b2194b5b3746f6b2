/// Where an app sends the browser after a login that began on the same device (section 6): `<manager>/return#<secret>`.
///
/// Always below the manager's own origin, so that what a manager answers cannot send a browser elsewhere.
public struct ReturnAddress: Sendable, Equatable {
    public static let path = "/return"
    public static let secretByteCount = 32

    /// Whole. It carries the secret.
    public let text: String

    /// Nil where the secret does not have 32 bytes.
    /// - Parameter manager: the URL in the pinned key material.
    public init?(at manager: ManagerOrigin, secret: SecretOctets) {
        guard secret.bytes.count == Self.secretByteCount else { return nil }
        text = "\(manager)\(Self.path)#\(Base64URL.encode(secret.bytes))"
    }
}
