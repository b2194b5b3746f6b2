import Foundation

/// An activation of this device.
public struct PersonalizationResult: Sendable, Hashable, Identifiable {
    /// The manager's identifier. A device has at most one activation for each manager.
    public let idmIdentifier: String
    /// The manager's URL.
    public let managerURL: URL?
    /// The user name of the account.
    public let userName: String?
    /// The name that the user gave the activation.
    public let alias: String?
    /// The factors that the activation has.
    public let authenticators: Set<AuthenticatorType>

    /// The manager's identifier.
    public var id: String { idmIdentifier }
}

/// The outcome of giving up an activation.
public enum DepersonalizationResult: Sendable, Hashable {
    /// The manager revoked the activation, and the device removed its keys.
    case revoked
    /// The device removed the keys, but the manager could not be reached or did not have the activation yet. If it has
    /// the activation after all, its operator can revoke it.
    case forgottenLocally
}

/// An activation that was begun on this device, and whose end the device does not know: the manager may have it.
///
/// See ``Personalizer/pendingPersonalizations``.
public struct PendingPersonalization: Sendable, Hashable, Identifiable {
    /// The manager's identifier. A device has at most one activation for each manager, pending or not.
    public let idmIdentifier: String
    /// The manager's URL; nil if the configuration does not have its key material.
    public let managerURL: URL?

    /// The manager's identifier.
    public var id: String { idmIdentifier }
}

extension Device {
    /// Returns the app's view of a pending activation.
    func pendingPersonalization(of activation: ActivationRecord) -> PendingPersonalization {
        PendingPersonalization(idmIdentifier: activation.idmIdentifier, managerURL: url(of: activation))
    }

    private func url(of activation: ActivationRecord) -> URL? {
        keyMaterials.managers.first { $0.idmIdentifier == activation.idmIdentifier }
            .flatMap { URL(string: $0.url.description) }
    }

    /// Returns the app's view of an activation.
    func personalization(of activation: ActivationRecord) -> PersonalizationResult {
        PersonalizationResult(
            idmIdentifier: activation.idmIdentifier, managerURL: url(of: activation),
            userName: activation.userName, alias: activation.alias,
            authenticators: Set(activation.factors.compactMap { AuthenticatorType($0) }))
    }
}
