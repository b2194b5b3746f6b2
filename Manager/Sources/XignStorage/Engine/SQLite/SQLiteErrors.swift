import CSQLite
import Glibc

extension StorageError.Code {
    /// - Parameter status: an extended result code (https://sqlite.org/rescode.html).
    init(sqlite status: Int32) {
        switch Int(status) {
        case STORAGE_CONSTRAINT_UNIQUE, STORAGE_CONSTRAINT_PRIMARYKEY, STORAGE_CONSTRAINT_ROWID: self = .uniqueViolation
        case STORAGE_CONSTRAINT_FOREIGNKEY: self = .foreignKeyViolation
        case STORAGE_CONSTRAINT_CHECK: self = .checkViolation
        case STORAGE_CONSTRAINT_NOTNULL: self = .notNullViolation
        case STORAGE_CONSTRAINT_DATATYPE: self = .unexpectedType
        // The WAL and its index cannot be created in the file's folder.
        case STORAGE_READONLY_DIRECTORY: self = .accessDenied
        default:
            switch status & 0xFF {
            case SQLITE_BUSY: self = .timeout
            case SQLITE_FULL: self = .full
            case SQLITE_IOERR, SQLITE_CANTOPEN: self = .inputOutput
            case SQLITE_READONLY: self = .readOnly
            case SQLITE_PERM, SQLITE_AUTH: self = .accessDenied
            case SQLITE_CORRUPT: self = .corrupt
            case SQLITE_NOTADB: self = .notADatabase
            default: self = .other
            }
        }
    }

    /// - Parameter number: the `errno` of a call that opens or creates a file.
    init(errno number: Int32) {
        switch number {
        case EACCES, EPERM: self = .accessDenied
        case ENOENT, ENOTDIR: self = .notFound
        case ENOSPC, EDQUOT, EFBIG: self = .full
        case EROFS: self = .readOnly
        default: self = .inputOutput
        }
    }
}
