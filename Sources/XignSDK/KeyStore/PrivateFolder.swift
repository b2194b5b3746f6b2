import Foundation

/// A folder of small files that only its owner can access. Every write is atomic and durable.
struct PrivateFolder: Sendable {
    let path: String

    /// Opens the folder, and creates it if it does not exist.
    ///
    /// - Throws: `KeyStoreError.unusable` if it is not a folder, or if other users own or can access it.
    init(_ path: String) throws {
        self.path = path
        if !FileManager.default.fileExists(atPath: path) {
            let parent = (path as NSString).deletingLastPathComponent
            try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw Self.failure("create the folder", path) }
            try synchronize(parent)
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw Self.failure("inspect", path) }
        try Self.check(status, isKind: S_IFDIR, path)
    }

    /// Opens a folder inside this one.
    func folder(_ name: String) throws -> PrivateFolder { try PrivateFolder(path + "/" + name) }

    /// Returns the names of the files, sorted, without unfinished writes.
    func names() throws -> [String] {
        do {
            return try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }.sorted()
        } catch { throw KeyStoreError.unusable("Cannot list \(path).") }
    }

    /// Returns the content of a file; nil if it does not exist.
    ///
    /// - Throws: `KeyStoreError.unusable` if it cannot be read, if other users own or can access it, or if it is larger
    ///   than 1 MiB.
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
            throw KeyStoreError.unusable("\(file) is too large: another program wrote it. Remove it.")
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

    /// Creates or replaces a file. After the return, the new content survives a power failure; before, the old content
    /// does.
    func write(_ content: Data, to name: String) throws {
        let file = path + "/" + name
        let temporary = path + "/." + name + "." + UUID().uuidString
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure("create", temporary) }
        do {
            defer { close(descriptor) }
            try content.withUnsafeBytes { bytes in
                var written = 0
                while written < bytes.count {
                    let count = systemWrite(descriptor, bytes.baseAddress?.advanced(by: written), bytes.count - written)
                    if count < 0 && errno == EINTR { continue }
                    guard count > 0 else { throw Self.failure("write", temporary) }
                    written += count
                }
            }
            guard fsync(descriptor) == 0 else { throw Self.failure("write", temporary) }
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
        guard status.st_mode & S_IFMT == kind else {
            throw KeyStoreError.unusable("\(path) is not a \(kind == S_IFDIR ? "folder" : "file"). Remove it.")
        }
        guard status.st_uid == geteuid() else {
            throw KeyStoreError.unusable("\(path) belongs to another user. Choose a storage location of your own.")
        }
        guard status.st_mode & 0o077 == 0 else {
            let mode = kind == S_IFDIR ? "700" : "600"
            throw KeyStoreError.unusable(
                "Other users can access \(path), and may have copied the keys. If nobody did: chmod \(mode) \(path)")
        }
    }

    private static func failure(_ action: String, _ path: String) -> KeyStoreError {
        .unusable("Cannot \(action) \(path): \(String(cString: strerror(errno))).")
    }
}

// Inside the type, `read` and `write` are its own functions.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
