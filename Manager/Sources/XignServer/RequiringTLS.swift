import XignHTTP
import XignProtocol

/// Middleware for a manager whose issuer is https: refuses what the reverse proxy received without TLS, and has browsers
/// use nothing but TLS for a year (RFC 6797, HTTP Strict Transport Security).
///
/// Refused, not redirected: what such a request carries, a code or a cookie, has been on the network in the clear, and its
/// sender must notice. Browsers are redirected by the proxy, before they send anything (`docs/operations.md`).
func requiringTLS(_ issuer: ManagerOrigin) -> Middleware {
    let policy = HeaderField("Strict-Transport-Security", "max-age=31536000")
    return { next in
        { request in
            guard request.scheme != .http || Health.paths.contains(request.route) else {
                throw HTTPError(.forbidden, "this address is reached by https only: \(issuer)")
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
