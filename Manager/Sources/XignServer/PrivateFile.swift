import Glibc
import XignCrypto
import XignDomain
import XignUseCases

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Files that only their owner may read: keys, and a configuration that may hold a password.
package enum PrivateFile {
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Creates a file with the permissions 0600, and waits until contents and name are on the disk.
    /// - Throws: `ManagerError`. An existing file is left unchanged, and an incomplete one is removed.
    package static func create(_ path: String, _ contents: [UInt8]) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            let reason =
                errno == EEXIST ? "it exists already, and may hold keys: name another file or folder" : "error \(errno)"
            throw ManagerError(.fileNotWritten, "Cannot create \(path): \(reason).")
        }
        do {
            defer { close(descriptor) }
            try write(contents[...], to: descriptor, path)
            guard fsync(descriptor) == 0 else {
                throw ManagerError(.fileNotWritten, "Cannot write \(path) to the disk: error \(errno).")
            }
            // Otherwise a power failure may leave a complete file without a name.
            try synchronizeFolder(of: path)
        } catch {
            unlink(path)
            throw error
        }
    }

    /// Gives a file another name, in place of the file that has it, and waits until the name is on the disk.
    /// - Throws: `ManagerError`.
    static func rename(_ path: String, to other: String) throws {
        guard Glibc.rename(path, other) == 0 else {
            throw ManagerError(.fileNotWritten, "Cannot rename \(path) to \(other): error \(errno).")
        }
        try synchronizeFolder(of: other)
    }

    private static func write(_ contents: ArraySlice<UInt8>, to descriptor: Int32, _ path: String) throws {
        var rest = contents
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                throw ManagerError(.fileNotWritten, "Cannot write \(path): error \(errno). Is the disk full?")
            }
            rest = rest.dropFirst(count)
        }
    }

    /// The first bytes of an SQLite file.
    private static let databaseHeader = Array("SQLite format 3\0".utf8)

    /// Copies an open SQLite file, of any size, into an open file.
    ///
    /// Nothing of another file is copied: root may have opened it by a name that somebody else has chosen.
    /// - Parameters:
    ///   - source: the name of the input, for errors.
    ///   - path: the name of the output, for errors.
    /// - Returns: the SHA-256 of the contents.
    /// - Throws: `ManagerError`. The output may be incomplete then.
    static func copyDatabase(
        _ input: Int32, named source: String, to output: Int32, named path: String, reporting progress: ReportProgress
    ) throws -> [UInt8] {
        var information = stat()
        let size = fstat(input, &information) == 0 ? Int64(information.st_size) : nil
        var copied: Int64 = 0
        var hash = SHA256()
        var isDatabase = false
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(input, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw ManagerError(.fileNotRead, "Cannot read \(source): error \(errno).") }
            isDatabase = isDatabase || buffer[..<count].starts(with: databaseHeader)
            guard isDatabase else {
                throw ManagerError(.backupFile, "\(source) is damaged, or no backup of a manager: restore another one.")
            }
            if count == 0 { break }
            hash.update(data: buffer[..<count])
            try write(buffer[..<count], to: output, path)
            copied += Int64(count)
            progress(WorkProgress(.copyingFile, done: copied, of: size))
        }
        return Array(hash.finalize())
    }

    /// Opens a regular file that the operator has named, and follows no link: somebody else may write to its folder.
    /// - Returns: a descriptor; nil where there is no such file.
    /// - Throws: `ManagerError`.
    package static func openOfOperator(_ path: String) throws -> Int32? {
        let (descriptor, error) = asOperator {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
            return (descriptor, errno)
        }
        guard descriptor >= 0 else {
            if error == ENOENT { return nil }
            throw ManagerError(
                .fileNotRead,
                error == ELOOP
                    ? "\(path) is a symbolic link: name the file itself." : "Cannot read \(path): error \(error).")
        }
        var information = stat()
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw ManagerError(.fileNotRead, "\(path) is not a file: name another one.")
        }
        return descriptor
    }

    /// Copies an SQLite file of the operator's into a new one with the permissions 0600.
    /// - Returns: the SHA-256 of the contents.
    /// - Throws: `ManagerError`. An incomplete copy is removed.
    static func copyDatabase(
        _ source: String, to path: String, reporting progress: ReportProgress
    ) throws -> [UInt8] {
        guard let input = try openOfOperator(source) else {
            throw ManagerError(.fileNotRead, "Cannot read \(source): there is no such file.")
        }
        defer { close(input) }
        let output = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard output >= 0 else { throw ManagerError(.fileNotWritten, "Cannot create \(path): error \(errno).") }
        defer { close(output) }
        do { return try copyDatabase(input, named: source, to: output, named: path, reporting: progress) } catch {
            unlink(path)
            throw error
        }
    }

    /// Waits until the contents of a file are on the disk.
    static func synchronize(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw ManagerError(.fileNotWritten, "Cannot write \(path) to the disk: error \(errno).")
        }
    }

    static func synchronizeFolder(of path: String) throws {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let folder = parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ManagerError(.fileNotWritten, "Cannot open \(folder): error \(errno).")
        }
        defer { close(descriptor) }
        // Some file systems cannot synchronize folders and say EINVAL.
        guard fsync(descriptor) == 0 || errno == EINVAL else {
            throw ManagerError(.fileNotWritten, "Cannot write \(folder) to the disk: error \(errno).")
        }
    }

    /// Reads a file as ``read(_:)`` does, for the operator who has named it: it belongs to this one or to root. A
    /// symbolic link is not followed.
    /// - Returns: nil if there is no such file.
    /// - Throws: `ManagerError`.
    package static func readOfOperator(_ path: String) throws -> [UInt8]? {
        guard let descriptor = try openOfOperator(path) else { return nil }
        defer { close(descriptor) }
        return try contents(of: descriptor, path, owner: getuid())
    }

    /// - Parameter owner: the user besides root who may own the file.
    private static func contents(of descriptor: Int32, _ path: String, owner: uid_t) throws -> [UInt8] {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else {
            throw ManagerError(.fileNotRead, "Cannot read \(path): error \(errno).")
        }
        try expectOwner(information, path, owner)
        guard information.st_mode & 0o077 == 0 else { throw unprotected(path) }
        return try contents(of: descriptor, path)
    }

    static func contents(of descriptor: Int32, _ path: String) throws -> [UInt8] {
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while contents.count <= 1 << 20 {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 else { throw ManagerError(.fileNotRead, "Cannot read \(path): error \(errno).") }
            if count == 0 { return contents }
            contents += buffer[..<count]
        }
        throw ManagerError(.fileNotRead, "\(path) is larger than 1 MiB: restore the right file.")
    }
}
