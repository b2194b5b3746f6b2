/// The results of verifying the signature of a device.
public enum SignatureVerification: Sendable, CaseIterable {
    /// The device's signature is valid, and the statement is the one of its hash.
    case valid
    case invalid
    /// The key was removed with the device, and an older version has not kept its enrolment.
    case keyUnknown
}
