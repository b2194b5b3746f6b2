import Foundation

#if os(tvOS)
    extension DeviceLock {
        /// The state of this device's lock.
        static var current: DeviceLock { .unsupported }
    }
#else
    import LocalAuthentication

    extension DeviceLock {
        /// The state of this device's lock.
        static var current: DeviceLock {
            var error: NSError?
            let hasLock = LAContext().canEvaluatePolicy(.deviceOwnerAuthentication, error: &error)
            return DeviceLock(failure: hasLock ? nil : error?.code)
        }
    }
#endif
