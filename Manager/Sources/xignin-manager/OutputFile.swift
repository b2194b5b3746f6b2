import Glibc
import Terminal
import XignServer

/// A new file that only its owner can read, or standard output, as the command line names it.
struct OutputFile {
    private let path: String
    /// The name until `finish`.
    private let written: String
    private let descriptor: Int32

    /// - Parameters:
    ///   - path: `-` for standard output. A file that exists is left as it is, and refused.
    ///   - isNamedByFinish: true for a file that is called `PATH.unfinished` until `finish`.
    init(_ path: String, isNamedByFinish: Bool = false) throws {
        let written = isNamedByFinish ? Self.unfinished(path) : path
        (self.path, self.written) = (path, written)
        if isNamedByFinish { try Self.expectNew(path) }
        descriptor =
            path == "-"
            ? STDOUT_FILENO
            : asOperator { open(written, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        guard descriptor >= 0 else {
            throw Failure(.output, "cannot create \(written): does it exist, or may you not write there?")
        }
    }

    /// Returns the name of a file until `finish`.
    static func unfinished(_ path: String) -> String { "\(path).unfinished" }

    /// Refuses the path of a file that exists.
    static func expectNew(_ path: String) throws {
        var status = stat()
        guard asOperator({ lstat(path, &status) }) != 0 else {
            throw Failure(.output, "\(path) exists: name a new file")
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
        asOperator { _ = unlink(written) }
    }

    /// Waits until what was written is on the disk.
    func synchronize() throws {
        guard descriptor == STDOUT_FILENO || fsync(descriptor) == 0 else {
            throw Failure(.output, "cannot write \(written) to the disk")
        }
    }

    private var unnamed: Failure { Failure(.output, "cannot name \(path): the file is complete as \(written)") }

    /// Waits until the file is on the disk, closes it, and gives it its name.
    func finish() throws {
        guard descriptor != STDOUT_FILENO else { return }
        defer { close(descriptor) }
        try synchronize()
        guard written != path else { return }
        do { try Self.expectNew(path) } catch { throw unnamed }
        guard asOperator({ rename(written, path) }) == 0 else { throw unnamed }
    }
}
