import XignDomain
import XignStorage

/// Compares an address with the redirect URIs of a service, for an operator whose website gets the page "not
/// registered".
package struct CheckRedirectURI: Sendable {
    package enum Outcome: Sendable, Equatable {
        case registered
        /// Nil where the service has no redirect URIs.
        case differs(RedirectURI.Difference?)
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: nil for an unknown name of a service.
    package func callAsFunction(_ address: String, ofService name: String) throws -> Outcome? {
        guard let service = try context.database.read({ try $0.services.find(name: name) }) else { return nil }
        return RedirectURI.matches(address, service)
            ? .registered : .differs(RedirectURI.difference(of: address, at: service))
    }
}
