import Foundation

/// The service that requests a login. Show it before the user confirms.
public struct ServiceInformation: Hashable, Sendable, Identifiable {
    /// The service's identifier at the manager: its client id.
    public let id: String
    /// Its name.
    public let name: String
    /// The origin to which the user returns: scheme, host and port, such as `https://shop.example.org`; `app` for an
    /// InApp-Authentication.
    public let origin: String
    /// Its description of itself.
    public let serviceDescription: String?

    /// The origin as a URL; nil for an InApp-Authentication.
    public var url: URL? { origin == "app" ? nil : URL(string: origin) }
}
