import XignDomain
import XignProtocol
import XignStorage

/// The revocation of another activation of the account. It takes effect in `finish`, which has judged `UtilityRules`
/// and locked the account.
struct RevokeOtherActivation {
    /// The activation that has confirmed it.
    let activation: Activation
    let call: DeviceCall
    let transaction: any Transaction

    func run(_ target: ActivationID, session: SessionID) throws {
        let end = EndActivation(actor: activation.id, operatorName: nil, now: call.now, transaction: transaction)
        guard let found = try transaction.activations.lock(target)?.activation,
            try end.run(found, session: session)
        else { throw ProtocolError(.notAllowed) }
    }
}
