import Foundation

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
    public static let version = "1.0.0-beta.1"

    /// The component that parses initialization data and checks the device.
    public let xignCommon: XignCommon
    /// The component that makes, changes and ends activations.
    public let personalizer: Personalizer
    /// The component that authenticates the user.
    public let authenticator: Authenticator
    /// The services in the configuration; empty before the initialization.
    public var serviceConfigurations: [ServiceConfiguration] { slot.device?.serviceConfigurations ?? [] }
    /// The trusted managers, with their newest key material; empty before the initialization.
    public var managers: [KeyMaterialInformation] {
        (slot.device?.keyMaterials.managers ?? []).map { KeyMaterialInformation($0) }
    }

    let slot: DeviceSlot

    /// Creates an instance that is independent of ``shared``. Reads the disk, but not the network.
    ///
    /// - Throws: ``XignSdkInitializationError`` with the codes `deviceLockNotSet`, `deviceLocked`, `keyRemovedBySystem`
    ///   or `storageUnusable`.
    public convenience init(_ configuration: XignSdkConfig) throws(XignSdkInitializationError) {
        self.init(DeviceSlot(try Device(configuration)))
    }

    init(_ slot: DeviceSlot) {
        self.slot = slot
        xignCommon = XignCommon(slot)
        personalizer = Personalizer(slot)
        authenticator = Authenticator(slot)
    }

    private static let sharedInstance = SharedInstance()

    /// The instance made by ``initialize(_:)``. Before that call its flows all throw
    /// ``XignSdkErrorCode/notInitialized``; the first call fills this same instance, so that code which took it, a
    /// component or a subscription earlier can go on.
    public static var shared: XignSdk { sharedInstance.value }

    /// Makes ``shared``. Call it once, when the app starts. A second call replaces ``shared``; the old instance remains
    /// usable where it is still referenced.
    ///
    /// - Throws: ``XignSdkInitializationError``; ``shared`` is unchanged then.
    public static func initialize(_ configuration: XignSdkConfig) throws(XignSdkInitializationError) {
        try sharedInstance.initialize(configuration)
    }
}
