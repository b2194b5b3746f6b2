import XignDomain
import XignStorage

/// Compares an address with those of a service, for an operator whose website gets the page "not registered".
package struct CheckRedirectURI: Sendable {
    /// The moment at which the website sends the address.
    package enum Use: Sendable {
        /// `redirect_uri`.
        case login
        /// `post_logout_redirect_uri`.
        case logout
    }

    package enum Outcome: Sendable, Equatable {
        case registered
        /// It is registered for the other use.
        case registeredOtherwise
        /// Nil where the service has no addresses for this use.
        case differs(RedirectURI.Difference?)
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: nil for an unknown name of a service.
    package func callAsFunction(_ address: String, for use: Use = .login, ofService name: String) throws -> Outcome? {
        guard let service = try context.database.read({ try $0.services.find(name: name) }) else { return nil }
        let isOfLogin = RedirectURI.matches(address, service), isOfLogout = RedirectURI.matchesLogout(address, service)
        switch use {
        case .login where isOfLogin, .logout where isOfLogout: return .registered
        case _ where isOfLogin || isOfLogout: return .registeredOtherwise
        case .login: return .differs(RedirectURI.difference(of: address, at: service))
        case .logout: return .differs(RedirectURI.logoutDifference(of: address, at: service))
        }
    }
}
