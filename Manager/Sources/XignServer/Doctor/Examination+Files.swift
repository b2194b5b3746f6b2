import CLinux
import Glibc
import Logging
import XignAdmission
import XignHTTP
import XignStorage
import XignUseCases

/// Files, configuration, and the machine.
extension Examination {
    /// Returns the path that links lead to; the path itself where they lead nowhere.
    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    mutating func examineFiles(_ folder: DataFolder) {
        // In the image, one of them is a link to the other.
        let folders = Set([folder.path, Self.folder(of: folder.databasePath)].map(Self.resolved)).sorted()
        var owner: uid_t?
        for path in folders {
            guard let status = Self.status(path), status.st_mode & S_IFMT == S_IFDIR else {
                fail(
                    .folder, "there is no folder \(path)",
                    "name the right one with --data, or run `xignin-manager init`")
                continue
            }
            owner = owner ?? status.st_uid
            if FoundFile.isReadOnlyMount(path) {
                ok(.folder, "\(path) is a volume of root that is mounted read only")
            } else if status.st_mode & 0o022 != 0 {
                fail(
                    .folder, "others may write into \(path)",
                    "run `chmod 700 \(path)`, and look for foreign files in it")
            } else if status.st_mode & 0o055 != 0 {
                warn(.folder, "others may look into \(path)", "run `chmod 700 \(path)`")
            } else {
                ok(.folder, "\(path) is its owner's alone")
            }
        }
        examine(files: [folder.rootKeysPath] + Self.files(ofDatabase: folder.databasePath), owner: owner)
        examineMountable(folder.configurationPath) { _ = try Configuration.read($0) }
        examineMountable(folder.keyEncryptionKeyPath) { _ = try PrivateFile.read($0) }
        if Self.status(folder.rootKeysPath) != nil {
            fail(
                .rootKeys,
                "\(folder.rootKeysPath) is still on this machine: whoever takes it can speak for this manager",
                "move it offline, to two places")
        } else {
            ok(.rootKeys, "the root keys are not in the data folder")
        }
    }

    /// Looks at the file of a database that the configuration names.
    mutating func examineDatabaseFile(_ path: String, _ folder: DataFolder) {
        guard path != folder.databasePath else { return }
        examine(files: Self.files(ofDatabase: path), owner: Self.status(folder.path)?.st_uid)
    }

    /// The file of an SQLite database, with its log and the index of that.
    private static func files(ofDatabase path: String) -> [String] { ["", "-wal", "-shm"].map { path + $0 } }

    private mutating func examine(files: [String], owner: uid_t?) {
        let present = files.compactMap { path in Self.status(path).map { (path, $0) } }
        var sound = 0
        for (path, status) in present {
            if status.st_mode & 0o077 != 0 {
                fail(
                    .files, "others may read or change \(path)",
                    "run `chmod 600 \(path)`; if somebody may have read it, see docs/operations.md, Everything leaked")
            } else if status.st_uid != owner, status.st_uid != 0, status.st_uid != geteuid() {
                fail(
                    .files, "\(path) belongs to another user than its folder", "find out who made it, and restore yours"
                )
            } else {
                sound += 1
            }
        }
        if sound == present.count, sound > 0 { ok(.files, "nobody but their owner may read \(sound) files") }
    }

    /// Judges a file as `serve` does. Other errors than those of owners and modes belong to other checks.
    private mutating func examineMountable(_ path: String, _ read: (String) throws -> Void) {
        guard PrivateFile.exists(path) else { return }
        do {
            try read(path)
            ok(.files, "nobody but root and the manager may change \(path), or read a secret in it")
        } catch let error as ManagerError
            where [.filePermissions, .fileOwner, .folderPermissions].contains(error.code)
        {
            fail(
                .files, explanation(of: error),
                "`serve` does not start, or does not start again, until this is corrected")
        } catch {}
    }

    mutating func readConfiguration(_ folder: DataFolder) -> Configuration? {
        do {
            let configuration = try Configuration.read(folder.configurationPath)
            let issuer = try configuration.issuerOrigin()
            let address = try configuration.listeningAddress()
            _ = try (configuration.workerCount(), configuration.trustedProxyRanges(at: address))
            _ = try (configuration.notifyProgram(), configuration.outgoingClient(), configuration.appLinkSettings())
            _ = try (configuration.mailSender(), configuration.servesRecovery())
            _ = try (configuration.servedSurfaces(), configuration.namedKeyEncryptionKeyFile())
            _ = try configuration.readLogo(beside: folder.configurationPath)
            if let level = configuration.log, Log.Level(rawValue: level) == nil {
                fail(.configuration, "log is \(level)", "write debug, info, warning or error")
            } else if !issuer.isSecure {
                warn(
                    .configuration, "the issuer is http: for trials on this machine alone",
                    "make a manager with an https issuer for others: the issuer of this one cannot be changed")
            } else {
                ok(.configuration, "manager.yaml can be read, for the issuer \(issuer)")
            }
            return configuration
        } catch {
            fail(
                .configuration, explanation(of: error),
                "`serve` does not start, or does not start again, until this is corrected")
            return nil
        }
    }

    mutating func examineMachine(_ configuration: Configuration) {
        let wanted = (configuration.limits ?? Limits()).connections + ManagerServer.otherFiles
        let fitting = OpenFiles.allow(wanted)
        if fitting < wanted {
            warn(
                .openFiles,
                "a process of this user may open \(fitting) files, and the limits of connections need \(wanted)",
                "raise LimitNOFILE of the service to \(wanted), or lower limits.connections")
        } else {
            ok(.openFiles, "\(wanted) files may be open, for all connections")
        }
        examine(clockIsSynchronized: clinux_is_clock_synchronized())
    }

    /// - Parameter answer: the kernel's: 1 for yes, 0 for no, another number where it does not tell.
    mutating func examine(clockIsSynchronized answer: Int32) {
        switch answer {
        case 1: ok(.clock, "the system keeps its clock with others")
        case 0:
            warn(
                .clock, "the system does not keep its clock with others",
                "run an NTP client such as systemd-timesyncd: `timedatectl set-ntp true`")
        default: ok(.clock, "the system does not tell whether it keeps its clock with others")
        }
    }

    private static func folder(of path: String) -> String {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        return end == path.startIndex ? "." : String(path[..<end])
    }

    /// The status of a path itself; a link is not followed.
    private static func status(_ path: String) -> stat? {
        var status = stat()
        return lstat(path, &status) == 0 ? status : nil
    }
}
