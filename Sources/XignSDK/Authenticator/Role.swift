/// A role in which the user may act at a service.
public struct Role: Hashable, Sendable, Identifiable {
    /// What names the role at the manager.
    public let id: String
    /// The name to show.
    public let name: String
    /// Which factors the role demands: alternatives, each a set of factors that are needed together, such as
    /// `[[.device, .pin], [.biometric, .device]]`.
    public let requestedAuthenticators: [[AuthenticatorType]]
}
