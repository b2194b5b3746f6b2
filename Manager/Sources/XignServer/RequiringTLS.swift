import XignHTTP
import XignProtocol

/// Middleware for a manager whose issuer is https: refuses requests that the reverse proxy received without TLS, and
/// makes browsers use only TLS for a year (RFC 6797, HTTP Strict Transport Security).
///
/// Such a request is not redirected: its code or cookie has been on the network in the clear, and the sender must
/// notice. The proxy redirects browsers before they send anything (`docs/operations.md`).
func requiringTLS(_ issuer: ManagerOrigin) -> Middleware {
    let policy = HeaderField("Strict-Transport-Security", "max-age=31536000")
    return { next in
        { request in
            guard request.scheme != .http || Health.paths.contains(request.route) else {
                throw HTTPError(.forbidden, "this manager is reached by https only: \(issuer)")
            }
            do {
                var response = try await next(request)
                response.headers.append(policy)
                return response
            } catch var error as HTTPError {
                error.headers.append(policy)
                throw error
            }
        }
    }
}
