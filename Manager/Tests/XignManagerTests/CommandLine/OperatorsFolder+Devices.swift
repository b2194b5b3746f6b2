import Foundation
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

/// Writes what devices and administrators would have done into the folder's database.
extension OperatorsFolder {
    func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) throws -> T {
        let folder = DataFolder(path)
        let database = try folder.openDatabase(try Configuration.read(folder.configurationPath), override: nil)
        defer { database.close() }
        return try database.write { try body($0) }
    }

    /// Gives a user an active device.
    @discardableResult
    func addDevice(
        _ alias: String, of user: String, lockout: LockoutState = .none, platform: String? = nil
    ) throws -> ActivationID {
        try write { transaction in
            let account = try #require(try transaction.accounts.find(name: user))
            let (id, now) = (ActivationID.random(), Clock.system.now())
            try transaction.activations.insert(
                Activation(
                    id: id, accountID: account.id, state: .active, kind: .registration, pinOrigin: .userChosen,
                    secretHash: [3], createdAt: now, expiresAt: now, personalizedAt: now, wrongPINs: 0, alias: alias,
                    lockout: lockout, platform: platform), pinProofHash: [4])
            try transaction.activations.save(lockout: lockout, of: id)
            return id
        }
    }

    /// Runs a command, and decodes what it prints with `--json`.
    func json(_ arguments: [String]) throws -> Any? {
        let outcome = try run(arguments + ["--json"])
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))
    }

    /// Expects that a command fails with one line, and changes nothing.
    func expectRefusal(
        _ arguments: [String], status: Int32 = 78, says text: String, location: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try run(arguments)
        #expect(outcome.status == status, sourceLocation: location)
        #expect(outcome.errors.contains(text), "\(outcome.errors)", sourceLocation: location)
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)", sourceLocation: location)
    }
}
