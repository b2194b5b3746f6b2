import XignDomain

/// A part of the manager's pages that an operator can switch on. One that is off has no routes.
package typealias Surface = BrowserSession.Surface

extension Surface {
    /// The path of its first page, under which all others are.
    var path: String { "/\(rawValue)" }

    /// Finds the surface of a page.
    /// - Parameter path: of the page, perhaps with a query.
    init?(path: String) {
        let segment = path.dropFirst().prefix { $0 != "/" && $0 != "?" }
        self.init(rawValue: String(segment))
    }
}
