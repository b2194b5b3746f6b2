import XignStorage

/// Advice by the code of the database's error.
extension Examination {
    /// - Parameter otherwise: the advice for errors whose code says nothing of what to do.
    static func advice(on error: any Error, of database: any Database, otherwise: String) -> String {
        advice(on: error, isServer: database.isServer, otherwise: otherwise)
    }

    static func advice(on error: any Error, isServer: Bool, otherwise: String) -> String {
        guard let code = (error as? StorageError)?.code else { return otherwise }
        return switch code {
        case .unavailable: "start the server, or correct its address, the user or the password"
        case .accessDenied:
            isServer
                ? "give the user of `database` the tables and the right to their schema: docs/operations.md, \"Tables of "
                    + "another owner\""
                : "run doctor as the user who owns the file, or give that user the file and its folder"
        case .readOnly:
            isServer
                ? "name the primary server, and look for default_transaction_read_only"
                : "mount the file system writable"
        case .full: "make room on the disk of the database"
        case .inputOutput: "look at the log of the system\(isServer ? " and of the server" : ""), and replace the disk"
        case .corrupt, .notADatabase:
            isServer
                ? "stop the managers, keep a copy of the server's files, and follow PostgreSQL's manual"
                : "stop the manager, keep a copy of the file, and restore the last backup: docs/operations.md, \"A damaged "
                    + "database\""
        case .timeout, .conflict: "look for what keeps the database busy, and run doctor again"
        case .severalInstallations:
            "name the right schema with search_path: docs/operations.md, \"One schema\""
        case .otherInstallation: "put the tables back, or restart the manager where it is meant"
        case .schemaFromTheFuture, .unknownDeclaration: "install the later version of the program, or restore a backup"
        case .transactionPooling: "set pool_mode = session, or name the server itself"
        case .libraryMissing: "install libpq, Debian's package libpq5"
        case .keyMissing: "put the key-encryption key that the database names beside manager.yaml"
        case .invalidAddress: "correct `database` in manager.yaml"
        case .notFound: "make the folder of the database, or correct `database` in manager.yaml"
        case .noDatabase: "mount the volume of the database, or correct `database` in manager.yaml"
        case .fileReplaced: "put the file that the manager has opened back at its path, before you restart the manager"
        case .strayLog: "put back the file that the -wal belongs to, or move both away"
        case .foreignDatabase: "name another file or an empty database: this one belongs to another program"
        case .outcomeUnknown: "look at the log of the server, and run doctor again"
        case .uniqueViolation, .foreignKeyViolation, .checkViolation, .notNullViolation, .unexpectedType, .invalidText,
            .noticeTooLong, .transactionFailed, .nestedTransaction, .closed, .other:
            otherwise
        }
    }
}
