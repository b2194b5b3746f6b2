#if canImport(LocalAuthentication) && !os(tvOS)
    import LocalAuthentication
#endif

/// The biometrics enrolled in the operating system, as a factor.
///
/// On Apple's systems it is created from a context that has authenticated the user. Linux has no biometric key store;
/// the type exists there, but cannot be instantiated.
///
/// Source: XignSys SDK documentation, "Creating a BiometricFactor".
public final class BiometricFactor: AuthenticationFactor, @unchecked Sendable {
    #if canImport(LocalAuthentication) && !os(tvOS)
        let context: LAContext

        /// Creates the factor from a context whose `evaluateAccessControl` or `evaluatePolicy` has succeeded.
        public init(context: LAContext) {
            self.context = context
            super.init(.biometric)
        }
    #else
        private init() { super.init(.biometric) }
    #endif
}
