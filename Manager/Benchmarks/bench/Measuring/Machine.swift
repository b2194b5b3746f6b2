import Foundation
import VirtualUsers

/// The machine and the libraries that the figures belong to.
struct Machine: Sendable {
    /// Name and value, in the order in which they are printed.
    let facts: [(name: String, value: String)]

    /// True if the databases are in memory, where commits do not wait for a disk.
    var isInMemory: Bool { facts.contains { $0 == ("file_system", "tmpfs") } }

    init(_ settings: Settings) throws {
        let isServer = settings.database != nil
        facts = [
            ("cores", "\(ProcessInfo.processInfo.activeProcessorCount)"),
            ("cpu", Self.line(of: "/proc/cpuinfo", beginning: "model name").map { Self.value($0, after: ":") } ?? "?"),
            ("memory_mb", "\(ProcessInfo.processInfo.physicalMemory >> 20)"),
            ("kernel", Self.firstLine("uname", "-sr")),
            (
                "system",
                Self.line(of: "/etc/os-release", beginning: "PRETTY_NAME").map { Self.value($0, after: "=") } ?? "?"
            ),
            ("swift", Self.compiler),
            ("openssl", Self.firstLine("dpkg-query", "--show", "--showformat=${Version}", "libssl3")),
            ("sqlite", Self.firstLine("dpkg-query", "--show", "--showformat=${Version}", "libsqlite3-0")),
            ("engine", isServer ? "PostgreSQL" : "SQLite"),
            ("durability", isServer ? "as the server is configured" : "journal_mode WAL, synchronous FULL"),
            ("file_system", Self.firstLine("stat", "--file-system", "--format=%T", settings.folder)),
            ("load_before", Self.line(of: "/proc/loadavg", beginning: "") ?? "?"),
        ]
    }

    private static var compiler: String {
        let text = firstLine("swift", "--version")
        return text.isEmpty ? "unknown" : text
    }

    private static func firstLine(_ arguments: String...) -> String {
        let output = (try? Command.run(arguments)) ?? ""
        return output.split(separator: "\n").first.map(String.init) ?? ""
    }

    private static func line(of path: String, beginning: String) -> String? {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").first { $0.hasPrefix(beginning) }.map(String.init)
    }

    private static func value(_ line: String, after separator: Character) -> String {
        line.drop { $0 != separator }.dropFirst().trimmingCharacters(in: CharacterSet(charactersIn: " \""))
    }
}
