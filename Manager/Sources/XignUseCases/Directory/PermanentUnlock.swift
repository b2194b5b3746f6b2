import XignDomain
import XignProtocol
import XignStorage

extension Transaction {
    /// Returns a sentence on the rule of NIST that the policy leaves if administrators may unlock devices that are
    /// locked for good; an empty list if they may not.
    func permanentUnlockAdvice() throws -> [String] {
        guard try settings.policy().allowsPermanentUnlock else { return [] }
        return [
            "settings.permanentUnlock: administrators may unlock devices that are locked for good. This leaves NIST SP "
                + "800-63B-4, section 3.2.2, by which the person connects such a device anew"
        ]
    }

    /// Lists the decisions in the directory that deserve a second thought, a sentence each.
    func directoryAdvice(at issuer: ManagerOrigin) throws -> [String] {
        try rolesForDeviceAlone() + rolesForUncheckedBrowsers() + longIDTokens() + repeatedLoginAdvice(at: issuer)
            + attributesOfSeveralOrganizations()
            + permanentUnlockAdvice()
    }
}

extension Context {
    /// Returns a sentence on the rule of NIST that the policy leaves, or an empty list.
    package func permanentUnlockAdvice() throws -> [String] { try database.read { try $0.permanentUnlockAdvice() } }
}
