import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Checks that logins can be served: the database accepts their rows and is not damaged, it has the installation of the
/// start, its path leads to the file that is open, no later version of the program has changed its schema, and the key
/// material has not expired.
package struct CheckReadiness: Sendable {
    private let context: Context
    /// The bytes that a login leaves in the database (`docs/scaling.md`), as text.
    private static let loginSize = 4096

    package init(_ context: Context) { self.context = context }

    /// - Throws: `ManagerError` with the code `keyMaterialExpired`; `StorageError`.
    package func callAsFunction() async throws {
        let now = context.clock.now()
        guard !context.database.isDamaged else {
            throw StorageError(.corrupt, "found since the manager was started: restart it after the repair")
        }
        try context.database.expectPlace()
        // A write, since a login writes: a database whose disk is full or read only can still be read. What is rolled
        // back need not reach the disk, so one row of a login's size is kept. It is random, since a server compresses.
        let filling = Base64URL.encode(SecureRandom.bytes(count: Self.loginSize * 3 / 4))
        try await context.database.write { transaction in
            try transaction.requireSchema(Schema.migrations)
            try transaction.rehearseLogin(at: now)
            try transaction.settings.set("lastReady", to: "\(now.rawValue) \(filling)")
        }
        guard context.keys.material.material.expiresAt > now.seconds else {
            throw ManagerError(
                .keyMaterialExpired,
                "The key material has expired: correct the clock, or look for `housekeepingFailed` in the log.")
        }
    }
}
