import Foundation

// Signs that were left out, since they also occur on devices that nobody has manipulated: libraries in temporary or
// the user's own folders (AppImage mounts programs below /tmp; developers build at home), deleted or anonymous files
// that are mapped as code (updates, just-in-time compilers), and LD_LIBRARY_PATH.

extension SecuritySignals {
    /// Collects the signs and versions of this process and system. A file that cannot be read gives no sign.
    static func collect() -> SecuritySignals {
        let (release, build) = kernel
        let name = contents(of: "/etc/os-release") ?? contents(of: "/usr/lib/os-release")
        return SecuritySignals(
            osVersion: name.flatMap(LinuxFiles.prettyName(inOSRelease:)) ?? "Linux \(release)",
            patchLevel: "\(release) \(build)", signs: signs)
    }

    private static var signs: Set<Sign> {
        let environment = environmentAtStart
        func wasSet(_ variable: String) -> Bool {
            hasValue(variable) || LinuxFiles.hasValue(variable, environment: environment)
        }
        var signs: Set<Sign> = []
        if isSuperuser { signs.insert(.superuser) }
        if LinuxFiles.isTraced(status: contents(of: "/proc/self/status") ?? Data()) { signs.insert(.tracer) }
        if wasSet("LD_PRELOAD") { signs.insert(.preloadVariable) }
        if wasSet("LD_AUDIT") { signs.insert(.auditVariable) }
        if LinuxFiles.namesLibrary(preloadFile: contents(of: "/etc/ld.so.preload") ?? Data()) {
            signs.insert(.preloadFile)
        }
        return signs
    }

    /// The environment with which the process began: a preloaded library can remove its variable from the present one.
    ///
    /// It is read from the process's own memory. The file `/proc/self/environ` shows the same bytes, but belongs to
    /// root where the process is protected from others: by PR_SET_DUMPABLE of prctl(2), or by a program file that its
    /// user cannot read. A library that overwrites these bytes, too, is not found.
    static var environmentAtStart: Data {
        guard let addresses = LinuxFiles.environmentAddresses(stat: contents(of: "/proc/self/stat") ?? Data()),
            let start = UnsafeRawPointer(bitPattern: addresses.lowerBound)
        else { return Data() }
        // The kernel has put it at the end of the first thread's stack, which is mapped as long as the process lives.
        return Data(bytes: start, count: addresses.count)
    }

    /// Reads at most 1 MiB of a file; nil if it cannot be read.
    static func contents(of path: String) -> Data? {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        return try? file.read(upToCount: 1 << 20)
    }
}
