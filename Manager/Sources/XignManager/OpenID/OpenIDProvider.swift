import XignAdmission
import XignHTTP

/// What websites call: OpenID Connect with the authorization code flow, and nothing else of it.
package struct OpenIDProvider: Sendable {
    private let manager: Manager

    package init(_ manager: Manager) { self.manager = manager }

    package func register(in router: inout Router) {
        PublishedDocuments(manager: manager).register(in: &router)
        AuthorizationEndpoint(manager: manager).register(in: &router)
        router.group(admit: manager.admission.admitTokenRequest) { group in
            TokenEndpoint(manager: manager).register(in: &group)
            UserInfoEndpoint(manager: manager).register(in: &group)
        }
    }
}
