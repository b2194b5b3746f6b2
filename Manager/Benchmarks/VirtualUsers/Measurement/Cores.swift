import Foundation

/// The cores of this process, divided between the manager and its clients.
package struct Cores: Sendable {
    /// The manager's core, or nil on a machine with one core, which all share.
    package let manager: Int?
    private let all: [Int]

    /// Reads the cores that this process may use.
    package init() throws {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed_list:") }
        all = (line?.split(separator: "\t").last ?? "").split(separator: ",").flatMap { part -> [Int] in
            let ends = part.split(separator: "-").compactMap { Int($0) }
            guard let first = ends.first, let last = ends.last else { return [] }
            return Array(first...last)
        }
        manager = all.count > 1 ? all.first : nil
    }

    /// Keeps all threads of this process off the manager's core.
    package func pinClients() throws {
        guard manager != nil else { return }
        try set(all.dropFirst())
    }

    /// Lets the threads of this process use all cores again.
    package func unpinClients() throws { try set(all[...]) }

    private func set(_ cores: ArraySlice<Int>) throws {
        let list = cores.map(String.init).joined(separator: ",")
        try Command.run(["taskset", "--all-tasks", "--cpu-list", "--pid", list, "\(getpid())"])
    }
}
