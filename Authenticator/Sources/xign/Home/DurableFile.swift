import Foundation

/// Private files that survive a power failure.
enum DurableFile {
    /// Creates or replaces a file that only its owner can read. After the return, the new content survives a power
    /// failure; before, the old content does.
    /// - Throws: `CocoaError` or `POSIXError`; the old file is unchanged then.
    static func write(_ content: Data, to path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        let temporary = folder + "/." + UUID().uuidString
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try file.write(contentsOf: content)
            try file.synchronize()
            try file.close()
            guard rename(temporary, path) == 0 else { throw failure }
        } catch {
            unlink(temporary)
            throw error
        }
        try synchronize(folder)
    }

    /// Creates a folder for its owner alone, and the missing ones above it, if it does not exist.
    /// - Throws: ``CommandFailure`` if the folder above belongs to another user than this one or root, such as the home
    ///   of the user who has called sudo; `POSIXError`.
    static func createFolder(_ path: String) throws {
        let path = URL(filePath: path, directoryHint: .isDirectory).path
        var (missing, ancestor, status) = ([String](), path, stat())
        while lstat(ancestor, &status) != 0 {
            guard errno == ENOENT, ancestor.count > 1 else { throw failure }
            missing.append(ancestor)
            ancestor = (ancestor as NSString).deletingLastPathComponent
        }
        guard !missing.isEmpty else { return }
        guard stat(ancestor, &status) == 0 else { throw failure }
        guard [0, geteuid()].contains(status.st_uid) else {
            throw CommandFailure(.configuration) { [ancestor] in $0.storage.unusable(ancestor, .otherOwner) }
        }
        for folder in missing.reversed() {
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw failure }
            try synchronize((folder as NSString).deletingLastPathComponent)
        }
    }

    /// Makes changes of a folder's entries durable.
    static func synchronize(_ folder: String) throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure }
        defer { close(descriptor) }
        // File systems that cannot synchronize folders answer EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure }
    }

    private static var failure: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
