/// Why a statement or a transaction failed. Match on `code`; `description` is for people and the log, and holds no values
/// of parameters and no passwords.
package struct StorageError: Error, Equatable, CustomStringConvertible {
    /// The raw values are stable: they appear in logs.
    package enum Code: String, Sendable, Equatable {
        case uniqueViolation, foreignKeyViolation, checkViolation, notNullViolation
        /// A value of another type than its column's, or a row read as another type than it has.
        case unexpectedType
        /// Text that holds NUL: PostgreSQL cannot store it, so neither engine does.
        case invalidText
        /// A notice that is too long to be sent.
        case noticeTooLong
        /// An earlier statement of this transaction failed, and the closure went on regardless. Nothing of it was kept.
        case transactionFailed
        /// A transaction inside a transaction, which could wait for itself.
        case nestedTransaction
        /// Conflicting transactions, still after all retries. Nothing was kept.
        case conflict
        /// Another process holds the file, or a lock, a statement or the wait for a connection took too long. Nothing was
        /// kept.
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
        /// The folder of the database does not exist.
        case notFound
        /// The file, or the server's index, is damaged.
        case corrupt
        /// It is a database, or a file, of somebody else's.
        case foreignDatabase
        /// A later version of this program has changed the schema.
        case schemaFromTheFuture
        /// The address is neither a file's nor a server's.
        case invalidAddress
        /// The library that talks to the server is not installed.
        case libraryMissing
        /// The database was closed before.
        case closed
        case other
    }

    package let code: Code
    /// What the engine said, and about what.
    package let detail: String

    package init(_ code: Code, _ detail: String = "") {
        self.code = code
        self.detail = detail
    }

    /// What happened, what to do next, and the code.
    package var description: String {
        "\(code.explanation)\(detail.isEmpty ? "" : " (\(detail))") [storage.\(code.rawValue)]"
    }
}

extension StorageError.Code {
    /// For the operator: what happened, and what to do next.
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
        case .corrupt: "The database is damaged. Stop the server, keep a copy, and restore the last backup."
        case .foreignDatabase:
            "This is no database of Xign's, and it was left unchanged. Name another file or an empty database."
        case .schemaFromTheFuture:
            "A later version of this program has used the database. Use that version, or restore a backup."
        case .invalidAddress: "This is no address of a database. Give a path, or postgresql://user@host/database."
        case .libraryMissing: "PostgreSQL needs the library libpq. Install it (Debian's package libpq5)."
        case .closed: "The database was closed."
        case .other: "The database reported an error."
        }
    }
}
