import XignHTTP

/// The check against forged requests (CSRF): a form must come from a page of the same site. `SameSite` of the cookie
/// alone would let other hosts of the same domain send forms.
enum SameOrigin {
    static func isProven(by request: Request, at site: Site) throws -> Bool {
        if let site = try request.headers.single("Sec-Fetch-Site") { return site == "same-origin" }
        if let origin = try request.headers.single("Origin") { return origin == site.origin.description }
        // Every browser of today sends one of the two fields. Without them the cookie decides.
        return true
    }

    /// The check of the account pages, where a request without either field is refused: a browser that sends none of
    /// them is older than the pages.
    static func isStrictlyProven(by request: Request, at site: Site) throws -> Bool {
        let isSilent = request.headers.all("Sec-Fetch-Site").isEmpty && request.headers.all("Origin").isEmpty
        return try !isSilent && isProven(by: request, at: site)
    }

    /// - Throws: `PageRefusal.fromAnotherSite` where `isStrictlyProven` is false.
    static func require(of request: Request, at site: Site) throws {
        guard try isStrictlyProven(by: request, at: site) else { throw PageRefusal.fromAnotherSite }
    }

    /// - Throws: `PageRefusal.fromAnotherSite` where `isProven` is false.
    static func requireUnlessSilent(_ request: Request, at site: Site) throws {
        guard try isProven(by: request, at: site) else { throw PageRefusal.fromAnotherSite }
    }
}
