import Foundation

/// The organization that runs a service. Show it before the user confirms: it helps to recognize phishing.
public struct OrganizationInformation: Hashable, Sendable, Identifiable {
    /// The organization's identifier at the manager.
    public let id: String
    /// Its name.
    public let name: String
    /// Its website.
    public let websiteURL: URL?
    /// Its postal address; line feeds separate the lines.
    public let address: String?
    /// Its description of itself.
    public let organizationDescription: String?
}
