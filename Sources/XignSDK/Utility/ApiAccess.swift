import Foundation
import Synchronization
internal import XignProtocol

/// The permission to add a factor to an activation, granted by an authentication. It ends after five minutes.
///
/// Source: XignSys SDK documentation, "Add factor".
public final class ApiAccessAddFactor: Sendable {
    /// The identifier of the activation's manager.
    public var idmIdentifier: String { grant.activation.idmIdentifier }
    /// The factor that may be added.
    public let factorType: AuthenticatorType

    let grant: Grant

    init(_ grant: Grant, factorType: AuthenticatorType) {
        self.grant = grant
        self.factorType = factorType
    }
}

/// The permission to change an activation's PIN, granted by an authentication. It ends after five minutes. Set the new
/// PIN in ``pinSpec``.
public final class ApiAccessChangePin: Sendable {
    /// The identifier of the activation's manager.
    public var idmIdentifier: String { grant.activation.idmIdentifier }
    /// The place for the new PIN.
    public let pinSpec: PinSpecification

    let grant: Grant
    /// The key of the PIN that confirmed the change, in memory only.
    let presentKey: FactorPublicKey

    init(_ grant: Grant, pinPolicy: PINPolicy, presentKey: FactorPublicKey) {
        self.grant = grant
        pinSpec = PinSpecification(pinPolicy)
        self.presentKey = presentKey
    }
}

/// The permission to make a further activation, granted by an authentication. It ends after five minutes. Set the
/// activation's PIN in ``pinSpec``.
public final class ApiAccessRequestNewActivationData: Sendable {
    /// The identifier of the manager at which the activation is made.
    public var idmIdentifier: String { grant.activation.idmIdentifier }
    /// The place for the activation's PIN.
    public let pinSpec: PinSpecification

    let grant: Grant
    /// The id and the secret of the new activation.
    let activationId = ActivationID.random()
    let secret = SecretOctets.random(count: InitializationPayload.secretByteCount)

    private struct State {
        var alias: String?
        var shouldSendEmail = false
        var expiresAt: Date?
    }
    private let state = Mutex(State())

    /// The name of the new activation, such as "tablet": at most 256 bytes. If it is nil, the new device names itself.
    public var alias: String? {
        get { state.withLock { $0.alias } }
        set { state.withLock { $0.alias = newValue } }
    }

    /// True if the manager also mails the data to the user. No manager does so yet: finishing throws
    /// ``XignSdkErrorCode/mailUnavailable`` then, and spends nothing.
    public var shouldSendEmail: Bool {
        get { state.withLock { $0.shouldSendEmail } }
        set { state.withLock { $0.shouldSendEmail = newValue } }
    }

    /// The moment, by the device's clock, at which the new activation ends unless a device has used it; nil before it
    /// was made.
    public internal(set) var expiresAt: Date? {
        get { state.withLock { $0.expiresAt } }
        set { state.withLock { $0.expiresAt = newValue } }
    }

    init(_ grant: Grant, pinPolicy: PINPolicy) {
        self.grant = grant
        pinSpec = PinSpecification(pinPolicy)
    }
}

/// The permission to delete the account, granted by an authentication. It ends after five minutes.
public final class ApiAccessDelete: Sendable {
    /// The identifier of the manager at which the account is deleted.
    public var idmIdentifier: String { grant.activation.idmIdentifier }

    let grant: Grant

    init(_ grant: Grant) { self.grant = grant }
}
