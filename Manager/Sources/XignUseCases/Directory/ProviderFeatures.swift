import XignDomain
import XignProtocol

/// The features of OpenID Connect that services use. The discovery document advertises no others, so that what no
/// operator has switched on cannot be tried.
package struct ProviderFeatures: Sendable, Equatable {
    /// True if a service gets refresh tokens.
    package let offlineAccess: Bool
    /// True if a service gets logout tokens.
    package let backChannelLogout: Bool
    /// The scopes and claims beyond those of the twelve attributes that services may ask for, each once.
    package let additionalScopes: [String]
    package let additionalClaims: [String]
    /// True if a service authenticates with keys.
    package let clientKeys: Bool
    /// True if people can register on the way to a service.
    package let registration: Bool
    /// The origins of the pages of public clients, whose scripts call the token endpoint (CORS).
    package let browserOrigins: Set<String>
    /// The algorithms of ID tokens that services have chosen, also those that are switched off.
    let signingAlgorithms: Set<Service.SigningAlgorithm>

    /// - Parameters:
    ///   - attributes: those that the settings declare.
    ///   - registration: true if people can register, and become members of some organization.
    init(of services: [Service], attributes: [DeclaredAttribute] = [], registration: Bool = false) {
        self.registration = registration
        signingAlgorithms = Set(services.map(\.signingAlgorithm))
        let services = services.filter(\.isActive)
        offlineAccess = services.contains { $0.client.offlineAccess != nil }
        backChannelLogout = services.contains { $0.client.backChannelLogoutURI != nil }
        let additional = services.flatMap { service in
            var service = service
            service.attributesOfSettings = attributes
            return service.additionalValues
        }
        additionalScopes = Set(additional.compactMap(\.scope)).subtracting(LoginRequirements.supportedScopes).sorted()
        additionalClaims = Set(additional.map(\.claim)).subtracting(AttributeName.claims).sorted()
        clientKeys = services.contains { !$0.client.keys.isEmpty }
        browserOrigins = Set(services.flatMap(\.browserOrigins))
    }
}

extension Service {
    /// The origins at which scripts of this service run: those of the redirect URIs of a public client that is no
    /// native app.
    package var browserOrigins: [String] {
        guard !isConfidential, !declared.client.isNative else { return [] }
        return declared.redirectURIs.compactMap { RedirectURI.origin(of: $0)?.description }
    }
}
