import Glibc
import XignDomain
import XignStorage
import XignUseCases

/// The use of a database by this command alone, for commands that replace or move it.
enum ExclusiveUse {
    /// Opens the file of a database.
    /// - Returns: the file, which no other process can open until it is released.
    /// - Throws: `ManagerError` with the code `databaseInUse` where another program has it open; `StorageError`.
    static func file(_ path: String) throws -> ExclusiveSQLiteFile {
        do throws(StorageError) { return try ExclusiveSQLiteFile(path) } catch {
            guard error.code == .timeout else { throw error }
            throw ManagerError(
                .databaseInUse, "A manager or a command uses \(path): stop it first. Nothing was changed.")
        }
    }

    /// Opens the database of a server, with patience for statements that concern all rows.
    /// - Parameter session: the name of this command's sessions.
    static func server(
        _ url: String, session: String, vault: Vault, creating: Bool = false
    ) throws -> PostgreSQLDatabase {
        var options = PostgreSQLDatabase.Options()
        options.sessionName = session
        (options.statementTimeout, options.lockTimeout) = (.seconds(600), .seconds(60))
        return try PostgreSQLDatabase(url: url, vault: vault, creating: creating, options: options)
    }

    /// Waits for the sessions of programs that are ending, as long as SQLite waits for its lock.
    /// - Throws: `ManagerError` with the code `databaseInUse` where other programs stay connected; `StorageError`.
    static func expectAlone(_ database: PostgreSQLDatabase, session: String) throws {
        var others = try database.otherSessions(than: session)
        let end = ContinuousClock.now + .seconds(5)
        while others > 0, ContinuousClock.now < end {
            // A server tells nobody that a session has ended, so it is asked again.
            usleep(50_000)
            others = try database.otherSessions(than: session)
        }
        guard others == 0 else {
            throw ManagerError(
                .databaseInUse,
                "\(others) other programs are connected to the database: stop all managers, end the others, and try again. "
                    + "Nothing was changed.")
        }
    }
}
