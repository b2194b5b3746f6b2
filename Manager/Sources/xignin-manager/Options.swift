import Logging
import Terminal
import XignAdmission
import XignServer
import XignUseCases

/// The options of every command.
enum Options {
    static let data = Parameter<String?>.option(
        "data", "DIR", "One folder for configuration, keys and database, instead of /etc/xign and /var/lib/xign.",
        completion: .directories)
    static let database = Parameter<String?>.option(
        "database", "URL", "PostgreSQL instead of the configured database: postgresql://user@host/name."
    ) { $0.isEmpty ? nil : $0 }
}

/// The options of `serve`, and of `healthcheck`, which asks where `serve` listens.
enum ListeningOptions {
    static let host = Parameter<String?>.option(
        "host", "ADDRESS", "The address or socket (unix:PATH) to listen on, instead of the configured one.",
        parse: { $0 })
    static let port = Parameter<UInt16?>.option(
        "port", "PORT", "The port to listen on, instead of the configured one.", parse: { UInt16($0) })
}

extension ExitStatus {
    /// The statuses of all commands, each with its meaning.
    static let meanings: [(ExitStatus, String)] = [
        (.success, "done"),
        (.declined, "the operator has answered no, doctor warns, or healthcheck finds no manager that is ready"),
        (.failed, "doctor has found a failure, or audit verify or evidence verify something that does not hold"),
        (.usage, "wrong command line, or a question without a terminal and without --yes"),
        (65, "a name, value or address that cannot be used"),
        (.noInput, "a file that cannot be read, or no terminal to ask on"),
        (
            69,
            "the network, the database or an address is not there, or refuses: try again, as the service manager does"
        ),
        (.software, "an error that nobody foresaw"),
        (.output, "the output or a new file cannot be written"),
        (75, "nothing was changed, as the message says: accept it, or try again"),
        (78, "something that the operator must correct, with the code of the error"),
        (.interrupted, "ended by Control-C"),
    ]
}

extension ParsedArguments {
    /// The data folder. Where root runs the command, the process has taken on the rights of the folder's owner.
    var folder: DataFolder {
        get throws {
            let folder = namedFolder
            try explaining { try folder.takeOwnersRights(forGood: false) }
            return folder
        }
    }

    private var namedFolder: DataFolder { self[Options.data].map { DataFolder($0) } ?? .installed }

    /// Gives up the rights of root for good, where the data folder is another user's: for a process that answers
    /// strangers, and starts programs.
    func giveUpRootsRights() throws {
        let folder = namedFolder
        try explaining { try folder.takeOwnersRights(forGood: true) }
    }

    func configuration() throws -> Configuration {
        try explaining { try Configuration.read(try folder.configurationPath) }
    }

    /// Opens the manager that the data folder belongs to.
    /// - Parameters:
    ///   - log: silent for commands, which print only their own output.
    ///   - servesPages: true if the logo is needed, whose file commands need not read.
    func manager(_ configuration: Configuration, log: Log = .silent, servesPages: Bool = false) throws -> Manager {
        try explaining {
            // First what an operator must correct, then what may come.
            let (issuer, surfaces) = (try configuration.issuerOrigin(), try configuration.servedSurfaces())
            let recovery = try servesPages && configuration.servesRecovery()
            let appLinks = try configuration.appLinkSettings()
            let logo = try servesPages ? configuration.readLogo(beside: folder.configurationPath) : nil
            return try Manager(
                database: try folder.openDatabase(configuration, override: self[Options.database]), issuer: issuer,
                clock: .system, log: log, limits: configuration.limits ?? Limits(), surfaces: surfaces,
                appLinks: appLinks, recovery: recovery, logo: logo, sendsMail: configuration.mail != nil)
        }
    }

    /// Runs a command on the manager, and closes the database after it.
    func withManager(_ body: (Manager) throws -> Void) throws {
        let manager = try manager(try configuration())
        defer { manager.context.database.close() }
        try explaining { try body(manager) }
    }
}

/// Gives the errors of the manager's modules their exit status, which their codes decide.
func explaining<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as any CommandError {
        throw error
    } catch {
        throw Failure(ExitStatus(rawValue: Remedy(for: error).rawValue), "\(explanation(of: error))")
    }
}
