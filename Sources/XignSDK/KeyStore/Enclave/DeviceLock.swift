/// The state of the device's lock.
enum DeviceLock {
    /// The system has no lock: tvOS.
    case unsupported
    /// No passcode or password is set.
    case notSet
    /// A passcode or password is set.
    case set

    /// Makes the state from LocalAuthentication's answer, if the system has locks.
    ///
    /// - Parameter failure: the code of the error with which the device's owner cannot be authenticated; nil if the
    ///   owner can be.
    init(failure: Int?) { self = failure == LocalAuthenticationCode.passcodeNotSet ? .notSet : .set }

    /// Checks that keys may be made.
    ///
    /// - Throws: `KeyStoreError.deviceLockNotSet`.
    func check(_ required: DeviceLockRequired) throws {
        if required == .required && self == .notSet { throw KeyStoreError.deviceLockNotSet }
    }
}
