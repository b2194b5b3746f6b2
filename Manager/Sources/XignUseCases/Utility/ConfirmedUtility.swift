import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// The effect of a confirmed utility process in `finish`: the act itself, or a grant for `finishUtility`, where the
/// device must first send keys.
struct ConfirmedUtility {
    let process: Process
    let activation: Activation
    let call: DeviceCall
    let transaction: any Transaction

    /// - Parameter statement: the confirmed statement.
    func run(_ utility: Goal.Utility, statement: [UInt8]) throws {
        switch utility {
        case .changePin, .newActivation, .delete: try grant(factor: nil, statement)
        case .addFactor(let factor): try grant(factor: factor, statement)
        case .revoke(let target):
            try RevokeOtherActivation(activation: activation, call: call, transaction: transaction)
                .run(target.id)
        case .merge(let invitation):
            try MergeInvitation(activation: activation, call: call, transaction: transaction).run(invitation)
        }
    }

    private func grant(factor: FactorType?, _ statement: [UInt8]) throws {
        try transaction.utilityGrants.insert(
            UtilityGrant(
                hash: BearerHash(of: call.secrets(of: statement).grant), activationID: activation.id,
                purpose: process.subject.purpose, factor: factor, consentHash: Array(SHA256.hash(data: statement)),
                expiresAt: call.now + UtilityGrant.lifetimeSeconds))
    }
}

extension Goal {
    /// True where `finish` returns a grant.
    var yieldsGrant: Bool {
        switch self {
        case .utility(.changePin), .utility(.newActivation), .utility(.delete), .utility(.addFactor): true
        case .utility(.revoke), .utility(.merge), .website, .inApp, .pages, .act: false
        }
    }
}
