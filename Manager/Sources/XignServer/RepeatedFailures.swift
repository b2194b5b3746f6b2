import Glibc
import XignCrypto

/// The failed starts of the last minute, in a file: a service manager that starts this program every two seconds would
/// fill its log with one cause.
///
/// The file is in the folder that systemd makes for the service (`RuntimeDirectory`), and keeps between two starts
/// (`RuntimeDirectoryPreserve=restart`). It has a line for each cause: the time, and a digest of the message.
package struct RepeatedFailures: Sendable {
    /// The seconds for which a cause that was logged is not logged again.
    private static let interval = 60
    /// Enough for all causes of a minute.
    private static let maximumBytes = 8_192

    private let path: String

    /// Nil where no service manager reads standard error, or where it keeps no folder: each failure is told then.
    package init?() {
        guard ServiceManager.journalReadsErrors, let folders = getenv("RUNTIME_DIRECTORY") else { return nil }
        let folder = String(cString: folders).prefix { $0 != ":" }
        guard folder.hasPrefix("/") else { return nil }
        path = "\(folder)/failed-starts"
    }

    /// Returns true if the cause was logged in the last minute; otherwise notes that it is logged now. Where the file
    /// cannot be used, each failure is told.
    package func contains(_ message: String) -> Bool {
        let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        var clock = timespec()
        // Stands still for nothing, and is not set: the folder ends with the system, too.
        clock_gettime(CLOCK_BOOTTIME, &clock)
        let now = clock.tv_sec
        var bytes = [UInt8](repeating: 0, count: Self.maximumBytes)
        let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
        let recent = lines.filter { line in
            Int(line.prefix { $0 != " " }).map { (0..<Self.interval).contains(now - $0) } ?? false
        }
        let digest = SHA256.hash(data: Array(message.utf8)).map { String($0, radix: 16) }.joined(separator: "-")
        guard !recent.contains(where: { $0.hasSuffix(" \(digest)") }) else { return true }
        let text = Array((recent + ["\(now) \(digest)"]).joined(separator: "\n").utf8)
        guard text.count <= Self.maximumBytes, ftruncate(file, 0) == 0 else { return false }
        _ = text.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
        return false
    }
}
