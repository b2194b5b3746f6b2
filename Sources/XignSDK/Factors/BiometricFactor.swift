#if canImport(LocalAuthentication) && !os(tvOS)
    import LocalAuthentication
#endif

/// The biometrics that are enrolled in the operating system.
///
/// Available on Apple's systems, where it is made from a context that has authenticated the user. On Linux there is no
/// biometric key store, so the type exists, but no instance of it.
public final class BiometricFactor: AuthenticationFactor, @unchecked Sendable {
    #if canImport(LocalAuthentication) && !os(tvOS)
        let context: LAContext

        /// Makes the factor from a context whose `evaluateAccessControl` or `evaluatePolicy` has succeeded.
        public init(context: LAContext) {
            self.context = context
            super.init(.biometric)
        }
    #else
        private init() { super.init(.biometric) }
    #endif
}
