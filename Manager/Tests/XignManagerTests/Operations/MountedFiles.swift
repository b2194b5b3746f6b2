import DatabaseFixture
import Foundation
import Glibc
import Testing

/// A volume of files as Kubernetes mounts it: read only, with links that lead over `..data` to the present version.
/// Only root may mount it.
final class MountedFiles {
    let path: String
    private let mode: mode_t
    private let group: gid_t
    private var version = 0

    /// - Parameters:
    ///   - folderMode: 1777 of a Secret, 0777 of a ConfigMap.
    ///   - mode: of the files, which are root's (`defaultMode`).
    ///   - group: of the files (`fsGroup`).
    init(_ files: [String: [UInt8]], folderMode: String, mode: mode_t, group: gid_t = 0) throws {
        (self.mode, self.group) = (mode, group)
        path = FileManager.default.temporaryDirectory.appending(path: "xign-mount-\(UUID().uuidString)").path
        try #require(mkdir(path, 0o755) == 0)
        try Self.mount("-t", "tmpfs", "-o", "size=1m,mode=\(folderMode)", "tmpfs", path)
        try write(files)
        try Self.mount("-o", "remount,ro", path)
    }

    deinit {
        _ = try? ChildProcess.status(of: "/bin/umount", "-l", path)
        rmdir(path)
    }

    private static func mount(_ arguments: String...) throws {
        try #require(try ChildProcess(["/bin/mount"] + arguments).wait() == 0)
    }

    func makeWritable() throws { try Self.mount("-o", "remount,rw", path) }

    /// Exchanges all files in one step, as the node does after a change of the Secret.
    func replace(by files: [String: [UInt8]]) throws {
        try makeWritable()
        try write(files)
        try Self.mount("-o", "remount,ro", path)
    }

    private func write(_ files: [String: [UInt8]]) throws {
        version += 1
        let folder = "..2026_\(version)"
        try #require(mkdir("\(path)/\(folder)", 0o755) == 0)
        for (name, content) in files {
            let file = "\(path)/\(folder)/\(name)"
            try #require(FileManager.default.createFile(atPath: file, contents: Data(content)))
            try #require(chown(file, 0, group) == 0)
            try #require(chmod(file, mode) == 0)
            symlink("..data/\(name)", "\(path)/\(name)")
        }
        symlink(folder, "\(path)/..data_tmp")
        try #require(rename("\(path)/..data_tmp", "\(path)/..data") == 0)
    }
}

/// Lets one user besides root read a file, or look into a folder, as systemd does with credentials: by an ACL.
///
/// The mode shows the ACL's mask in the place of the group's permissions (acl(5)).
func grant(_ user: uid_t, _ permissions: UInt16, on path: String) throws {
    // The format of linux/posix_acl_xattr.h: version 2; then tag, permissions and id of the owner, the user, the group,
    // the mask and all others.
    let script = """
        import os, struct, sys
        path, user, granted = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
        entries = [(1, granted, -1), (2, granted, user), (4, 0, -1), (16, granted, -1), (32, 0, -1)]
        acl = struct.pack("<I", 2) + b"".join(struct.pack("<HHi", *entry) for entry in entries)
        os.setxattr(path, "system.posix_acl_access", acl)
        """
    try #require(try ChildProcess.status(of: "python3", "-c", script, path, "\(user)", "\(permissions)") == 0)
}
