import Foundation

/// The configuration of a service that this app authenticates against directly (InApp-Authentication): the content of
/// `<service-name>.json`.
///
/// The file contains no secret; the service's secrets belong in a file of its backend.
///
/// Source: XignSys SDK documentation, "InApp-Authentication".
public struct ServiceConfiguration: Sendable, Hashable, Codable {
    /// The identifier of the service's manager.
    public let idmIdentifier: String
    /// The service's identifier at the manager.
    public let clientId: String
    /// The service's name, for people.
    public let name: String

    /// Parses a configuration file. Ignores unknown members.
    ///
    /// - Throws: ``XignSdkInitializationErrorCodes/serviceConfigurationInvalid``.
    public init(_ data: Data) throws(XignSdkInitializationError) {
        do { self = try JSONDecoder().decode(ServiceConfiguration.self, from: data) } catch {
            throw XignSdkInitializationError(
                .serviceConfigurationInvalid,
                "A service configuration must be a JSON object with idmIdentifier, clientId and name.")
        }
    }
}
