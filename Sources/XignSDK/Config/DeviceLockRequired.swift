/// The condition for making keys: a device with a lock (PIN, password, pattern), or any device.
///
/// Source: XignSys SDK documentation, "Device lock required".
public enum DeviceLockRequired: Sendable {
    /// Initialization fails with ``XignSdkInitializationErrorCodes/deviceLockNotSet`` on a device without a lock. This
    /// is the default. Linux has no such lock; there it behaves like `ignored`.
    case required
    /// Keys are made on any device.
    case ignored
}
