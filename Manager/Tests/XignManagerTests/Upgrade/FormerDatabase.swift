import DatabaseFixture
import Foundation
import Testing
import XignCrypto
import XignProtocol

@testable import XignStorage

/// The full databases that former versions wrote, in the folders beside this file.
enum FormerDatabase {
    /// The versions with an export: the last one with a column for each setting, and those of releases.
    static let exported = [27, 30]

    /// Brings a database up to date.
    /// - Parameters:
    ///   - change: adds rows before.
    ///   - body: gets the former number of rows of each table, and the database.
    static func withUpgraded(
        from version: Int, _ engine: Engine, adding change: @escaping @Sendable (any Transaction) throws -> Void,
        _ body: (_ before: [String: Int], _ upgraded: any Database) throws -> Void
    ) throws {
        let encoded = try String(contentsOf: file(version, engine, "key"), encoding: .utf8)
        let key = try #require(Base64URL.decode(encoded.trimmingCharacters(in: .newlines)))
        let place = try TemporaryDatabase(engine)
        let vault = Vault(keyEncryptionKey: SymmetricKey(data: key))
        let database = try DatabaseAddress(place.address).open(vault: vault, creating: true)
        defer { database.close() }
        try database.migrate(Array(Schema.migrations.prefix(version)))
        let rows = try String(contentsOf: file(version, engine, "sql"), encoding: .utf8)
        try database.write { transaction in
            let transaction = try #require(transaction as? any SchemaTransaction)
            // The rows have the settings that a migration has made.
            try transaction.execute("DELETE FROM setting")
            for row in rows.split(separator: "\n") { try transaction.define(String(row)) }
            try change(transaction)
        }
        let before = try FullDatabase.counts(database)
        try database.migrate(Schema.migrations)
        try body(before, database)
    }

    static func file(_ version: Int, _ engine: Engine, _ kind: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Version\(version)/\(engine).\(kind)")
    }
}
