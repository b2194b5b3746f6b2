import XignDomain
import XignStorage

/// Lists the active services that are declared with `legacy: true`.
///
/// Neither PKCE nor a nonce ties their codes to the browser that asked for them, so a stolen code can be injected into
/// another browser's login (RFC 9700, section 2.1.1).
package struct ListLegacyServices: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: their names in order.
    package func callAsFunction() throws -> [String] {
        try context.database.read { try $0.services.readable() }
            .filter { $0.isActive && $0.proofKey == .legacy }.map(\.name)
    }
}
