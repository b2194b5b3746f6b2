import DatabaseFixture
import Foundation
import Testing

/// A file system of three megabytes, which a test can fill. Only root may mount it.
final class SmallDisk {
    let folder: String

    init(at folder: String, owner: String = "root") throws {
        self.folder = folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // The owner must be able to enter the parent folder.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: (folder as NSString).deletingLastPathComponent)
        let status = try ChildProcess.status(of: "/bin/mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", folder)
        try #require(status == 0, "mount")
        try #require(try ChildProcess.status(of: "/bin/chown", owner, folder) == 0)
    }

    func makeReadOnly() throws {
        try #require(try ChildProcess.status(of: "/bin/mount", "-o", "remount,ro", folder) == 0)
    }

    deinit { _ = try? ChildProcess.status(of: "/bin/umount", "-l", folder) }
}
