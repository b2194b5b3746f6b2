import Foundation
internal import XignProtocol

/// The stored record of an activation on this device. It contains no keys, and nothing that depends on the PIN
/// (docs/protocol.md, section 10).
struct ActivationRecord: Codable, Sendable, Equatable {
    /// The state of the personalization.
    enum State: String, Codable, Sendable {
        /// The keys exist on the device. The operation `status` tells whether the manager has them.
        case pending
        /// The manager has the keys.
        case active
    }

    var v = 1
    let idmIdentifier: String
    let activationId: ActivationID
    var state: State
    var userName: String?
    var alias: String?
    var factors: [FactorType]
    /// SHA-256 of the open token with which the keys are enrolled. It identifies the attempt.
    ///
    /// Keys sign for one token only, so they can never be enrolled after the manager has ended it. Older versions wrote
    /// records without it.
    var openTokenHash: SecretOctets?

    /// The factor that is being added; nil if there is none. Older versions wrote records without it.
    var pendingFactor: PendingFactor?
    /// The change that was sent, and whose answer is missing; nil if there is none.
    var unansweredChange: UnansweredChange.Kind?
    /// The number of the newest notice that the app has acknowledged.
    var acknowledgedNotice: Int64?

    /// The label of the activation's keys in the key store.
    var label: KeyStoreLabel {
        KeyStoreLabel(idmIdentifier: idmIdentifier, activationId: Data(activationId.bytes))
    }

    /// Returns true if both records belong to the same attempt, and therefore to the same keys.
    func isSameAttempt(as other: ActivationRecord) -> Bool {
        idmIdentifier == other.idmIdentifier && activationId == other.activationId
            && openTokenHash == other.openTokenHash
    }

    /// Returns the active record, with the properties that the manager reports.
    func activated(userName: String, alias: String, factors: [FactorType]) -> ActivationRecord {
        var active = self
        (active.state, active.userName, active.alias, active.factors) = (.active, userName, alias, factors)
        return active
    }
}

/// A factor whose key exists on this device, while it is not known whether the manager has it.
struct PendingFactor: Codable, Sendable, Equatable {
    let factor: FactorType
    /// The factor's public key, which does not depend on a PIN.
    let publicKey: Octets
    /// The end of the grant with which the key is enrolled, in Unix seconds by the device's clock. The manager adds no
    /// factor by it afterwards.
    let grantEndsAt: Int64
}
