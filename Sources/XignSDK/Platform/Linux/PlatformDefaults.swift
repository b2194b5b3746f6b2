import Foundation

/// The defaults of the configuration on Linux.
enum PlatformDefaults {
    /// `$XDG_DATA_HOME/xign`, or `.local/share/xign` in the user's home.
    ///
    /// - Throws: `storageUnusable` if the user has no home, or if a path is not UTF-8.
    static var storageLocation: URL {
        get throws(XignSdkInitializationError) {
            let path = try UserFolders(
                home: try variable("HOME"), data: try variable("XDG_DATA_HOME"), passwordEntry: passwordEntry
            ).dataFolder
            return URL(fileURLWithPath: path, isDirectory: true).appendingPathComponent("xign")
        }
    }

    /// Returns a variable of the environment.
    ///
    /// - Throws: `storageUnusable` if it is not UTF-8: a text with other characters would be another folder.
    private static func variable(_ name: String) throws(XignSdkInitializationError) -> String? {
        guard let value = getenv(name) else { return nil }
        guard let text = String(validatingCString: value) else {
            throw XignSdkInitializationError(
                .storageUnusable, "The path in $\(name) is not UTF-8. Set a storage location in the configuration.")
        }
        return text
    }

    /// The home folder in the user's entry of passwd(5); nil without an entry.
    private static var passwordEntry: String? {
        var (entry, found): (passwd, UnsafeMutablePointer<passwd>?) = (passwd(), nil)
        var buffer = [CChar](repeating: 0, count: 1 << 16)
        guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0, found != nil, let home = entry.pw_dir
        else { return nil }
        return String(validatingCString: home)
    }

    static func keyStore(storageLocation: URL) -> any KeyStore {
        FileKeyStore(folder: storageLocation.appendingPathComponent("keys"))
    }

    /// None: no recognition of a user on Linux protects a key.
    static var biometricGate: (any BiometricGate)? { nil }

    static func transport() -> any Transport { CurlTransport() }

    /// Standard error.
    static let log: XignLog.Handler = { level, message in
        FileHandle.standardError.write(Data("XignSDK \(level): \(message)\n".utf8))
    }
}
