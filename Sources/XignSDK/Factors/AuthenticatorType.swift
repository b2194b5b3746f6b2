/// What a person authenticates with.
public enum AuthenticatorType: String, Sendable, CaseIterable {
    /// The device: a key in its key store.
    case device
    /// The activation's PIN.
    case pin
    /// The enrolled biometrics of the device.
    case biometric
    /// A one-time password. In development: no manager asks for it yet.
    case otp
    /// A YubiKey. In development: no manager asks for it yet.
    case yubikey
}
