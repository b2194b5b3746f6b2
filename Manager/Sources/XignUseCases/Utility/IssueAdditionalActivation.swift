import XignDomain
import XignProtocol
import XignStorage

extension KeyChange {
    /// Issues a pending activation for another device of the account, with an id, a secret and a PIN of the user's
    /// device.
    /// - Returns: the end of the pending state.
    /// - Throws: `enrolmentRefused` where an activation has the id already.
    func issue(_ new: KeyChangeStatement.NewActivation) throws -> Timestamp {
        let activations = transaction.activations
        // `SignedKeyChange` has required the proof.
        guard let pinProof = request.pinProof, try activations.find(new.id) == nil else {
            throw ProtocolError(.enrolmentRefused)
        }
        let end = call.now + ActivationLimits.ownSeconds
        let issued = Activation(
            id: new.id, accountID: activation.accountID, state: .pending, kind: .additional, pinOrigin: .userChosen,
            secretHash: BearerHash(bytes: new.secretHash), createdAt: call.now, expiresAt: end, personalizedAt: nil,
            wrongPINs: 0, alias: new.alias ?? "", lockout: .none, issuedBy: activation.id)
        try activations.insert(issued, pinProofHash: BearerHash(of: pinProof))
        try act.record(.activationIssued, .activationIssued, of: activation.accountID, device: issued)
        return end
    }
}
