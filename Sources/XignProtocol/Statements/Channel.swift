/// The way in which a session was created. Each channel has its own secret to claim the session.
public enum Channel: String, Sendable, Codable {
    /// A QR code on another device's screen.
    case crossDevice
    /// A link on the same device.
    case sameDevice
    /// An InApp-Authentication, begun by the app for its own service.
    case inApp
    /// A utility process, begun by the device itself.
    case api
}
