import Foundation

/// A folder of small files that only its owner can access. Every write is atomic and durable.
///
/// Reading never creates the folder: one that does not exist has no files. The first write creates it.
struct PrivateFolder: Sendable {
    let path: String

    /// Opens the folder, which need not exist.
    ///
    /// - Throws: `KeyStoreError.unusable` if it is not a folder, or if other users can access it;
    ///   `KeyStoreError.storage` if other users own it, or if it is a symbolic link.
    init(_ path: String) throws {
        self.path = path
        _ = try exists()
    }

    /// Checks the folder. Returns false if it does not exist.
    private func exists() throws -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw Self.failure("inspect", path)
        }
        try Self.check(status, isKind: S_IFDIR, path)
        return true
    }

    /// Creates the folder for its owner alone, and the missing ones above it, if it does not exist.
    ///
    /// - Throws: `KeyStoreError.storage` if the folder above belongs to another user than this one or root, such as
    ///   the home of the user who has called sudo: that user could not access or replace what is made there.
    func create() throws {
        guard try !exists() else { return }
        var (missing, ancestor, status) = ([path], (path as NSString).deletingLastPathComponent, stat())
        while lstat(ancestor, &status) != 0 {
            guard errno == ENOENT, ancestor.count > 1 else { throw Self.failure("inspect", ancestor) }
            missing.append(ancestor)
            ancestor = (ancestor as NSString).deletingLastPathComponent
        }
        guard stat(ancestor, &status) == 0 else { throw Self.failure("inspect", ancestor) }
        guard [0, geteuid()].contains(status.st_uid) else {
            throw KeyStoreError.storage(.otherOwner(above: path, ancestor))
        }
        for folder in missing.reversed() {
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw Self.failure("create the folder", folder) }
            try synchronize((folder as NSString).deletingLastPathComponent)
        }
        _ = try exists()
    }

    /// Opens a folder inside this one.
    func folder(_ name: String) throws -> PrivateFolder { try PrivateFolder(path + "/" + name) }

    /// Returns the names of the files, sorted, without unfinished writes.
    func names() throws -> [String] {
        guard try exists() else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }.sorted()
        } catch { throw KeyStoreError.unusable("Cannot list \(path).") }
    }

    /// Returns the content of a file; nil if it does not exist.
    ///
    /// - Throws: `KeyStoreError.unusable` if it cannot be read, if other users can access it, or if it is larger than
    ///   1 MiB; `KeyStoreError.storage` if other users own it, or if it is a symbolic link.
    func read(_ name: String) throws -> Data? {
        let file = path + "/" + name
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Self.failure("open", file)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Self.failure("inspect", file) }
        try Self.check(status, isKind: S_IFREG, file)
        guard status.st_size <= 1 << 20 else {
            throw KeyStoreError.unusable(
                "\(file) is larger than 1 MiB: another program wrote it. Restore it, or choose another storage location."
            )
        }
        var content = Data()
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        while true {
            let count = buffer.withUnsafeMutableBytes { systemRead(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw Self.failure("read", file) }
            if count == 0 { return content }
            content.append(contentsOf: buffer[..<count])
        }
    }

    /// Creates or replaces a file, in a folder that is created if necessary. After the return, the new content survives
    /// a power failure; before, the old content does.
    func write(_ content: Data, to name: String) throws {
        try create()
        let file = path + "/" + name
        let temporary = path + "/." + name + "." + UUID().uuidString
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("create", file) }
        do {
            defer { close(descriptor) }
            try content.withUnsafeBytes { bytes in
                var written = 0
                while written < bytes.count {
                    let count = systemWrite(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                    if count < 0 && errno == EINTR { continue }
                    guard count > 0 else { throw Self.failure("write", file) }
                    written += count
                }
            }
            guard fsync(descriptor) == 0 else { throw Self.failure("write", file) }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, file) == 0 else {
            let failure = Self.failure("replace", file)
            unlink(temporary)
            throw failure
        }
        try synchronize(path)
    }

    /// Removes a file durably. Succeeds if it does not exist. The disk may keep the removed content.
    func remove(_ name: String) throws {
        guard try exists() else { return }
        guard unlink(path + "/" + name) == 0 || errno == ENOENT else { throw Self.failure("remove", path + "/" + name) }
        try synchronize(path)
    }

    /// Makes changes of a folder's entries durable.
    private func synchronize(_ folder: String) throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure("open", folder) }
        defer { close(descriptor) }
        // File systems that cannot synchronize folders answer EINVAL; nothing can be done then.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.failure("write", folder) }
    }

    private static func check(_ status: stat, isKind kind: mode_t, _ path: String) throws {
        guard status.st_mode & S_IFMT != S_IFLNK else { throw KeyStoreError.storage(.link(path)) }
        guard status.st_mode & S_IFMT == kind else {
            let name = kind == S_IFDIR ? "folder" : "file"
            throw KeyStoreError.unusable("\(path) is not a \(name). Choose another storage location.")
        }
        guard status.st_uid == geteuid() else { throw KeyStoreError.storage(.otherOwner(path)) }
        guard status.st_mode & 0o077 == 0 else {
            let mode = kind == S_IFDIR ? "700" : "600"
            throw KeyStoreError.unusable(
                "Other users can access \(path), and may have copied the keys. If nobody did: chmod \(mode) \(path)")
        }
    }

    private static func failure(_ action: String, _ path: String) -> KeyStoreError { .failure(action, path, errno) }
}

// Inside the type, `read` and `write` are its own functions.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
