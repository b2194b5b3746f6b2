import XignStorage
import XignUseCases

extension DataFolder {
    /// Refuses a database that this program would have to migrate.
    /// - Parameter override: the database that the command line names, if any.
    /// - Throws: `ManagerError` with the code `outdatedSchema`; `StorageError`.
    package func expectCurrentSchema(_ configuration: Configuration, override: String?) throws {
        let database = try openDatabase(configuration, override: override)
        defer { database.close() }
        guard try database.schemaVersion() >= Schema.migrations.count else {
            throw ManagerError(
                .outdatedSchema,
                "The database has the schema of an earlier version of this program, and a dry run does not change it: "
                    + "back it up, then run any other command, which brings it up to date.")
        }
    }
}
