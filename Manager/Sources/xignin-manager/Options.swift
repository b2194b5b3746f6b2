import Logging
import Terminal
import XignAdmission
import XignServer
import XignUseCases

import struct XignStorage.StorageError

/// The options of every command.
enum Options {
    static let data = Parameter.option(
        "data", "DIR", "The data folder; without it xign-data.", default: "xign-data", completion: .directories)
    static let database = Parameter<String?>.option(
        "database", "URL", "PostgreSQL instead of the configured database: postgresql://user@host/name.", parse: { $0 })
}

extension ExitStatus {
    /// The operator answered no.
    static let declined: ExitStatus = 1
}

extension ParsedArguments {
    var folder: DataFolder { DataFolder(self[Options.data]) }

    func configuration() throws -> Configuration {
        try explaining { try Configuration.read(folder.configurationPath) }
    }

    /// Opens the manager that the data folder belongs to.
    /// - Parameter log: silent for commands, which print only their own output.
    func manager(_ configuration: Configuration, log: Log = .silent) throws -> Manager {
        try explaining {
            try Manager(
                database: try folder.openDatabase(configuration, override: self[Options.database]),
                issuer: try configuration.issuerOrigin(), clock: .system, log: log,
                limits: configuration.limits ?? Limits(), surfaces: try configuration.servedSurfaces(),
                appLinks: try configuration.appLinkSettings())
        }
    }

    /// Runs a command on the manager, and closes the database after it.
    func withManager(_ body: (Manager) throws -> Void) throws {
        let manager = try manager(try configuration())
        defer { manager.context.database.close() }
        try explaining { try body(manager) }
    }
}

/// Gives the errors of the manager's modules their exit status: 78 for those that an operator must correct, 69 for
/// those of the database.
func explaining<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as any CommandError {
        throw error
    } catch let error as StorageError {
        throw Failure(69, "\(error)")
    } catch {
        throw Failure(78, "\(error)")
    }
}
