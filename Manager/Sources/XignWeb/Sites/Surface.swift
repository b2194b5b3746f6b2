/// A part of the manager's pages that an operator can switch on. One that is off has no routes.
package enum Surface: String, Sendable, CaseIterable {
    /// The account pages, `/account`.
    case account
    /// The console of operators, `/console`.
    case console
}

extension Surface {
    /// The path of its first page, under which all others are.
    var path: String { "/\(rawValue)" }
}
