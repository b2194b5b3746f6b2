/// A failure of a statement or a transaction.
///
/// Match on `code`. `description` is for people and the log; it contains neither values of parameters nor passwords.
package struct StorageError: Error, Equatable, CustomStringConvertible {
    /// The raw values are stable: they appear in logs.
    package enum Code: String, Sendable, Equatable, CaseIterable {
        case uniqueViolation, foreignKeyViolation, checkViolation, notNullViolation
        /// A parameter of another type than its column's, or a column read as another type than its own.
        case unexpectedType
        /// Text that contains NUL. PostgreSQL cannot store it, so neither engine does.
        case invalidText
        /// A notice longer than PostgreSQL can send.
        case noticeTooLong
        /// An earlier statement of this transaction failed, and the closure went on regardless. Nothing of it was kept.
        case transactionFailed
        /// A transaction inside another transaction, which could wait for itself.
        case nestedTransaction
        /// Conflicting transactions, still after all retries. Nothing was kept.
        case conflict
        /// Another process holds the file, or a lock, a statement or the wait for a connection took too long. Nothing
        /// was kept.
        case timeout
        /// The server cannot be reached. Nothing was kept.
        case unavailable
        /// The connection broke while COMMIT was under way: the transaction may have been kept, or not.
        case outcomeUnknown
        /// The disk is full. Nothing was kept.
        case full
        /// The disk or the file system failed. Nothing was kept.
        case inputOutput
        /// The file system or the server is read only, or a read tried to write. Nothing was kept.
        case readOnly
        /// The operating system or the server refuses this user.
        case accessDenied
        /// The folder of a new database does not exist.
        case notFound
        /// There is no database of a manager at the address, and this call makes none.
        case noDatabase
        /// The path of the database leads to another file than the one that is open, or to none.
        case fileReplaced
        /// Beside the path of a new database lies the log of another one, which SQLite would remove.
        case strayLog
        /// The file or the server's data is damaged.
        case corrupt
        /// SQLite cannot read the file as a database: it is something else, or its beginning is damaged.
        case notADatabase
        /// The database or the file belongs to another program.
        case foreignDatabase
        /// Several schemas of the server's search path hold an installation.
        case severalInstallations
        /// The database has another installation than when it was opened, or none.
        case otherInstallation
        /// A later version of this program has changed the schema.
        case schemaFromTheFuture
        /// A declaration of a later version of this program, or a document that was changed by hand.
        case unknownDeclaration
        /// The address names neither a file nor a server.
        case invalidAddress
        /// A pooler lends connections of the server for one transaction each.
        case transactionPooling
        /// libpq, the client library for PostgreSQL, is not installed.
        case libraryMissing
        /// A key-encryption key that the database names is not at hand. Nothing was kept.
        case keyMissing
        /// The database was closed before the call.
        case closed
        /// Any other error of an engine, such as a syntax error.
        case other
    }

    package let code: Code
    /// The engine's message, and the object that it is about.
    package let detail: String

    package init(_ code: Code, _ detail: String = "") {
        self.code = code
        self.detail = detail
    }

    /// The event, the advice to the operator, and the code.
    package var description: String {
        let event =
            code == .noDatabase
            ? "There is no database at \(detail): is the volume mounted? Only `init` and `restore` make one."
            : "\(code.explanation)\(detail.isEmpty ? "" : " (\(detail))")"
        return "\(event) [storage.\(code.rawValue)]"
    }
}

extension StorageError.Code {
    /// The event and the advice, in one or two sentences for the operator.
    fileprivate var explanation: String {
        switch self {
        case .uniqueViolation: "The database holds such an entry already."
        case .foreignKeyViolation: "The entry refers to one that does not exist, or is referred to."
        case .checkViolation, .notNullViolation: "The database refuses the value. This is a defect of the program."
        case .unexpectedType: "The database holds a value of an unexpected type. Was it changed by hand?"
        case .invalidText: "Text must not hold the character NUL."
        case .noticeTooLong: "A notice is too long to be sent. This is a defect of the program."
        case .transactionFailed: "A transaction went on after one of its statements had failed. Nothing was kept."
        case .nestedTransaction: "A transaction was begun inside another. This is a defect of the program."
        case .conflict: "Too many transactions change the same data. Nothing was kept: try again."
        case .timeout: "The database took too long. Nothing was kept: try again, and look for what keeps it busy."
        case .unavailable:
            "The database server cannot be reached. Check that it runs, its address, and the user's access."
        case .outcomeUnknown:
            "The connection broke during the commit. Look whether the change was kept before trying again."
        case .full: "The disk is full. Nothing was kept: make room."
        case .inputOutput: "The database's disk or file failed. Nothing was kept: see the system's log."
        case .readOnly: "The database is read only. Mount its file system writable, or use the primary server."
        case .accessDenied:
            "Access to the database is denied. Run as the user who owns it, or give this user the right."
        case .notFound: "The database's folder does not exist. Create it, or correct the path."
        case .noDatabase: "There is no database."
        case .fileReplaced:
            "The path of the database no longer leads to the file that is open. Look for what was mounted or moved, and put the file back before you restart the manager, which then uses the file at the path."
        case .strayLog:
            "A log without its database is in the way of a new one, and may hold its last commits. Move it to another folder first."
        case .corrupt: "The database is damaged. Stop the server, keep a copy, and restore the last backup."
        case .notADatabase:
            "The file is no database, or its beginning is damaged. Name the right file; otherwise stop the server, keep a "
                + "copy, and restore the last backup."
        case .foreignDatabase:
            "This is no database of Xign's, and it was left unchanged. Name another file or an empty database."
        case .severalInstallations:
            "Several schemas hold an installation of Xign. Name the right one with search_path."
        case .otherInstallation:
            "The database is not the one of the start: its tables were moved or replaced. Put them back; where that is meant, restart the manager."
        case .schemaFromTheFuture:
            "A later version of this program has used the database. Use that version, or restore a backup."
        case .unknownDeclaration:
            "A declaration cannot be read: a later version of this program has stored it, or it was changed by hand. Use that version."
        case .invalidAddress:
            "The address of the database cannot be used. Give a path, or postgresql://user@host/database."
        case .transactionPooling:
            "A pooler such as PgBouncer gives the server's sessions to others after each transaction. Set pool_mode = session for this database, or name the server itself."
        case .libraryMissing: "PostgreSQL needs the library libpq. Install it (Debian's package libpq5)."
        case .keyMissing:
            "The database is sealed with a key-encryption key that is not beside the configuration. Copy it there."
        case .closed: "The database was closed."
        case .other: "The database reported an error."
        }
    }
}
