import Foundation
import os

/// The defaults of the configuration on Apple's systems.
enum PlatformDefaults {
    /// `Application Support/xign` of the app or, on macOS without a sandbox, of the user.
    static var storageLocation: URL {
        get throws(XignSdkInitializationError) {
            // Every system has this folder in the user's domain.
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
                .appendingPathComponent("xign")
        }
    }

    static func keyStore(storageLocation: URL) -> any KeyStore { SecureEnclaveKeyStore() }

    static var biometricGate: (any BiometricGate)? {
        #if os(tvOS)
            nil
        #else
            EnclaveBiometricGate()
        #endif
    }

    static func transport() -> any Transport { URLSessionTransport() }

    /// The system's log.
    static let log: XignLog.Handler = { level, message in
        let type: OSLogType =
            switch level {
            case .none, .warning: .default
            case .error: .error
            case .info: .info
            case .debug, .verbose: .debug
            }
        Logger(subsystem: "XignSDK", category: "\(level)").log(level: type, "\(message, privacy: .public)")
    }
}
