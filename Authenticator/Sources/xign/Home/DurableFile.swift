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
