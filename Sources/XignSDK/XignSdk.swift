import Foundation
import Synchronization

/// The SDK: turns an app into an authenticator for Xign managers.
///
/// ```swift
/// try XignSdk.initialize(XignSdkConfig.Builder().addKeyMaterial(keyMaterial).build())
/// let authenticator = XignSdk.shared.authenticator
/// ```
///
/// An instance and its components are safe to use from any thread. Usually an app has one, ``shared``; tests and tools may
/// make several, each with a storage location of its own: each is a device of its own.
public final class XignSdk: Sendable {
    /// The version of this SDK, by semantic versioning.
    public static let version = "0.1.0"

    /// Reads initialization data and checks the device.
    public let xignCommon: XignCommon
    /// Activates the app, changes and ends activations.
    public let personalizer: Personalizer
    /// Authenticates.
    public let authenticator: Authenticator
    /// The services that the configuration names.
    public let serviceConfigurations: [ServiceConfiguration]
    /// The managers that the app trusts, with their newest key material.
    public var managers: [KeyMaterialInformation] {
        ((try? device.get())?.keyMaterials.managers ?? []).map { KeyMaterialInformation($0) }
    }

    private let device: Result<Device, XignSdkError>

    /// Makes an instance that is independent of ``shared``. Reads the disk, but not the network.
    ///
    /// - Throws: ``XignSdkInitializationError`` with the codes `deviceLockNotSet`, `deviceLocked`, `keyRemovedBySystem` or `storageUnusable`.
    public convenience init(_ configuration: XignSdkConfig) throws(XignSdkInitializationError) {
        self.init(.success(try Device(configuration)), configuration.serviceConfigurations)
    }

    private init(_ device: Result<Device, XignSdkError>, _ serviceConfigurations: [ServiceConfiguration]) {
        self.device = device
        self.serviceConfigurations = serviceConfigurations
        xignCommon = XignCommon(device)
        personalizer = Personalizer(device)
        authenticator = Authenticator(device)
    }

    private static let initialized = Mutex<XignSdk?>(nil)
    private static let uninitialized = XignSdk(
        .failure(XignSdkError(.notInitialized, "Call XignSdk.initialize(_:) when the app starts.")), [])

    /// The instance that ``initialize(_:)`` made. Before, an instance all of whose flows end with
    /// ``XignSdkErrorCode/notInitialized``.
    public static var shared: XignSdk { initialized.withLock { $0 } ?? uninitialized }

    /// Makes ``shared``. Call it once, when the app starts; calling it again replaces ``shared``, while whoever holds the old
    /// instance keeps it.
    ///
    /// - Throws: ``XignSdkInitializationError``; ``shared`` stays what it was.
    public static func initialize(_ configuration: XignSdkConfig) throws(XignSdkInitializationError) {
        let sdk = try XignSdk(configuration)
        initialized.withLock { $0 = sdk }
    }
}
