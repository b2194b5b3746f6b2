import Logging
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

/// What devices call: `POST /api/device/v1/<operation>`, sealed both ways. The answer to whatever could be opened is sealed and has the
/// status 200, refusals included; unsealed answers carry a status and nothing that an app may rely on.
package struct DeviceAPI: Sendable {
    private let manager: Manager

    package init(_ manager: Manager) { self.manager = manager }

    package func register(in router: inout Router) {
        router.group("/api/device/v1", admit: manager.admission.admitDeviceRequest) { group in
            group.on(.post, "/{operation}", bodyLimit: SealedRequest.maximumByteCount) { try await answer($0) }
        }
    }

    private func answer(_ request: Request) async throws -> Response {
        guard let operation = DeviceOperationName(rawValue: try request.parameter("operation")) else {
            throw HTTPError(.notFound, "there is no such operation")
        }
        guard request.headers["Content-Type"] == SealedRequest.contentType else {
            throw HTTPError(.unsupportedMediaType, "a request must be \(SealedRequest.contentType)")
        }
        if operation == .open { try manager.admission.admitOpen(from: request.remoteAddress) }
        let opened: OpenedRequest
        do throws(SealedChannelError) {
            opened = try OpenedRequest(
                request.body, operation: operation, idmIdentifier: manager.idmIdentifier,
                key: manager.keys.decryptionKey)
        } catch .unknownKey {
            throw HTTPError(.conflict, "sealed to a key that is not known here: fetch the key material")
        } catch {
            throw HTTPError(.badRequest, "not a sealed request for this operation")
        }
        let call = DeviceCall(
            manager: manager, request: opened, client: request.remoteAddress, now: manager.clock.now())
        let answer = try opened.seal(answer: try await body(operation, call))
        return .bytes(answer, contentType: SealedRequest.contentType)
    }

    private func body(_ operation: DeviceOperationName, _ call: DeviceCall) async throws -> [UInt8] {
        switch operation {
        case .open: try await run(OpenActivation(), call)
        case .personalizeFinish: try await run(FinishPersonalization(), call)
        case .start: try await run(StartAuthentication(), call)
        case .prepare: try await run(PrepareAuthentication(), call)
        case .finish: try await run(FinishAuthentication(), call)
        case .abort: try await run(AbortAuthentication(), call)
        case .status: try await run(ReportStatus(), call)
        case .aliasChoices: try await run(ListAliasChoices(), call)
        case .forgetAliasChoice: try await run(TakeBackAliasChoice(), call)
        case .revoke: try await run(RevokeActivation(), call)
        case .register, .registerFinish, .inAppStart, .startUtility, .collectCode, .finishUtility, .list, .rename:
            try MessageCoding.encode(ProtocolError(.notSupported))
        }
    }

    private func run<Handler: DeviceOperationHandler>(_ handler: Handler, _ call: DeviceCall) async throws -> [UInt8] {
        typealias Answer = OperationAnswer<Handler.Operation.Response>
        let request: Handler.Operation.Request
        do { request = try MessageCoding.decode(Handler.Operation.Request.self, from: call.request.body) } catch {
            return try Answer.failure(ProtocolError(.malformed)).serialized()
        }
        do {
            return try Answer.response(try await handler.answer(request, call)).serialized()
        } catch let error as ProtocolError {
            return try Answer.failure(error).serialized()
        } catch {
            // Sealed like every other answer, so that the device knows it is the manager's.
            manager.log(
                .error, "deviceOperationFailed", of: call.client.network,
                [("operation", Handler.Operation.name.rawValue), ("error", "\(error)")])
            return try Answer.failure(ProtocolError(.internalError)).serialized()
        }
    }
}

/// One operation of the device API.
protocol DeviceOperationHandler {
    associatedtype Operation: DeviceOperation
    /// - Throws: `ProtocolError` for a refusal that changes nothing. What must be kept although the request is refused, above all a
    ///   counted failure, is returned from the transaction as a value, since a throw would roll it back.
    func answer(_ request: Operation.Request, _ call: DeviceCall) async throws -> Operation.Response
}

/// A request that was opened, and what its handler needs.
struct DeviceCall: Sendable {
    let manager: Manager
    let request: OpenedRequest
    let client: RemoteAddress
    let now: Timestamp

    var vault: Vault { manager.vault }

    /// Of which accounts an operation serves the devices: those that are not disabled, or disabled ones too.
    enum Accounts { case active, all }

    /// The activation whose device key has signed this request, which is counted for it.
    /// - Parameter accounts: `.active`, or `.all` for what only takes rights away.
    /// - Throws: as `provenActivation`; `tooManyRequests`.
    func admittedActivation(_ id: ActivationID, of accounts: Accounts = .active) throws -> Activation {
        let activation = try provenActivation(id, of: accounts)
        try admit(activation.id)
        return activation
    }

    /// Counts the request for the device that shows the token of a session. Before the token is looked at: who has none
    /// that is good uses up nobody's.
    func admit(_ sessionToken: SecretOctets) throws(ProtocolError) {
        do { try manager.admission.admit(token: sessionToken, from: client) } catch {
            throw ProtocolError(.tooManyRequests)
        }
    }

    /// Counts the request for an activation that has proved itself.
    func admit(_ activation: ActivationID) throws(ProtocolError) {
        do { try manager.admission.admit(activation, from: client) } catch { throw ProtocolError(.tooManyRequests) }
    }

    /// The activation whose device key has signed this request, as it was when it was looked up. What has an effect is decided on
    /// `activeActivation`, within the transaction of the effect.
    /// - Throws: `activationUnknown`, the same for an activation that does not exist, is not active, or whose key has not signed;
    ///   `accountDisabled`, behind the proof, unless the operation is one of all accounts.
    func provenActivation(_ id: ActivationID, of accounts: Accounts = .active) throws -> Activation {
        let (found, device, account) = try manager.database.read {
            transaction -> (Activation?, FactorPublicKey?, Account?) in
            let activations = transaction.activations
            guard let activation = try activations.find(id), activation.state == .active else { return (nil, nil, nil) }
            return (
                activation, try activations.factor(.device, of: activation),
                try transaction.accounts.find(id: activation.accountID)
            )
        }
        guard let activation = found, let key = device?.p256, request.isProven(by: key, activation: id) else {
            throw ProtocolError(.activationUnknown)
        }
        guard accounts == .all || account?.isActive == true else { throw ProtocolError(.accountDisabled) }
        return activation
    }

    /// The activation of a device that has proved itself, as this transaction reads it.
    /// - Throws: `activationUnknown` where it is not active, `accountDisabled` where its account is not.
    func activeActivation(_ id: ActivationID, _ transaction: any Transaction) throws -> Activation {
        guard let activation = try transaction.activations.find(id), activation.state == .active,
            let account = try transaction.accounts.find(id: activation.accountID)
        else { throw ProtocolError(.activationUnknown) }
        guard account.isActive else { throw ProtocolError(.accountDisabled) }
        return activation
    }

    /// Refuses while a lockout is pending.
    func refuseIfLocked(_ activation: Activation) throws {
        if let lockout = activation.lockout.pending(at: now) { throw ProtocolError(.lockedOut, lockout: lockout) }
    }
}
