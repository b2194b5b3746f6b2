import Foundation

/// The service that the user is about to use. Show it before the user confirms.
public struct ServiceInformation: Hashable, Sendable, Identifiable {
    /// What names the service at the manager: its client id.
    public let id: String
    /// Its name.
    public let name: String
    /// Where the user is sent afterwards, as scheme, host and port, such as `https://shop.example.org`; `app` for an
    /// InApp-Authentication.
    public let origin: String
    /// What it says about itself.
    public let serviceDescription: String?

    /// The origin as an address; nil for an InApp-Authentication.
    public var url: URL? { origin == "app" ? nil : URL(string: origin) }
}
