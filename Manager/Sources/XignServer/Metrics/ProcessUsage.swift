import Glibc
import Metrics

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The resources that this process uses (proc(5)).
///
/// It reads the folders of processes alone: the service has no other part of /proc (`ProcSubset=pid`).
struct ProcessUsage {
    private let ticksPerSecond = Double(sysconf(Int32(_SC_CLK_TCK)))
    private let pageBytes = Double(sysconf(Int32(_SC_PAGESIZE)))

    /// Sets the metrics of the process. One that the system does not tell stays as it is.
    func sample(_ metrics: Metrics) {
        // The fields behind the name, which is in parentheses and can hold anything: the first is field 3.
        if let stat = Self.text("/proc/self/stat"), let end = stat.lastIndex(of: ")") {
            let fields = stat[end...].split(separator: " ").dropFirst().map { Double($0) }
            if fields.count > 12, let user = fields[11], let system = fields[12] {
                metrics.cpu.set((user + system) / ticksPerSecond)
            }
        }
        if let pages = Self.text("/proc/self/statm")?.split(separator: " ").dropFirst().first.flatMap({ Double($0) }) {
            metrics.residentMemory.set(pages * pageBytes)
        }
        if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            // Without the descriptor of the folder itself.
            metrics.openFiles.set(max(0, files.count - 1))
        }
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
            metrics.openFilesLimit.set(Double(limit.rlim_cur))
        }
    }

    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
