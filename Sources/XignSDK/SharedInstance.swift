import Synchronization

/// The instance that an app's parts share.
///
/// The first initialization fills the instance that exists from the beginning, since the app may have taken it, its
/// components or their events before. A later one replaces the instance.
final class SharedInstance: Sendable {
    private let instance = Mutex(XignSdk(DeviceSlot()))

    var value: XignSdk { instance.withLock { $0 } }

    /// - Throws: ``XignSdkInitializationError``; nothing has changed then.
    func initialize(_ configuration: XignSdkConfig) throws(XignSdkInitializationError) {
        let device = try Device(configuration)
        instance.withLock { instance in
            if !instance.slot.fill(device) { instance = XignSdk(DeviceSlot(device)) }
        }
    }
}
