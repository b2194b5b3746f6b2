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

    /// The keys that belong to it.
    var label: KeyStoreLabel {
        KeyStoreLabel(idmIdentifier: idmIdentifier, activationId: Data(activationId.bytes))
    }
}
