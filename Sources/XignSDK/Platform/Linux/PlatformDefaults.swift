import Foundation

/// The defaults of the configuration on Linux.
enum PlatformDefaults {
    /// `$XDG_DATA_HOME/xign`; a relative path in it is invalid (XDG Base Directory Specification) and ignored.
    static var storageLocation: URL {
        let home = FileManager.default.homeDirectoryForCurrentUser
        let data = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (data.map { URL(fileURLWithPath: $0) } ?? home.appendingPathComponent(".local/share"))
            .appendingPathComponent("xign")
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
