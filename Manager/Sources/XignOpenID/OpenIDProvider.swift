import Logging
import XignAdmission
import XignHTTP
import XignUseCases

/// The back channel of OpenID Connect: published documents, and the endpoints for tokens, user info, revocation and
/// pushed requests. The authorization endpoint is in XignWeb.
package struct OpenIDProvider: Sendable {
    private let context: Context
    private let admission: Admission
    private let log: Log

    package init(_ context: Context, _ admission: Admission, _ log: Log) {
        self.context = context
        self.admission = admission
        self.log = log
    }

    /// Registers the key material alone, for devices at other hosts.
    package func registerKeyMaterial(in router: inout Router) {
        PublishedDocuments(context).registerKeyMaterial(in: &router)
    }

    package func register(in router: inout Router) {
        PublishedDocuments(context).register(in: &router)
        let crossOrigin = CrossOriginAccess(context: context)
        let clients = ClientRequests(context, admission, log)
        router.group(admit: admission.admitTokenRequest) { group in
            group.use([crossOrigin.middleware])
            TokenEndpoint(context: context, clients: clients).register(in: &group)
            RevocationEndpoint(context: context, clients: clients).register(in: &group)
            UserInfoEndpoint(context, admission).register(in: &group)
            PushedRequestEndpoint(context, admission, clients).register(in: &group)
        }
        // A preflight counts as a browser's request, not as one of a website's server.
        router.group { group in
            group.use([crossOrigin.middleware])
            crossOrigin.registerPreflight(TokenEndpoint.path, methods: [.post], in: &group)
            crossOrigin.registerPreflight(RevocationEndpoint.path, methods: [.post], in: &group)
            crossOrigin.registerPreflight(PushedRequestEndpoint.path, methods: [.post], in: &group)
            crossOrigin.registerPreflight(UserInfoEndpoint.path, methods: [.get, .post], in: &group)
        }
    }
}
