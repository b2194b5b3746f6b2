import Darwin
import Foundation
import MachO

extension SecuritySignals {
    /// Collects the signs and versions of this process and system.
    static func collect() -> SecuritySignals {
        let (release, build) = kernel
        return SecuritySignals(
            osVersion: "\(SecurityCheck.platform) \(ProcessInfo.processInfo.operatingSystemVersionString)",
            patchLevel: "\(release) \(build)", signs: signs)
    }

    private static var signs: Set<Sign> {
        var signs: Set<Sign> = []
        if isSuperuser { signs.insert(.superuser) }
        if isTraced { signs.insert(.tracer) }
        if hasValue("DYLD_INSERT_LIBRARIES") { signs.insert(.preloadVariable) }
        if loadedLibraries.contains(where: JailbreakTraces.isHookingLibrary) { signs.insert(.hookingLibrary) }
        // A Mac is its user's own: there is nothing to break out of.
        #if !os(macOS)
            if hasJailbreakFiles { signs.insert(.jailbreakFiles) }
            if canWriteOutsideSandbox { signs.insert(.sandboxEscape) }
        #endif
        return signs
    }

    /// True if a debugger is attached to this process (https://developer.apple.com/library/archive/qa/qa1361).
    private static var isTraced: Bool {
        var question = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
        var process = kinfo_proc()
        var size = MemoryLayout<kinfo_proc>.stride
        guard sysctl(&question, UInt32(question.count), &process, &size, nil, 0) == 0 else { return false }
        return process.kp_proc.p_flag & P_TRACED != 0
    }

    /// The paths of all libraries that are loaded into this process.
    private static var loadedLibraries: [String] {
        // Another thread may unload a library meanwhile; dyld answers nil for its index then.
        (0..<_dyld_image_count()).compactMap { _dyld_get_image_name($0).map { String(cString: $0) } }
    }
}

#if !os(macOS)
    extension SecuritySignals {
        private static var hasJailbreakFiles: Bool {
            let files = FileManager.default
            return JailbreakTraces.paths.contains(where: files.fileExists(atPath:))
                || JailbreakTraces.linkedFolders.contains { (try? files.destinationOfSymbolicLink(atPath: $0)) != nil }
        }

        /// True if the system let this process create a file outside of its sandbox. The file is removed.
        private static var canWriteOutsideSandbox: Bool {
            let path = JailbreakTraces.forbiddenFile(name: UUID().uuidString)
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return false }
            close(descriptor)
            unlink(path)
            return true
        }
    }
#endif
