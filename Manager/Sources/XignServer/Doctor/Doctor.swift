import Glibc
import XignDomain
import XignProtocol
import XignStorage
import XignUseCases

/// Examines an installation: its files, its database, its keys, and its addresses as browsers and devices reach them.
///
/// It changes nothing: it applies no migration, writes to no file, and what it writes to the database is rolled back.
package struct Doctor: Sendable {
    /// The settings of an examination.
    package struct Options: Sendable {
        /// The database that the command line names, if any.
        package var database: String?
        /// Sends nothing but to the manager and the database.
        package var isOffline = false
        /// Certificates in PEM that are trusted besides the system's.
        package var authorities: [UInt8]?

        package init() {}
    }

    private let folder: DataFolder
    private let options: Options
    private let clock: Clock

    package init(_ folder: DataFolder, _ options: Options = Options(), clock: Clock = .system) {
        (self.folder, self.options, self.clock) = (folder, options, clock)
    }

    /// Returns the findings, at most a few for each check. What depends on something broken is left out.
    package func callAsFunction() -> [Finding] {
        var examination = Examination(clock: clock)
        examination.examineFiles(folder)
        guard let configuration = examination.readConfiguration(folder) else { return examination.findings }
        examination.examineMachine(configuration)
        examination.examineReadiness(configuration)
        guard let database = examination.openDatabase(folder, configuration, options) else {
            return examination.findings
        }
        defer { database.close() }
        examination.examineEngine(database)
        guard let context = examination.openManager(database, configuration) else { return examination.findings }
        examination.examineWriting(database)
        examination.examineState(context)
        examination.examineMail(context, configuration, isOffline: options.isOffline)
        examination.examineDirectory(context, configuration)
        if !options.isOffline { examination.examineNetwork(context, configuration, options.authorities) }
        return examination.findings
    }
}

/// One examination.
struct Examination {
    let clock: Clock
    private(set) var findings: [Finding] = []

    init(clock: Clock) { self.clock = clock }

    var now: Timestamp { clock.now() }

    mutating func ok(_ check: Finding.Check, _ text: String) {
        findings.append(Finding(check: check, status: .ok, text: text, advice: nil))
    }

    mutating func warn(_ check: Finding.Check, _ text: String, _ advice: String) {
        findings.append(Finding(check: check, status: .warning, text: text, advice: advice))
    }

    mutating func fail(_ check: Finding.Check, _ text: String, _ advice: String) {
        findings.append(Finding(check: check, status: .failure, text: text, advice: advice))
    }

    /// Reports each problem of a list as a warning; with none, that all is well.
    mutating func warn(_ check: Finding.Check, ofEach problems: [String], _ advice: String, otherwise fine: String) {
        if problems.isEmpty { ok(check, fine) }
        for problem in problems { warn(check, problem, advice) }
    }

    /// Runs a check that can fail for a reason of its own, which becomes its finding.
    mutating func attempt(_ check: Finding.Check, _ body: (inout Examination) throws -> Void) {
        do { try body(&self) } catch {
            fail(check, "cannot be examined: \(error)", "correct that, and run doctor again")
        }
    }

    // MARK: The manager

    /// Opens the database, unless that would make a new one.
    mutating func openDatabase(
        _ folder: DataFolder, _ configuration: Configuration, _ options: Doctor.Options
    ) -> (any Database)? {
        do { _ = try folder.keyEncryptionKeyFile(configuration).key() } catch {
            fail(
                .keyEncryptionKey, explanation(of: error), "restore the file from the place where you keep a copy of it"
            )
            return nil
        }
        let address: DatabaseAddress
        do { address = try folder.databaseAddress(configuration, override: options.database) } catch {
            fail(.database, explanation(of: error), "correct `database` in manager.yaml")
            return nil
        }
        do {
            if case .file(let path) = address {
                guard access(path, F_OK) == 0 else {
                    fail(
                        .database, "there is no \(path)",
                        "mount its volume, or name the right path; otherwise restore a backup")
                    return nil
                }
                examineDatabaseFile(path, folder)
                attempt(.space) { $0.examine(try DatabaseSize(ofFile: path), at: path) }
            }
            let database = try folder.openDatabase(configuration, override: options.database)
            ok(.database, database.isServer ? "PostgreSQL answers" : "the SQLite file can be opened")
            return database
        } catch {
            let isServer = if case .server = address { true } else { false }
            let advice = Self.advice(on: error, isServer: isServer, otherwise: "correct `database` in manager.yaml")
            fail(.database, explanation(of: error), "\(advice): logins fail until the database can be opened")
            return nil
        }
    }

    /// Opens the manager on a database whose schema is current: opening it would migrate any other.
    mutating func openManager(_ database: any Database, _ configuration: Configuration) -> Context? {
        do {
            let (version, known) = (try database.schemaVersion(), Schema.migrations.count)
            guard version == known else {
                let text = "the database has version \(version), this program version \(known)"
                if version > known {
                    fail(.schema, text, "install the later version of the program, or restore a backup")
                } else {
                    warn(.schema, text, "make a backup; the next `serve` or command brings the database up to date")
                }
                return nil
            }
            ok(.schema, "version \(version) is current")
        } catch {
            let advice = "run `xignin-manager init`, or name the right database"
            fail(.schema, explanation(of: error), Self.advice(on: error, of: database, otherwise: advice))
            return nil
        }
        do {
            let context = try Context(
                database: database, issuer: try configuration.issuerOrigin(), clock: clock)
            if try context.keyEncryptionKeys().former == nil {
                ok(.keyEncryptionKey, "opens the keys in the database")
            } else {
                warn(
                    .keyEncryptionKey, "the replacement of the key-encryption key is not finished",
                    "run `xignin-manager keys rotate-key-encryption-key` again: it goes on where it stopped")
            }
            return context
        } catch let error as ManagerError where error.code == .databaseMoved || error.code == .databaseMoving {
            fail(.database, explanation(of: error), "docs/operations.md, \"To another database\", has the steps")
        } catch let error as ManagerError where error.code == .wrongIssuer {
            fail(.configuration, explanation(of: error), "write the issuer of the database into manager.yaml")
        } catch {
            let advice = "use the key-encryption key of this database, and no other"
            fail(.keyEncryptionKey, explanation(of: error), Self.advice(on: error, of: database, otherwise: advice))
        }
        return nil
    }
}
