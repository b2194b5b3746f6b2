import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The check for signs that someone other than the user controls the device or the app.
///
/// On Linux, "rooted" means that the process runs as superuser; "hooked" means that libraries are preloaded or a tracer
/// is attached. On Apple's systems, "rooted" means that files of a jailbreak exist; "hooked" means that libraries are
/// inserted.
enum SecurityCheck {
    /// The version of the set of checks; it increases when checks are added.
    static let version: Int32 = 1

    static func run(now: Date) -> SecurityCheckResult {
        SecurityCheckResult(
            date: now, checkVersion: version, osVersion: osVersion, patchLevel: patchLevel, isRooted: isRooted,
            isHooked: isHooked)
    }

    /// The platform's name, such as `Linux` or `iOS`.
    static var platform: String {
        #if os(Linux)
            "Linux"
        #elseif os(macOS)
            "macOS"
        #elseif os(tvOS)
            "tvOS"
        #elseif os(visionOS)
            "visionOS"
        #else
            "iOS"
        #endif
    }

    private static var patchLevel: String {
        var system = utsname()
        guard uname(&system) == 0 else { return "" }
        func text(_ field: some Any) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return "\(text(system.release)) \(text(system.version))"
    }

    #if os(Linux)
        private static var osVersion: String {
            let description = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
            return name(inOSRelease: description) ?? ProcessInfo.processInfo.operatingSystemVersionString
        }

        /// Returns the value of PRETTY_NAME in os-release(5).
        static func name(inOSRelease description: String) -> String? {
            for line in description.split(separator: "\n") where line.hasPrefix("PRETTY_NAME=") {
                return line.dropFirst("PRETTY_NAME=".count).trimmingCharacters(in: CharacterSet(charactersIn: "\"' "))
            }
            return nil
        }

        private static var isRooted: Bool { geteuid() == 0 }

        private static var isHooked: Bool {
            let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
            return !(ProcessInfo.processInfo.environment["LD_PRELOAD"] ?? "").isEmpty || isTraced(processStatus: status)
        }

        /// Returns true if a tracer is attached, by `TracerPid` of proc(5).
        static func isTraced(processStatus: String) -> Bool {
            for line in processStatus.split(separator: "\n") where line.hasPrefix("TracerPid:") {
                return line.dropFirst("TracerPid:".count).trimmingCharacters(in: .whitespaces) != "0"
            }
            return false
        }
    #else
        private static var osVersion: String { "\(platform) \(ProcessInfo.processInfo.operatingSystemVersionString)" }

        private static var isRooted: Bool {
            let traces = ["/Applications/Cydia.app", "/Applications/Sileo.app", "/var/jb", "/private/var/lib/apt"]
            return geteuid() == 0 || traces.contains { FileManager.default.fileExists(atPath: $0) }
        }

        private static var isHooked: Bool {
            !(ProcessInfo.processInfo.environment["DYLD_INSERT_LIBRARIES"] ?? "").isEmpty
        }
    #endif
}
