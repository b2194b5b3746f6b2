import XignDomain
import XignStorage

/// Checks that logins can be served: the database accepts writes and is not damaged, no later version of the program
/// has changed its schema, and the key material has not expired.
package struct CheckReadiness: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Throws: `ManagerError` with the code `keyMaterialExpired`; `StorageError`.
    package func callAsFunction() async throws {
        let now = context.clock.now()
        guard !context.database.isDamaged else {
            throw StorageError(.corrupt, "found since the manager was started: restart it after the repair")
        }
        // A write, since a login writes: a database whose disk is full or read only can still be read.
        try await context.database.write { transaction in
            try transaction.requireSchema(Schema.migrations)
            try transaction.settings.set("lastReady", to: "\(now.rawValue)")
        }
        guard context.keys.material.material.expiresAt > now.seconds else {
            throw ManagerError(
                .keyMaterialExpired,
                "The key material has expired: correct the clock, or look for `housekeepingFailed` in the log.")
        }
    }
}
