import Synchronization

/// The permission to add a factor to an activation, granted by an authentication.
///
/// Source: XignSys SDK documentation, "Add factor".
public final class ApiAccessAddFactor: Sendable {
    /// The identifier of the activation's manager.
    public let idmIdentifier: String
    /// The factor that may be added.
    public let factorType: AuthenticatorType

    init(idmIdentifier: String, factorType: AuthenticatorType) {
        self.idmIdentifier = idmIdentifier
        self.factorType = factorType
    }
}

/// The permission to change an activation's PIN, granted by an authentication. Set the new PIN in ``pinSpec``.
public final class ApiAccessChangePin: Sendable {
    /// The identifier of the activation's manager.
    public let idmIdentifier: String
    /// The place for the new PIN.
    public let pinSpec: PinSpecification

    init(idmIdentifier: String, pinSpec: PinSpecification) {
        self.idmIdentifier = idmIdentifier
        self.pinSpec = pinSpec
    }
}

/// The permission to make a further activation, granted by an authentication. Set its PIN in ``pinSpec``.
public final class ApiAccessRequestNewActivationData: Sendable {
    /// The identifier of the manager at which the activation is made.
    public let idmIdentifier: String
    /// The place for the activation's PIN.
    public let pinSpec: PinSpecification

    private struct State {
        var alias: String?
        var shouldSendEmail = false
    }
    private let state = Mutex(State())

    /// The name of the new activation, such as "tablet".
    public var alias: String? {
        get { state.withLock { $0.alias } }
        set { state.withLock { $0.alias = newValue } }
    }

    /// True if the manager also mails the data to the user.
    public var shouldSendEmail: Bool {
        get { state.withLock { $0.shouldSendEmail } }
        set { state.withLock { $0.shouldSendEmail = newValue } }
    }

    init(idmIdentifier: String, pinSpec: PinSpecification) {
        self.idmIdentifier = idmIdentifier
        self.pinSpec = pinSpec
    }
}

/// The permission to delete the account, granted by an authentication.
public final class ApiAccessDelete: Sendable {
    /// The identifier of the manager at which the account is deleted.
    public let idmIdentifier: String

    init(idmIdentifier: String) { self.idmIdentifier = idmIdentifier }
}
