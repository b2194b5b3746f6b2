import Glibc
import XignUseCases

/// Keys and configuration, as an installation or `init` has made them, or as Kubernetes and systemd mount them.
extension PrivateFile {
    /// The readers of a file, as its owner and its mode say.
    enum Readers {
        /// This process, with its user and groups, and root.
        case process
        /// Others too, while root alone can change the file.
        case everybody
    }

    /// Reads a secret of at most 1 MiB that nobody else could have put there, may read or may change.
    ///
    /// - this user's or root's, with the mode 0600 or less;
    /// - root's, with the mode 0440 and a group of this process, as Kubernetes mounts a Secret;
    /// - root's, with the mode 0440, in `$CREDENTIALS_DIRECTORY`, where systemd lets this user read it by an ACL.
    ///
    /// The second and the third, and symbolic links, need a way on which root and this user alone can change a name.
    /// - Throws: `ManagerError`.
    package static func read(_ path: String) throws -> [UInt8] {
        let (contents, readers) = try readMounted(path)
        guard readers == .process else { throw unprotected(path) }
        return contents
    }

    /// Reads a file as ``read(_:)`` does, or one that everybody may read and root alone may change.
    /// - Throws: `ManagerError`.
    static func readMounted(_ path: String) throws -> (contents: [UInt8], readers: Readers) {
        let found: FoundFile
        do throws(SystemFailure) { found = try FoundFile(path) } catch { throw notFound(path, error.code) }
        let readers = try readers(of: found, path)
        return (try contents(of: found.file.descriptor, path), readers)
    }

    /// The error for a secret that others may read.
    static func unprotected(_ path: String) -> ManagerError {
        ManagerError(
            .filePermissions,
            "Others may read \(path): run `chmod 600 \(path)`, or let root own it with the mode 0440 and a group of the "
                + "manager (Kubernetes: defaultMode 0440 and fsGroup). If somebody may have read it, docs/operations.md "
                + "says how to replace what is in it.")
    }

    /// Refuses another user's file: its owner can change it at any time, or has placed it there.
    static func expectOwner(_ status: stat, _ path: String, _ owner: uid_t) throws {
        guard status.st_uid == owner || status.st_uid == 0 else {
            throw ManagerError(
                .fileOwner,
                "\(path) belongs to another user, who may have made it: restore your own, or give it to the user who runs "
                    + "the manager.")
        }
    }

    private static func readers(of found: FoundFile, _ path: String) throws -> Readers {
        let (status, mode) = (found.file.status, found.file.status.st_mode)
        try expectOwner(status, path, geteuid())
        guard mode & 0o022 == 0 else {
            throw ManagerError(
                .filePermissions,
                "Others may change \(path): compare it with your copy, then run `chmod 600 \(path)`.")
        }
        let isPrivate = mode & 0o077 == 0
        if !isPrivate || found.hasLinks, let folder = found.openFolder {
            throw ManagerError(
                .folderPermissions,
                "Others may put another file in the place of \(path): let root or the manager's user own \(folder), and run "
                    + "`chmod go-w \(folder)`.")
        }
        if isPrivate { return .process }
        guard status.st_uid == 0 else { throw unprotected(path) }
        // Root reads and writes it whatever the mode is; a mode that lets the owner write is an ordinary file's.
        guard mode & 0o337 == 0 else { return .everybody }
        let isOfGroup = groups.contains(status.st_gid)
        return isOfGroup || (status.st_gid == 0 && isCredential(found)) ? .process : .everybody
    }

    /// The groups of this process.
    private static var groups: Set<gid_t> {
        var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
        let count = getgroups(Int32(groups.count), &groups)
        return Set(groups.prefix(Int(max(0, count))) + [getegid()])
    }

    /// True if systemd has put the file there for this service (systemd.exec(5), LoadCredential).
    private static func isCredential(_ found: FoundFile) -> Bool {
        guard let path = credentialsFolder else { return false }
        var folder = stat()
        return stat(path, &folder) == 0 && folder.st_dev == found.folder.status.st_dev
            && folder.st_ino == found.folder.status.st_ino
    }

    /// The folder of the service's credentials; nil where systemd has started this process without any, or has not
    /// started it.
    static var credentialsFolder: String? {
        guard let path = getenv("CREDENTIALS_DIRECTORY").map({ String(cString: $0) }), path.hasPrefix("/") else {
            return nil
        }
        return path
    }

    private static func notFound(_ path: String, _ code: Int32) -> ManagerError {
        let problem =
            switch code {
            case ENOENT:
                "There is no \(path): is its volume mounted? Name the right folder with --data, or run `xignin-manager init` "
                    + "for a new manager."
            case EACCES:
                "You may not read \(path): use sudo, and let the manager's user own the file, or root with the mode 0440 "
                    + "and a group of the manager."
            case EISDIR, EINVAL: "\(path) is not a file: restore the file, or name the right folder with --data."
            default: "Cannot read \(path): error \(code)."
            }
        return ManagerError(.fileNotRead, problem)
    }
}
