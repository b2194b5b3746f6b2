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

    /// Returns the addresses of the environment with which a process began, from its file `stat`: `env_start` and
    /// `env_end` of proc_pid_stat(5), fields 50 and 51. Returns nil where the system does not tell them.
    ///
    /// Field 2 is the name of the process in parentheses, and can itself contain spaces and parentheses.
    static func environmentAddresses(stat file: Data) -> Range<UInt>? {
        guard let name = file.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = file[(name + 1)...].split(separator: UInt8(ascii: " "))
        guard fields.count > 48, let start = UInt(String(decoding: fields[47], as: UTF8.self)),
            let end = UInt(String(decoding: fields[48], as: UTF8.self)), 0 < start, start < end
        else { return nil }
        return start..<end
    }

    /// Returns true if a variable has a value in the environment with which a process began: texts that end with a NUL.
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
