/// The state of the device in which its keys can be used.
enum KeyProtection {
    /// The device is unlocked.
    case unlocked
    /// The device is unlocked, and its lock has never been removed: the system destroys the keys when it is.
    case lockKept

    init(_ required: DeviceLockRequired, on lock: DeviceLock) {
        self = required == .required && lock != .unsupported ? .lockKept : .unlocked
    }
}
