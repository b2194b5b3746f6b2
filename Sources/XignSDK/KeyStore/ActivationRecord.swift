import Foundation
internal import XignProtocol

/// What the device remembers of an activation. No keys, and nothing that depends on the PIN.
struct ActivationRecord: Codable, Sendable, Equatable {
    /// How far the personalization has come.
    enum State: String, Codable, Sendable {
        /// The keys exist, and the manager may or may not have them: `status` tells.
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
    /// SHA-256 of the open token with which the keys are enrolled. It names the attempt: keys sign for one token alone, so that
    /// they can never be enrolled once the manager has ended it. Absent in records of versions that did not keep it.
    var openTokenHash: SecretOctets?

    /// The keys that belong to it.
    var label: KeyStoreLabel {
        KeyStoreLabel(idmIdentifier: idmIdentifier, activationId: Data(activationId.bytes))
    }

    /// Whether both are of one attempt, and so of the same keys.
    func isSameAttempt(as other: ActivationRecord) -> Bool {
        idmIdentifier == other.idmIdentifier && activationId == other.activationId
            && openTokenHash == other.openTokenHash
    }

    /// The record once the manager has the keys, with what the manager says of them.
    func activated(userName: String, alias: String, factors: [FactorType]) -> ActivationRecord {
        var active = self
        (active.state, active.userName, active.alias, active.factors) = (.active, userName, alias, factors)
        return active
    }
}
