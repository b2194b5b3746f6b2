import Foundation

/// The reason why the SDK could not be initialized.
///
/// Source: XignSys SDK documentation, "Device lock required".
public enum XignSdkInitializationErrorCodes: String, Sendable, CaseIterable {
    /// The key generation strategy requires a device lock, and none is set. Ask the user to set one.
    case deviceLockNotSet
    /// The system removed the keys, for example because the device lock was removed. Activate again.
    case keyRemovedBySystem
    /// The keys cannot be reached while the device is locked. Initialize again once it is unlocked.
    case deviceLocked
    /// A key material document is malformed, not signed by its own root keys, or contradicts another document.
    case keyMaterialInvalid
    /// A service configuration is malformed.
    case serviceConfigurationInvalid
    /// The storage location cannot be used. The message names the file and the remedy.
    case storageUnusable
}

/// The error of configuring or initializing the SDK.
public struct XignSdkInitializationError: Error, LocalizedError, CustomStringConvertible {
    /// The code to match on.
    public let errorCode: XignSdkInitializationErrorCodes
    /// A description of the failure and its remedy, for the app's developer.
    public let message: String
    /// The underlying error, if there is one. With ``XignSdkInitializationErrorCodes/storageUnusable`` it may be
    /// ``KeyStoreError/storage(_:)``.
    public let underlying: (any Error)?

    init(
        _ errorCode: XignSdkInitializationErrorCodes, _ message: String, underlying: (any Error)? = nil
    ) {
        self.errorCode = errorCode
        self.message = message
        self.underlying = underlying
    }

    /// The code and message, for logs.
    public var description: String { "\(errorCode.rawValue): \(message)" }
    /// The message, which is for the app's developer: do not show it to people.
    public var errorDescription: String? { message }
}
