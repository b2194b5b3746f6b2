/// The signs and versions from which ``SecurityCheck`` judges. Each platform has an extension that collects them.
struct SecuritySignals: Sendable, Equatable {
    /// A sign that someone other than the user controls the device or the app.
    enum Sign: String, Sendable, CaseIterable {
        /// The real or the effective user of the process is the superuser.
        case superuser
        /// Files of a jailbreak exist.
        case jailbreakFiles
        /// The system let the process write outside of its sandbox.
        case sandboxEscape
        /// A debugger or another tracer is attached to the process.
        case tracer
        /// A variable of the environment makes the dynamic loader load a library before all others: `LD_PRELOAD`,
        /// `DYLD_INSERT_LIBRARIES`.
        case preloadVariable
        /// `LD_AUDIT` makes the dynamic loader load a library that sees and redirects every call between libraries.
        case auditVariable
        /// The file `/etc/ld.so.preload` makes the dynamic loader load a library into every process.
        case preloadFile
        /// A library is loaded that redirects functions, such as Frida's.
        case hookingLibrary
    }

    /// The name and version of the operating system.
    var osVersion: String
    /// The state of the security updates as far as the system reports it.
    var patchLevel: String
    /// The signs that were found.
    var signs: Set<Sign>
}

extension SecuritySignals.Sign {
    /// The finding of which this is a sign.
    var finding: SecurityFinding {
        switch self {
        case .superuser, .jailbreakFiles, .sandboxEscape: .rooted
        case .tracer, .preloadVariable, .auditVariable, .preloadFile, .hookingLibrary: .hooked
        }
    }
}

extension SecuritySignals: CustomStringConvertible {
    /// The findings with their signs, and the versions, for the log. It contains no path and no value of a variable.
    var description: String {
        let findings = SecurityFinding.allCases.compactMap { finding in
            let signs = Sign.allCases.filter { self.signs.contains($0) && $0.finding == finding }
            return signs.isEmpty ? nil : "\(finding) (\(signs.map(\.rawValue).joined(separator: ", ")))"
        }
        return (findings.isEmpty ? "no findings" : findings.joined(separator: ", ")) + "; \(osVersion); \(patchLevel)"
    }
}
