import Glibc
import Terminal
import XignServer

/// A new file that only its owner can read, or standard output, as the command line names it.
struct OutputFile {
    private let path: String
    private let descriptor: Int32

    /// - Parameter path: `-` for standard output. A file that exists is left as it is, and refused.
    init(_ path: String) throws {
        self.path = path
        descriptor =
            path == "-"
            ? STDOUT_FILENO
            : asOperator { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        guard descriptor >= 0 else {
            throw Failure(.output, "cannot create \(path): does it exist, or may you not write there?")
        }
    }

    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Failure(.output, "cannot write to \(path): is the disk full?") }
            rest = rest.dropFirst(count)
        }
    }

    /// Removes the file again, where nothing goes into it.
    func discard() {
        guard descriptor != STDOUT_FILENO else { return }
        close(descriptor)
        asOperator { _ = unlink(path) }
    }

    /// Waits until the file is on the disk, and closes it.
    func finish() throws {
        guard descriptor != STDOUT_FILENO else { return }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Failure(.output, "cannot write \(path) to the disk") }
    }
}
