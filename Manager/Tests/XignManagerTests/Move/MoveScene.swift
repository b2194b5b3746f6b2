import DatabaseFixture
import Foundation
import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

/// A manager whose every table has a row, stopped, before a move of its database.
final class MoveScene {
    /// The present database.
    private(set) var place: TemporaryDatabase
    let issuer: ManagerOrigin
    private let key: SymmetricKey
    /// The rows before the first move.
    let rows: [String: Set<[Row.Value]>]

    /// - Parameter change: adds rows.
    init(_ engine: Engine, adding change: @escaping @Sendable (any Transaction) throws -> Void = { _ in }) throws {
        let full = try FullDatabase(engine)
        let manager = full.manager
        (place, issuer, key) = (manager.place, manager.issuer, manager.keyEncryptionKey)
        try manager.context.database.write(change)
        rows = try Self.rows(of: manager.context.database)
        manager.context.database.close()
    }

    var vault: Vault { Vault(keyEncryptionKey: key) }

    func open(_ place: TemporaryDatabase) throws -> any Database {
        try DatabaseAddress(place.address).open(vault: vault)
    }

    func move(from source: TemporaryDatabase? = nil) throws -> DatabaseMove {
        try DatabaseMove(
            from: DatabaseAddress((source ?? place).address), issuer: issuer, clock: .system, operatorName: "root"
        ) { [key] in Vault(keyEncryptionKey: key) }
    }

    /// Moves the present database.
    func move(to target: TemporaryDatabase) throws {
        _ = try move()(to: target.address)
        place = target
    }

    /// Moves it in a process that is killed at the nth report of a step.
    func moveKilled(to target: TemporaryDatabase, at step: String, _ number: Int) throws {
        let encoded = key.withUnsafeBytes { unsafe Base64URL.encode(Array($0)) }
        let outcome = try ChildProcess.run([
            Self.program, place.address, target.address, issuer.description, encoded, step, "\(number)",
        ])
        #expect(outcome.status == -SIGKILL, "\(outcome.errors)")
    }

    /// The path of the program, which is built beside the tests' own.
    private static let program: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent().path + "/DatabaseMover"
    }()

    /// Starts a manager on a database, and ends it.
    /// - Returns: the error that refuses it; nil for none.
    func refusal(at place: TemporaryDatabase) throws -> (any Error)? {
        do {
            let database = try open(place)
            defer { database.close() }
            _ = try Context(database: database, issuer: issuer, clock: .system)
            return nil
        } catch { return error }
    }

    func code(at place: TemporaryDatabase) throws -> ManagerError.Code? {
        (try refusal(at: place) as? ManagerError)?.code
    }

    /// The rows of a database, without what a move writes.
    func rows(at place: TemporaryDatabase) throws -> [String: Set<[Row.Value]>] {
        let database = try open(place)
        defer { database.close() }
        return try Self.rows(of: database)
    }

    private static func rows(of database: any Database) throws -> [String: Set<[Row.Value]>] {
        try database.read { transaction in
            var rows: [String: Set<[Row.Value]>] = [:]
            for table in Schema.tables {
                let names = try transaction.schema.columns(of: table).map(\.name).sorted()
                let found = try transaction.rows("SELECT \(SQL.Fragment(names)) FROM \(table)").filter { row in
                    switch table.text.description {
                    case "setting": try !["databaseMove", "databaseArrival"].contains(row("name", as: String.self))
                    case "audit": try row("kind", as: String.self) != "databaseMoved"
                    default: true
                    }
                }
                rows[table.text.description] = Set(found.map { $0.values.map(\.withoutBoolean) })
            }
            return rows
        }
    }
}

extension Row.Value {
    /// The value as SQLite has it.
    fileprivate var withoutBoolean: Self { if case .boolean(let flag) = self { .integer(flag ? 1 : 0) } else { self } }
}
