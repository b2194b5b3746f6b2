import Glibc

/// Operations on a database's file that SQLite does not offer.
///
/// None of them opens a file that is a database in use: POSIX drops all locks that a process has on a file as soon as
/// it closes any descriptor of it (https://sqlite.org/howtocorrupt.html, section 2.2).
enum SQLiteFile {
    /// Creates an empty file that its owner alone can read, unless the file exists. SQLite gives the WAL and its index
    /// the same permissions. Any number of processes may try at once.
    ///
    /// Throws `.notFound` if the folder is missing, `.strayLog`, `.accessDenied`, `.readOnly`, `.full` or
    /// `.inputOutput`.
    static func createIfAbsent(_ path: String) throws(StorageError) {
        // The log first: a process that makes this database now has written to the file before there is a log.
        if unsafe access("\(path)-wal", F_OK) == 0, isEmpty(path) { throw StorageError(.strayLog, "\(path)-wal") }
        if unsafe access(path, F_OK) == 0 { return }
        // Under another name first, which no other process can have opened.
        let new = "\(path).\(UInt64.random(in: .min ... .max)).new"
        let descriptor = unsafe open(new, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(errno, path) }
        close(descriptor)
        defer { _ = unsafe unlink(new) }
        // If the file exists by now, another process was faster.
        guard unsafe link(new, path) == 0 || errno == EEXIST else { throw failure(errno, path) }
        try synchronizeFolder(of: path)
    }

    /// A file that was opened, and the path that led to it.
    struct Place: Sendable {
        let path: String
        /// As `SQLiteFile.identity` has told.
        let identity: [UInt64]?

        /// Checks that the path still leads to this file. A volume may have been mounted over it, or unmounted.
        ///
        /// Throws `.fileReplaced`.
        func expect() throws(StorageError) {
            guard SQLiteFile.identity(path) == identity else { throw StorageError(.fileReplaced, path) }
        }
    }

    /// Refuses a file that is missing or empty: SQLite takes an empty file for a new database, and removes a log beside
    /// it.
    ///
    /// Throws `.noDatabase`, and other errors where the path cannot be followed.
    static func expectContent(_ path: String) throws(StorageError) {
        guard unsafe access(path, F_OK) == 0 || errno == ENOENT || errno == ENOTDIR else { throw failure(errno, path) }
        if isEmpty(path) { throw StorageError(.noDatabase, path) }
    }

    /// True where there is no file, or one without content.
    private static func isEmpty(_ path: String) -> Bool {
        var information = stat()
        return unsafe stat(path, &information) != 0 || information.st_size == 0
    }

    /// The file that a path names now; nil for none. A file that takes its place has another identity.
    static func identity(_ path: String) -> [UInt64]? {
        var information = stat()
        guard unsafe stat(path, &information) == 0 else { return nil }
        return [UInt64(information.st_dev), UInt64(information.st_ino)]
    }

    /// The size of a file in bytes; 0 for none.
    static func size(_ path: String) -> Int64 {
        var information = stat()
        return unsafe stat(path, &information) == 0 ? Int64(information.st_size) : 0
    }

    /// Waits until the content of a file is on the disk. No connection may have it open: see above.
    static func synchronize(_ path: String) throws(StorageError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(errno, path) }
    }

    /// Makes the name of a new file durable: `fsync` of the file itself covers its content alone.
    private static func synchronizeFolder(of path: String) throws(StorageError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(errno, folder) }
    }

    /// Explains why a file that can be read cannot be written.
    static func cannotWrite(_ path: String) -> StorageError {
        unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 ? StorageError(.readOnly, path) : failure(errno, path)
    }

    static func failure(_ number: Int32, _ path: String) -> StorageError {
        StorageError(StorageError.Code(errno: number), "\(path): \(unsafe String(cString: strerror(number)))")
    }
}
