import Synchronization

/// The right to add a factor to an activation, earned by an authentication.
public final class ApiAccessAddFactor: Sendable {
    /// The manager whose activation is changed.
    public let idmIdentifier: String
    /// The factor that may be added.
    public let factorType: AuthenticatorType

    init(idmIdentifier: String, factorType: AuthenticatorType) {
        self.idmIdentifier = idmIdentifier
        self.factorType = factorType
    }
}

/// The right to change an activation's PIN, earned by an authentication. Set the new PIN in ``pinSpec``.
public final class ApiAccessChangePin: Sendable {
    /// The manager whose activation is changed.
    public let idmIdentifier: String
    /// Where the new PIN goes.
    public let pinSpec: PinSpecification

    init(idmIdentifier: String, pinSpec: PinSpecification) {
        self.idmIdentifier = idmIdentifier
        self.pinSpec = pinSpec
    }
}

/// The right to make a further activation, earned by an authentication. Set its PIN in ``pinSpec``.
public final class ApiAccessRequestNewActivationData: Sendable {
    /// The manager at which the activation is made.
    public let idmIdentifier: String
    /// Where the activation's PIN goes.
    public let pinSpec: PinSpecification

    private struct State {
        var alias: String?
        var shouldSendEmail = false
    }
    private let state = Mutex(State())

    /// The name to show for the new activation, such as "tablet".
    public var alias: String? {
        get { state.withLock { $0.alias } }
        set { state.withLock { $0.alias = newValue } }
    }

    /// Whether the manager also mails the data to the user.
    public var shouldSendEmail: Bool {
        get { state.withLock { $0.shouldSendEmail } }
        set { state.withLock { $0.shouldSendEmail = newValue } }
    }

    init(idmIdentifier: String, pinSpec: PinSpecification) {
        self.idmIdentifier = idmIdentifier
        self.pinSpec = pinSpec
    }
}

/// The right to delete the account, earned by an authentication.
public final class ApiAccessDelete: Sendable {
    /// The manager at which the account is deleted.
    public let idmIdentifier: String

    init(idmIdentifier: String) { self.idmIdentifier = idmIdentifier }
}
