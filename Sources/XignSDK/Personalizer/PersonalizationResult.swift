import Foundation

/// An activation of this device.
public struct PersonalizationResult: Sendable, Hashable, Identifiable {
    /// The manager; there is one activation for each.
    public let idmIdentifier: String
    /// The manager's address.
    public let managerURL: URL?
    /// The account, as the manager names it.
    public let userName: String?
    /// The name that the user gave the activation.
    public let alias: String?
    /// The factors that the activation has.
    public let authenticators: Set<AuthenticatorType>

    /// The manager.
    public var id: String { idmIdentifier }
}

/// What became of an activation that was given up.
public enum DepersonalizationResult: Sendable, Hashable {
    /// The manager revoked it, and the device forgot it.
    case revoked
    /// The device forgot it, but the manager could not be told, or did not have it yet. Where it has it after all, it can
    /// still be revoked there.
    case forgottenLocally
}
