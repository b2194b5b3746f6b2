import Foundation

/// Files of one person's own that survive a power cut.
enum DurableFile {
    /// Replaces a file, or makes it, for its owner alone. When it returns, the new content is on the disk under this name; before,
    /// the old one is.
    /// - Throws: `CocoaError` or `POSIXError`; the old file is left as it is.
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

    /// Makes the names in a folder durable.
    static func synchronize(_ folder: String) throws {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure }
        defer { close(descriptor) }
        // Some file systems cannot synchronize folders and say EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure }
    }

    private static var failure: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
