import XignDomain
import XignProtocol
import XignStorage

/// An operation of the device API.
package protocol DeviceOperationHandler: Sendable {
    associatedtype Operation: DeviceOperation

    /// Answers a request.
    /// - Throws: `ProtocolError` for a refusal that changes nothing. A refusal whose effect must be kept, above all a
    ///   counted failure, is returned from the transaction as a value, since a throw would roll it back.
    func answer(_ request: Operation.Request, _ call: DeviceCall) async throws -> Operation.Response
}

/// An opened request of a device, with the dependencies of its use case.
package struct DeviceCall: Sendable {
    /// The caller, as far as it is known; admission control counts its requests.
    package enum Caller: Sendable {
        /// An activation whose device key has signed the request.
        case activation(ActivationID)
        /// The holder of a session token, before the token is compared: a wrong one uses up nobody's tokens.
        case sessionToken(SecretOctets)
        /// A device of this account that changes it, so that an event stays in the audit log.
        case changing(AccountID)
    }

    let context: Context
    let request: OpenedRequest
    let now: Timestamp
    private let admission: @Sendable (Caller) throws(ProtocolError) -> Void

    /// - Parameter admission: counts a request of the caller; throws `tooManyRequests`.
    package init(
        _ request: OpenedRequest, _ context: Context,
        admission: @escaping @Sendable (Caller) throws(ProtocolError) -> Void
    ) {
        self.request = request
        self.context = context
        self.admission = admission
        now = context.clock.now()
    }

    /// Counts the request for its caller.
    /// - Throws: `tooManyRequests`.
    func admit(_ caller: Caller) throws(ProtocolError) { try admission(caller) }

    // MARK: The device

    /// The accounts whose devices an operation serves.
    enum Accounts {
        case active
        /// Disabled accounts too: for operations that only take rights away.
        case all
    }

    /// Finds the activation whose device key has signed this request, and counts the request for it.
    /// - Throws: as `provenActivation`; `tooManyRequests`.
    func admittedActivation(_ id: ActivationID, of accounts: Accounts = .active) throws -> Activation {
        let activation = try provenActivation(id, of: accounts)
        try admit(.activation(activation.id))
        return activation
    }

    /// Finds the activation whose device key has signed this request, in a transaction of its own. An effect is decided
    /// on `activeActivation`, within the transaction of the effect.
    /// - Throws: `activationUnknown`, the same for an activation that does not exist, is not active, or whose key has
    ///   not signed; `accountDisabled`, after the proof, unless the operation serves all accounts.
    func provenActivation(_ id: ActivationID, of accounts: Accounts = .active) throws -> Activation {
        let found = try context.database.readStatement { try $0.standings.withDeviceKey(id) }
        guard let (standing, device) = found, standing.activation.state == .active, let key = device.p256,
            request.isProven(by: key, activation: id)
        else { throw ProtocolError(.activationUnknown) }
        guard accounts == .all || standing.account.isActive else { throw ProtocolError(.accountDisabled) }
        return standing.activation
    }

    /// Reads, in this transaction, the activation of a device that has proved itself.
    /// - Throws: `activationUnknown` where it is not active, `accountDisabled` where its account is not.
    func activeActivation(_ id: ActivationID, _ transaction: any Transaction) throws -> Activation {
        try activeStanding(id, transaction).activation
    }

    /// Reads, in this transaction, the standing of a device that has proved itself.
    /// - Parameter service: the service of the device's process; nil where none has a part in it.
    /// - Throws: as `activeActivation`.
    func activeStanding(
        _ id: ActivationID, at service: DeclaredService? = nil, _ transaction: any Transaction
    ) throws -> Standing {
        guard let standing = try transaction.standings.find(id, at: service), standing.activation.state == .active
        else { throw ProtocolError(.activationUnknown) }
        guard standing.account.isActive else { throw ProtocolError(.accountDisabled) }
        return standing
    }

    /// Refuses a locked activation.
    /// - Throws: `lockedOut` while a lockout is pending.
    func refuseIfLocked(_ activation: Activation) throws {
        if let lockout = activation.lockout.pending(at: now) { throw ProtocolError(.lockedOut, lockout: lockout) }
    }
}
