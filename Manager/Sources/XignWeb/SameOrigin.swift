import XignHTTP
import XignProtocol

/// Whether a form was sent by a page of this manager. Besides `SameSite=Lax` of the cookie: that alone would let other
/// hosts of the same domain send forms.
enum SameOrigin {
    static func isProven(by request: Request, issuer: ManagerOrigin) throws -> Bool {
        if let site = try request.headers.single("Sec-Fetch-Site") { return site == "same-origin" }
        if let origin = try request.headers.single("Origin") { return origin == issuer.description }
        // Neither field: no browser of today. The cookie is what counts.
        return true
    }
}
