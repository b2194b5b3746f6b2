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

    /// True for the manager itself, as in a login at the pages of the user's account: no website receives anything.
    ///
    /// The SDK has checked it: no website can have an id of the manager.
    public var isManager: Bool { BuiltInID.services.contains { id.utf8.elementsEqual($0.utf8) } }

    /// The origin as a URL; nil for an InApp-Authentication.
    public var url: URL? { origin == "app" ? nil : URL(string: origin) }
}
