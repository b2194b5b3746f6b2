import Foundation
import Synchronization

/// The entry point of the SDK, which turns an app into an authenticator for Xign managers.
///
/// ```swift
/// try XignSdk.initialize(XignSdkConfig.Builder().addKeyMaterial(keyMaterial).build())
/// let authenticator = XignSdk.shared.authenticator
/// ```
///
/// An instance and its components may be used from any thread. An app usually has one instance, ``shared``. Tests and
/// tools may create several; each with its own storage location is a separate device.
public final class XignSdk: Sendable {
    /// The version of this SDK (semantic versioning).
    public static let version = "0.1.0"

    /// The component that parses initialization data and checks the device.
    public let xignCommon: XignCommon
    /// The component that makes, changes and ends activations.
    public let personalizer: Personalizer
    /// The component that authenticates the user.
    public let authenticator: Authenticator
    /// The services in the configuration.
    public let serviceConfigurations: [ServiceConfiguration]
    /// The trusted managers, with their newest key material.
    public var managers: [KeyMaterialInformation] {
        ((try? device.get())?.keyMaterials.managers ?? []).map { KeyMaterialInformation($0) }
    }

    private let device: Result<Device, XignSdkError>

    /// Creates an instance that is independent of ``shared``. Reads the disk, but not the network.
    ///
    /// - Throws: ``XignSdkInitializationError`` with the codes `deviceLockNotSet`, `deviceLocked`, `keyRemovedBySystem`
    ///   or `storageUnusable`.
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

    /// The instance made by ``initialize(_:)``. Before that call, an instance whose flows all throw
    /// ``XignSdkErrorCode/notInitialized``.
    public static var shared: XignSdk { initialized.withLock { $0 } ?? uninitialized }

    /// Makes ``shared``. Call it once, when the app starts. A second call replaces ``shared``; the old instance remains
    /// usable where it is still referenced.
    ///
    /// - Throws: ``XignSdkInitializationError``; ``shared`` is unchanged then.
    public static func initialize(_ configuration: XignSdkConfig) throws(XignSdkInitializationError) {
        let sdk = try XignSdk(configuration)
        initialized.withLock { $0 = sdk }
    }
}
