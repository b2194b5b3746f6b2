import XignDomain
import XignProtocol
import XignStorage

extension KeyChange {
    /// Adds the key of a factor, which `UtilityRules` allow once for each activation.
    /// - Throws: `enrolmentRefused` where an activation has the key already.
    func addFactor(_ key: FactorPublicKey) throws {
        guard try transaction.activations.insert(key, of: activation) else { throw ProtocolError(.enrolmentRefused) }
        try act.record(.factorAdded, .factorAdded, of: activation.accountID, device: activation)
    }
}
