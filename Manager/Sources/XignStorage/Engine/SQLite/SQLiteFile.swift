import Glibc

/// What is done to a database's file without SQLite.
///
/// Never opened once it is a database: closing any descriptor of it would drop all locks that this process has on it.
enum SQLiteFile {
    /// Makes an empty file that its owner alone can read, if there is none; SQLite gives its companions the same
    /// permissions. Any number of processes may try at once.
    ///
    /// Throws `.notFound` if the folder is missing, `.accessDenied`, `.readOnly`, `.full` or `.inputOutput`.
    static func createIfAbsent(_ path: String) throws(StorageError) {
        if unsafe access(path, F_OK) == 0 { return }
        // Under another name first, which no other process can have opened.
        let new = "\(path).\(UInt64.random(in: .min ... .max)).new"
        try create(new)
        defer { _ = unsafe unlink(new) }
        // If it exists by now, another process was faster.
        guard unsafe link(new, path) == 0 || errno == EEXIST else { throw failure(errno, path) }
        try synchronizeFolder(of: path)
    }

    /// Makes an empty file that its owner alone can read. Throws `.inputOutput` if there is one.
    static func create(_ path: String) throws(StorageError) {
        let descriptor = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(errno, path) }
        close(descriptor)
    }

    static func remove(_ path: String) { _ = unsafe unlink(path) }

    /// Makes the name of a new file durable, not only its content.
    static func synchronizeFolder(of path: String) throws(StorageError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let descriptor = unsafe open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(errno, folder) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(errno, folder) }
    }

    /// Why a file that can be read cannot be written.
    static func cannotWrite(_ path: String) -> StorageError {
        unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 ? StorageError(.readOnly, path) : failure(errno, path)
    }

    static func failure(_ number: Int32, _ path: String) -> StorageError {
        StorageError(StorageError.Code(errno: number), "\(path): \(unsafe String(cString: strerror(number)))")
    }
}
