import Foundation

/// A service of a manager that this app authenticates against directly (InApp-Authentication): what `<service-name>.json`
/// holds.
///
/// The file has no secrets; those of the service are in another one, for its backend.
public struct ServiceConfiguration: Sendable, Hashable, Codable {
    /// The manager of the service.
    public let idmIdentifier: String
    /// What names the service at the manager.
    public let clientId: String
    /// Its name, for people.
    public let name: String

    /// Reads a configuration file. Members that it does not know are passed over.
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
