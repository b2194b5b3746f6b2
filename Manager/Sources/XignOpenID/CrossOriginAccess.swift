import XignDomain
import XignHTTP
import XignUseCases

/// Cross-origin access (CORS) for the scripts of public clients, at the endpoints that answer with tokens and claims.
/// The authorization endpoint has none, since browsers open it as a page.
///
/// No answer depends on a cookie, so none allows credentials: a script reads nothing here that its client could not.
struct CrossOriginAccess: Sendable {
    let context: Context

    /// Adds the fields to the answers of a group's handlers.
    var middleware: Middleware {
        { handler in
            { request in
                var response = try await handler(request)
                response.setHeader("Vary", "Origin")
                guard let origin = try registeredOrigin(of: request) else { return response }
                response.setHeader("Access-Control-Allow-Origin", origin)
                response.setHeader("Access-Control-Expose-Headers", "DPoP-Nonce, WWW-Authenticate")
                return response
            }
        }
    }

    /// Registers the answer to preflights of a path (Fetch, section 3.3.3). The middleware adds the origin.
    func registerPreflight(_ path: String, methods: [Method], in router: inout Router) {
        router.on(.options, path) { request in
            let allowed = (methods + [.options]).map(\.rawValue).sorted().joined(separator: ", ")
            var response = Response(.noContent, headers: [HeaderField("Allow", allowed)])
            guard try registeredOrigin(of: request) != nil else { return response }
            response.setHeader(
                "Access-Control-Allow-Methods", methods.map(\.rawValue).sorted().joined(separator: ", "))
            // `*` stands for all fields but Authorization (Fetch, section 3.3.3), such as those of tracing libraries.
            // Browsers that do not know it get the names.
            response.setHeader("Access-Control-Allow-Headers", "Authorization, Content-Type, DPoP, *")
            // A change of the registration is effective soon.
            response.setHeader("Access-Control-Max-Age", Self.maximumAge)
            return response
        }
    }

    /// Registers the answer to preflights of a public document, which scripts of any origin read.
    static func registerPublicPreflight(_ path: String, in router: inout Router) {
        router.on(.options, path) { _ in
            Response(
                .noContent,
                headers: [
                    HeaderField("Allow", "GET, HEAD, OPTIONS"), HeaderField("Access-Control-Allow-Origin", "*"),
                    HeaderField("Access-Control-Allow-Methods", "GET"),
                    HeaderField("Access-Control-Allow-Headers", "*"),
                    HeaderField("Access-Control-Max-Age", maximumAge),
                ])
        }
    }

    /// The seconds for which a browser keeps the answer to a preflight.
    private static let maximumAge = "300"

    /// Returns the origin of the calling page, if a public client is registered there.
    private func registeredOrigin(of request: Request) throws -> String? {
        guard let origin = request.headers["Origin"] else { return nil }
        return try context.providerFeatures().browserOrigins.contains(origin) ? origin : nil
    }
}
