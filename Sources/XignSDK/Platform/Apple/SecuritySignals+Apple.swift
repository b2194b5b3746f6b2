import Darwin
import Foundation

extension SecuritySignals {
    /// Collects the signs and versions of this process and system.
    static func collect() -> SecuritySignals {
        var system = utsname()
        func text(_ field: some Any) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        let build = uname(&system) == 0 ? "\(text(system.release)) \(text(system.version))" : ""
        var signs: Set<Sign> = []
        if getuid() == 0 || geteuid() == 0 { signs.insert(.superuser) }
        let traces = ["/Applications/Cydia.app", "/Applications/Sileo.app", "/var/jb", "/private/var/lib/apt"]
        if traces.contains(where: FileManager.default.fileExists(atPath:)) { signs.insert(.jailbreakFiles) }
        if !(ProcessInfo.processInfo.environment["DYLD_INSERT_LIBRARIES"] ?? "").isEmpty {
            signs.insert(.preloadVariable)
        }
        return SecuritySignals(
            osVersion: "\(SecurityCheck.platform) \(ProcessInfo.processInfo.operatingSystemVersionString)",
            patchLevel: build, signs: signs)
    }
}
