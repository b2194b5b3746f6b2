import Synchronization

/// The place of the device that an instance of the SDK and its components work on. It is empty until the SDK is
/// initialized, and never changes afterwards.
final class DeviceSlot: Sendable {
    private let content: Mutex<Device?>

    init(_ device: Device? = nil) { content = Mutex(device) }

    var device: Device? { content.withLock { $0 } }

    /// - Throws: `notInitialized` while the slot is empty.
    func get() throws(XignSdkError) -> Device {
        guard let device else {
            throw XignSdkError(.notInitialized, "Call XignSdk.initialize(_:) when the app starts.")
        }
        return device
    }

    /// Puts a device into an empty slot. Returns false if the slot has one already.
    func fill(_ device: Device) -> Bool {
        content.withLock {
            guard $0 == nil else { return false }
            $0 = device
            return true
        }
    }
}
