import XignProtocol

/// The description of an authentication that a website gets: the claims `amr` and `acr` (OpenID Connect Core, section
/// 2).
public enum AuthenticationMethods {
    /// An authentication method reference (RFC 8176, section 2). `amr` lists them in the order of the cases.
    ///
    /// There is no `fpt` or `face`: the manager sees a key, not a finger.
    public enum Reference: String, Sendable, CaseIterable {
        case pop, swk, pin, otp, user, mfa
    }

    /// A value of `acr`.
    public enum ContextClass: String, Sendable, CaseIterable {
        /// One factor, which is the device.
        case device = "urn:xign:acr:device"
        /// Several factors.
        case multiFactor = "urn:xign:acr:multi-factor"
        /// One factor, in a browser. A website that demands `device` does not get it.
        case deviceInBrowser = "urn:xign:acr:device:web"
        /// Several factors, in a browser. A website that demands `multiFactor` does not get it.
        case multiFactorInBrowser = "urn:xign:acr:multi-factor:web"
    }

    /// Returns the `amr` of a login in which `factors` have signed: their references, and `mfa` for two factors or
    /// more.
    public static func references(for factors: [FactorType]) -> [String] {
        var proven = Set(factors.flatMap(\.definition.references))
        if factors.count > 1 { proven.insert(.mfa) }
        return Reference.allCases.filter(proven.contains).map(\.rawValue)
    }

    /// Returns the `acr` of a login in which `factors` have signed.
    /// - Parameter inBrowser: true for an authenticator in a browser, by its enrolment.
    public static func contextClass(for factors: [FactorType], inBrowser: Bool) -> ContextClass {
        switch (factors.count > 1, inBrowser) {
        case (false, false): .device
        case (true, false): .multiFactor
        case (false, true): .deviceInBrowser
        case (true, true): .multiFactorInBrowser
        }
    }
}
