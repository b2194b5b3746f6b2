import Foundation

/// Why the SDK could not be initialized.
public enum XignSdkInitializationErrorCodes: String, Sendable, CaseIterable {
    /// The key generation strategy demands a device lock, and none is set. Ask the user to set one.
    case deviceLockNotSet
    /// The system removed the keys, for example because the device lock was taken away. Activate again.
    case keyRemovedBySystem
    /// The keys cannot be reached while the device is locked. Initialize again once it is unlocked.
    case deviceLocked
    /// A key material is malformed, not signed by its own root, or belongs to a manager that another one claims too.
    case keyMaterialInvalid
    /// A service configuration is malformed.
    case serviceConfigurationInvalid
    /// The storage location cannot be used: see the message for which file, and what to change.
    case storageUnusable
}

/// Thrown when the SDK is configured or initialized.
public struct XignSdkInitializationError: Error, LocalizedError, CustomStringConvertible {
    /// What went wrong, to match on.
    public let errorCode: XignSdkInitializationErrorCodes
    /// What happened and what to do, in one sentence for the app's developer.
    public let message: String

    init(_ errorCode: XignSdkInitializationErrorCodes, _ message: String) {
        self.errorCode = errorCode
        self.message = message
    }

    /// Code and message.
    public var description: String { "\(errorCode.rawValue): \(message)" }
    /// The message.
    public var errorDescription: String? { message }
}
