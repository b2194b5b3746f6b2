import Glibc

/// Operations on a database's file that SQLite does not offer.
///
/// None of them opens a file that is a database in use: POSIX drops all locks that a process has on a file as soon as
/// it closes any descriptor of it (https://sqlite.org/howtocorrupt.html, section 2.2).
enum SQLiteFile {
    /// Creates an empty file that its owner alone can read, unless the file exists. SQLite gives the WAL and its index
    /// the same permissions. Any number of processes may try at once.
    ///
    /// Throws `.notFound` if the folder is missing, `.accessDenied`, `.readOnly`, `.full` or `.inputOutput`.
    static func createIfAbsent(_ path: String) throws(StorageError) {
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
