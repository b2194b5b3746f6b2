/// Whether keys are made only on a device that has a lock (PIN, password, pattern).
public enum DeviceLockRequired: Sendable {
    /// Initialization fails with ``XignSdkInitializationErrorCodes/deviceLockNotSet`` on a device without a lock. The
    /// default. On Linux, which has no such lock, it behaves like `ignored`.
    case required
    /// Keys are made whether the device has a lock or not.
    case ignored
}
