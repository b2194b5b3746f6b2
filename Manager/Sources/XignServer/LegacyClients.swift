import Logging
import XignStorage

extension Manager {
    /// Warns of clients that are declared with `legacy: true`: a code that is stolen from them can be injected into another browser's
    /// login, since neither PKCE nor a nonce ties it to the browser that asked for it (RFC 9700, section 2.1.1).
    func reportLegacyClients() throws {
        let names = try context.database.read { try $0.services.all() }
            .filter { $0.isActive && $0.proofKey == .legacy }.map(\.name)
        guard !names.isEmpty else { return }
        log(.warning, "legacyClients", [("services", names.joined(separator: ", "))])
    }
}
