import Foundation

/// Who runs a service. Show it before the user confirms: it protects from being lured to a stranger.
public struct OrganizationInformation: Hashable, Sendable, Identifiable {
    /// What names the organization at the manager.
    public let id: String
    /// Its name.
    public let name: String
    /// Its website.
    public let websiteURL: URL?
    /// Its postal address, in lines.
    public let address: String?
    /// What it says about itself.
    public let organizationDescription: String?
}
