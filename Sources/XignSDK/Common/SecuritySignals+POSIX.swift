import Foundation

// The parts of the collection that Linux and Apple's systems share.

extension SecuritySignals {
    /// True if the real or the effective user of the process is the superuser.
    static var isSuperuser: Bool { getuid() == 0 || geteuid() == 0 }

    /// Returns true if a variable of the environment has a value.
    static func hasValue(_ variable: String) -> Bool { getenv(variable).map { $0.pointee != 0 } ?? false }

    /// Release and build of the kernel, by uname (POSIX).
    static var kernel: (release: String, build: String) {
        var system = utsname()
        guard uname(&system) == 0 else { return ("", "") }
        func text(_ field: some Any) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return (text(system.release), text(system.version))
    }
}
