import XignHTTP
import XignProtocol

/// The check against forged requests (CSRF): a form must come from a page of this manager. `SameSite=Lax` of the cookie
/// alone would let other hosts of the same domain send forms.
enum SameOrigin {
    static func isProven(by request: Request, issuer: ManagerOrigin) throws -> Bool {
        if let site = try request.headers.single("Sec-Fetch-Site") { return site == "same-origin" }
        if let origin = try request.headers.single("Origin") { return origin == issuer.description }
        // Every browser of today sends one of the two fields. Without them the cookie decides.
        return true
    }
}
