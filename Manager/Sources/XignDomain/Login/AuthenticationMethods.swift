import XignProtocol

/// What a website is told about how somebody authenticated: `amr` (RFC 8176) and `acr`.
public enum AuthenticationMethods {
    /// The values of `acr`.
    public enum ContextClass: String, Sendable, CaseIterable {
        /// One factor, which is the device.
        case device = "urn:xign:acr:device"
        /// Several factors.
        case multiFactor = "urn:xign:acr:multi-factor"
    }

    /// Only what was proven: without attestation a key is `swk`, since an app can say of itself what it likes; `mfa` for two
    /// proven factors. Never `fpt` or `face`: the manager sees a key, not a finger.
    public static func references(for factors: [FactorType]) -> [String] {
        var references: [String] = []
        if factors.contains(.device) { references += ["pop", "swk"] }
        if factors.contains(.pin) { references.append("pin") }
        if factors.contains(.otp) { references.append("otp") }
        if factors.contains(.biometric) { references.append("user") }
        if factors.count > 1 { references.append("mfa") }
        return references
    }

    public static func contextClass(for factors: [FactorType]) -> ContextClass {
        factors.count > 1 ? .multiFactor : .device
    }
}
