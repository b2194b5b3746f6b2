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

    func run(_ target: ActivationID) throws {
        let act = Performer(actor: .device(activation.id), now: call.now, transaction: transaction)
        guard let found = try transaction.activations.find(target), try act.end(found) else {
            throw ProtocolError(.notAllowed)
        }
    }
}
