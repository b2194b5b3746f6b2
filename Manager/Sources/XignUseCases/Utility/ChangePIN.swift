import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

extension KeyChange {
    /// Replaces the PIN's key, and ends what the former PIN has confirmed and nobody has finished.
    /// - Returns: false, without an effect, where the key is the present one. The grant is spent then: there is one
    ///   comparison for one proven PIN.
    func changePIN(to key: FactorPublicKey) throws -> Bool {
        let activations = transaction.activations
        guard let present = try activations.factor(.pin, of: activation) else {
            throw ProtocolError(.enrolmentRefused)
        }
        guard !constantTimeEqual(present.rawRepresentation, key.rawRepresentation) else { return false }
        guard try activations.replaceFactor(key, of: activation) else { throw ProtocolError(.enrolmentRefused) }
        try act.endProven(by: activation, except: grant.hash)
        try act.record(.pinChanged, .pinChanged, of: activation.accountID, device: activation)
        return true
    }
}
