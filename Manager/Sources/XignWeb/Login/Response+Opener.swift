import XignHTTP

extension Response {
    /// Returns this answer for a page that may keep its reference to the window that opened it (HTML, section 7.1.3).
    ///
    /// A website that logs people in by a popup waits there for its own page, which calls `window.opener`. One answer
    /// on the way with another policy would cut the reference, even a redirect.
    /// - Parameter isPopup: true for the login of a service with `popups`.
    func keepingOpener(_ isPopup: Bool) -> Response {
        guard isPopup else { return self }
        var response = self
        response.setHeader("Cross-Origin-Opener-Policy", "unsafe-none")
        return response
    }
}
