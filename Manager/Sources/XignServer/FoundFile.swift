import CLinux
import Glibc

/// A regular file that is open for reading, with what the way to it says about those who could have put it there.
///
/// The way is walked folder by folder, each of which stays open meanwhile: what was judged is what is opened.
struct FoundFile {
    let file: OpenEntry
    /// The folder that holds the file.
    let folder: OpenEntry
    /// True if a symbolic link is on the way.
    let hasLinks: Bool
    /// The first folder on the way in which others than root and this user could put another file in place; nil for
    /// none.
    let openFolder: String?

    /// As Linux has it (path_resolution(7)).
    private static let maximumLinks = 40

    /// - Throws: `SystemFailure`, with `EISDIR` or `EINVAL` for what is no file.
    init(_ path: String) throws(SystemFailure) {
        var way = try Way(path)
        var links = 0
        while true {
            let entry = try way.lookAtNext()
            switch entry.status.st_mode & S_IFMT {
            case S_IFLNK:
                links += 1
                guard links <= Self.maximumLinks else { throw SystemFailure(code: ELOOP) }
                try way.follow(entry)
            case S_IFDIR:
                guard !way.isAtEnd else { throw SystemFailure(code: EISDIR) }
                way.enter(entry)
            case S_IFREG:
                guard way.isAtEnd else { throw SystemFailure(code: ENOTDIR) }
                let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
                file = try OpenEntry(openat(way.folder.descriptor, way.name, flags))
                guard file.status.st_mode & S_IFMT == S_IFREG else { throw SystemFailure(code: EINVAL) }
                (folder, hasLinks, openFolder) = (way.folder, links > 0, way.openFolder)
                return
            default: throw SystemFailure(code: way.isAtEnd ? EINVAL : ENOTDIR)
            }
        }
    }

    /// True if a folder is a volume that root has mounted read only: its mode says nothing then. Kubernetes mounts
    /// volumes so, with the mode 0777.
    static func isReadOnlyMount(_ path: String) -> Bool {
        (try? OpenEntry(clinux_open_entry(AT_FDCWD, path)))?.isReadOnlyMount ?? false
    }
}

/// An error of the system.
struct SystemFailure: Error {
    let code: Int32
}

/// An open descriptor with its status.
final class OpenEntry {
    let descriptor: Int32
    let status: stat

    /// - Parameter descriptor: which this object closes; negative where opening it has failed.
    init(_ descriptor: Int32) throws(SystemFailure) {
        var status = stat()
        guard descriptor >= 0 else { throw SystemFailure(code: errno) }
        guard fstat(descriptor, &status) == 0 else {
            close(descriptor)
            throw SystemFailure(code: EIO)
        }
        (self.descriptor, self.status) = (descriptor, status)
    }

    deinit { close(descriptor) }

    /// True if root or this user owns it.
    var isOurs: Bool { status.st_uid == 0 || status.st_uid == geteuid() }

    var isReadOnlyMount: Bool { status.st_uid == 0 && clinux_is_read_only_mount(descriptor) }

    /// True if nobody but root and this user can put something else in the place of an entry of this folder.
    func keeps(_ entry: OpenEntry) -> Bool {
        guard isOurs else { return false }
        if status.st_mode & 0o022 == 0 || isReadOnlyMount { return true }
        // With the sticky bit, others can neither remove nor rename it. A folder, unlike a file or a link, cannot get a
        // second name there either.
        return status.st_mode & S_ISVTX != 0 && entry.isOurs && entry.status.st_mode & S_IFMT == S_IFDIR
    }
}

/// The rest of a path, from a folder on.
private struct Way {
    private(set) var folder: OpenEntry
    /// The name of the entry that was looked at last.
    private(set) var name = ""
    private(set) var openFolder: String?
    /// The names that follow, the next one last.
    private var rest: [Substring]
    /// The path of the folder, for errors.
    private var folderPath: String

    init(_ path: String) throws(SystemFailure) {
        folderPath = path.hasPrefix("/") ? "/" : "."
        folder = try OpenEntry(clinux_open_entry(AT_FDCWD, folderPath))
        rest = Self.names(path)
    }

    private static func names(_ path: String) -> [Substring] {
        path.split(separator: "/").filter { $0 != "." }.reversed()
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func lookAtNext() throws(SystemFailure) -> OpenEntry {
        guard let next = rest.popLast() else { throw SystemFailure(code: EISDIR) }
        name = String(next)
        let entry = try OpenEntry(clinux_open_entry(folder.descriptor, name))
        if openFolder == nil, !folder.keeps(entry) { openFolder = folderPath }
        return entry
    }

    mutating func enter(_ entry: OpenEntry) {
        folder = entry
        folderPath += folderPath.hasSuffix("/") ? name : "/\(name)"
    }

    mutating func follow(_ link: OpenEntry) throws(SystemFailure) {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(link.descriptor, "", &buffer, buffer.count)
        guard count > 0 else { throw SystemFailure(code: count < 0 ? errno : ENOENT) }
        let target = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        if target.hasPrefix("/") {
            folderPath = "/"
            folder = try OpenEntry(clinux_open_entry(AT_FDCWD, folderPath))
        }
        rest += Self.names(target)
    }
}
