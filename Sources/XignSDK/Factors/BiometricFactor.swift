#if canImport(LocalAuthentication) && !os(tvOS)
    import LocalAuthentication
#endif

/// The biometrics enrolled in the device, as a factor.
///
/// On Apple's systems it can be created from a context that has authenticated the user. Elsewhere it is created from
/// the app's own ``BiometricGate``.
///
/// Source: XignSys SDK documentation, "Creating a BiometricFactor".
public final class BiometricFactor: AuthenticationFactor, @unchecked Sendable {
    /// The gate that signs; nil for a factor of the operating system.
    let gate: (any BiometricGate)?

    /// Creates the factor from a gate. The gate recognizes the user when it signs, or has done so already.
    ///
    /// - Parameter gate: the configuration's gate, or another one with access to the same keys.
    public init(gate: any BiometricGate) {
        self.gate = gate
        #if canImport(LocalAuthentication) && !os(tvOS)
            context = nil
        #endif
        super.init(.biometric)
    }

    #if canImport(LocalAuthentication) && !os(tvOS)
        let context: LAContext?

        /// Creates the factor from a context whose `evaluateAccessControl` or `evaluatePolicy` has succeeded.
        public init(context: LAContext) {
            gate = nil
            self.context = context
            super.init(.biometric)
        }
    #endif
}
