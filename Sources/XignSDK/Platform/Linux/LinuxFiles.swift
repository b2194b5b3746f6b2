import Foundation

/// Readers of the files in which Linux describes the system and a process. They accept any bytes.
enum LinuxFiles {
    /// Returns the value of PRETTY_NAME in os-release(5); nil if there is none.
    static func prettyName(inOSRelease file: Data) -> String? {
        guard let value = value(of: "PRETTY_NAME=", in: file) else { return nil }
        let name = String(decoding: value, as: UTF8.self).trimmingCharacters(in: CharacterSet(charactersIn: "\"' \t\r"))
        return name.isEmpty ? nil : name
    }

    /// Returns true if the file `status` of a process names a tracer, by `TracerPid` of proc_pid_status(5).
    ///
    /// The only text that the process chooses in it is its name, whose line feeds are escaped.
    static func isTraced(status file: Data) -> Bool {
        value(of: "TracerPid:", in: file)?.contains { (UInt8(ascii: "1")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    /// Returns true if a variable has a value in the file `environ` of a process, by proc_pid_environ(5).
    ///
    /// A variable can occur several times. The dynamic loader takes the last value.
    static func hasValue(_ variable: String, environment file: Data) -> Bool {
        let name = "\(variable)=".utf8
        return file.split(separator: 0).contains { $0.count > name.count && $0.starts(with: name) }
    }

    /// Returns true if `/etc/ld.so.preload` names a library, by ld.so(8).
    ///
    /// White space and colons separate names; a comment begins with `#` and ends with its line.
    static func namesLibrary(preloadFile file: Data) -> Bool {
        let separators = Set(": \t\r\u{0B}\u{0C}".utf8)
        return file.split(separator: UInt8(ascii: "\n")).contains { line in
            line.prefix { $0 != UInt8(ascii: "#") }.contains { !separators.contains($0) }
        }
    }

    /// Returns the rest of the first line that begins with a name.
    private static func value(of name: String, in file: Data) -> Data? {
        file.split(separator: UInt8(ascii: "\n")).first { $0.starts(with: name.utf8) }?.dropFirst(name.utf8.count)
    }
}
