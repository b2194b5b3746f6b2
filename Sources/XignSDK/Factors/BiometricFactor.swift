/// The biometrics enrolled in the device, as a factor.
///
/// ``XignCommon/createBiometricFactor(idmIdentifier:reason:)->_`` makes it from the configuration's gate. An app that
/// recognizes the user itself makes it from a gate that has done so.
///
/// Source: XignSys SDK documentation, "Creating a BiometricFactor".
public final class BiometricFactor: AuthenticationFactor, @unchecked Sendable {
    /// The gate that signs.
    let gate: any BiometricGate

    /// Creates the factor from a gate. The gate recognizes the user when it signs, or has done so already.
    ///
    /// - Parameter gate: the configuration's gate, or another one with access to the same keys.
    public init(gate: any BiometricGate) {
        self.gate = gate
        super.init(.biometric)
    }
}
