import Logging
import XignAdmission
import XignHTTP
import XignUseCases

/// The back channel of OpenID Connect: published documents, token endpoint and user info endpoint. The authorization
/// endpoint is in XignWeb.
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
        router.group(admit: admission.admitTokenRequest) { group in
            TokenEndpoint(context, admission, log).register(in: &group)
            UserInfoEndpoint(context, admission).register(in: &group)
        }
    }
}
