import Foundation

/// The home folder of a device where neither `--home` nor `$XIGN_HOME` names one: `.xign` in `$HOME` or, without that,
/// in the folder of passwd(5).
struct DefaultHome {
    let path: String
    /// The folder below that of passwd(5), if a device is there and none in `path`. It is only told to the person.
    let otherDevice: String?

    /// - Parameters:
    ///   - variable: `$HOME`, which counts if it is an absolute path.
    ///   - passwordEntry: the home folder in passwd(5); nil for a user without an entry.
    /// - Throws: ``CommandFailure`` if there is neither.
    init(variable: String?, passwordEntry: String?) throws(CommandFailure) {
        let homes = [variable, passwordEntry].compactMap(\.self).filter { $0.hasPrefix("/") }.map { $0 + "/.xign" }
        guard let path = homes.first else { throw CommandFailure(.configuration) { $0.storage.noHome } }
        self.path = path
        otherDevice = Self.hasDevice(path) ? nil : homes.dropFirst().first(where: Self.hasDevice)
    }

    private static func hasDevice(_ path: String) -> Bool {
        let records = try? FileManager.default.contentsOfDirectory(atPath: path + "/activations")
        return records?.contains { $0.hasSuffix(".json") } ?? false
    }

    /// The home folder of this process's user in passwd(5); nil without an entry.
    static var passwordEntry: String? {
        // No other thread of this program asks for an entry.
        getpwuid(geteuid())?.pointee.pw_dir.flatMap { String(validatingCString: $0) }
    }
}
