/// The type of an authentication factor.
///
/// Source: XignSys SDK documentation, "Starting an authentication".
public enum AuthenticatorType: String, Sendable, CaseIterable {
    /// The device, by a key in its key store.
    case device
    /// The activation's PIN.
    case pin
    /// The biometrics enrolled in the device.
    case biometric
    /// A one-time password. Reserved: no manager requests it yet.
    case otp
    /// A YubiKey. Reserved: no manager requests it yet.
    case yubikey
}
