/// A role of the user at a service.
///
/// Source: XignSys SDK documentation, "Starting an authentication".
public struct Role: Hashable, Sendable, Identifiable {
    /// The role's identifier at the manager.
    public let id: String
    /// The name to show.
    public let name: String
    /// The factors that the role requires: alternatives, each a set of factors that must sign together, such as
    /// `[[.device, .pin], [.biometric, .device]]`.
    public let requestedAuthenticators: [[AuthenticatorType]]
}
