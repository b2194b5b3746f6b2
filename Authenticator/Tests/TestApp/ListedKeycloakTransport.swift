import Foundation
import XignSDK

/// The SDK's transport, by which the Keycloak that the listing names is the test's.
///
/// A request to `https://identity.xignin.dev` goes to the address in `LISTED_KEYCLOAK`, with the header fields of a
/// reverse proxy that ends TLS. All else goes where it should.
struct ListedKeycloakTransport: Transport {
    private static let listed = "identity.xignin.dev"
    private let transport = CurlTransport()
    private let keycloak = ProcessInfo.processInfo.environment["LISTED_KEYCLOAK"].flatMap { URL(string: $0) }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard let keycloak, request.url.host() == Self.listed,
            var address = URLComponents(url: request.url, resolvingAgainstBaseURL: true)
        else { return try await transport.send(request) }
        (address.scheme, address.host, address.port) = (keycloak.scheme, keycloak.host(), keycloak.port)
        guard let url = address.url else { throw StepFailure("no address: \(request.url)") }
        var forwarded = request
        forwarded.url = url
        forwarded.headers += [
            ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", Self.listed), ("X-Forwarded-Port", "443"),
        ]
        return try await transport.send(forwarded)
    }
}
