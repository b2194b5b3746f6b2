import Logging
import Metrics
import XignAdmission
import XignHTTP
import XignProtocol
import XignUseCases

/// The device API: `POST /api/device/v1/<operation>`, sealed in both directions (docs/protocol.md, section 1).
///
/// Every request that could be opened gets a sealed answer with the status 200, refusals included. Unsealed answers
/// carry a status, and nothing that an app may rely on.
package struct DeviceAPI: Sendable {
    private let context: Context
    private let admission: Admission
    private let log: Log
    private let refusals: RefusedDeviceRequests

    package init(_ context: Context, _ admission: Admission, _ log: Log) {
        self.context = context
        self.admission = admission
        self.log = log
        refusals = RefusedDeviceRequests(context, log)
    }

    package func register(in router: inout Router) {
        router.group("/api/device/v1", admit: admission.admitDeviceRequest) { group in
            group.on(.post, "/{operation}", bodyLimit: SealedRequest.maximumByteCount) { try await answer($0) }
        }
    }

    private func answer(_ request: Request) async throws -> Response {
        let begin = ContinuousClock.now
        guard let operation = DeviceOperationName(rawValue: try request.parameter("operation")) else {
            throw HTTPError(.notFound, "there is no such operation")
        }
        guard request.headers["Content-Type"] == SealedRequest.contentType else {
            throw HTTPError(.unsupportedMediaType, "a request must be \(SealedRequest.contentType)")
        }
        let client = request.remoteAddress
        let id = RequestID(request.headers)
        if operation == .open { try admission.admitOpen(from: client) }
        let opened: OpenedRequest
        var key: EncryptionKeyID?
        do throws(SealedChannelError) {
            opened = try OpenedRequest(
                request.body, operation: operation, idmIdentifier: context.issuer.idmIdentifier
            ) { id in
                key = id
                return context.keys.decryptionKey(id)
            }
        } catch .unknownKey {
            if let key { try report(key, operation, id, of: client) }
            throw HTTPError(.conflict, "sealed to a key that is not known here: fetch the key material")
        } catch {
            refusals.add(operation, nil, id)
            throw HTTPError(.badRequest, "not a sealed request for this operation")
        }
        let call = DeviceCall(opened, context) { caller throws(ProtocolError) in try admit(caller, from: client) }
        let metrics = context.database.metrics
        let body = try await SealedBody(
            message: opened.body, call: call, client: client, id: id, refusals: refusals, log: log, metrics: metrics
        ).answer(operation)
        let sealed = try opened.seal(answer: body)
        metrics.deviceOperationDuration[operation].observe(since: begin)
        return .bytes(sealed, contentType: SealedRequest.contentType)
    }

    /// Counts and logs a request that was sealed to a key which is not there.
    private func report(
        _ key: EncryptionKeyID, _ operation: DeviceOperationName, _ id: RequestID?, of client: RemoteAddress
    ) throws {
        let isPublished = try context.keys.hasPublished(key, at: context.clock.now())
        context.database.metrics.unknownKeys[isPublished ? .destroyed : .unpublished].add()
        let fields = [("operation", operation.rawValue), ("key", Base64URL.encode(key.bytes))] + id.fields
        if isPublished {
            log(.info, "keyDestroyed", of: client.network, fields)
        } else {
            log(.warning, "keyUnknown", of: client.network, fields)
        }
    }

    private func admit(_ caller: DeviceCall.Caller, from client: RemoteAddress) throws(ProtocolError) {
        do {
            switch caller {
            case .activation(let id): try admission.admit(id, from: client)
            case .sessionToken(let token): try admission.admit(token: token, from: client)
            case .changing(let account): try admission.admitChange(of: account, from: client)
            }
        } catch { throw ProtocolError(.tooManyRequests) }
    }
}

/// The body of an opened request: decoded, answered by its use case, and the answer encoded.
private struct SealedBody {
    let message: [UInt8]
    let call: DeviceCall
    let client: RemoteAddress
    let id: RequestID?
    let refusals: RefusedDeviceRequests
    let log: Log
    let metrics: Metrics

    func answer(_ operation: DeviceOperationName) async throws -> [UInt8] {
        switch operation {
        case .open: try await run(OpenActivation())
        case .personalizeFinish: try await run(FinishPersonalization())
        case .start: try await run(StartAuthentication())
        case .prepare: try await run(PrepareAuthentication())
        case .finish: try await run(FinishAuthentication())
        case .abort: try await run(AbortAuthentication())
        case .status: try await run(ReportStatus())
        case .aliasChoices: try await run(ListAliasChoices())
        case .forgetAliasChoice: try await run(RemoveAliasChoice())
        case .list: try await run(ReportActivations())
        case .rename: try await run(RenameActivation())
        case .revoke: try await run(RevokeActivation())
        case .startUtility: try await run(StartUtilityProcess())
        case .finishUtility: try await run(FinishUtilityProcess())
        case .inAppStart: try await run(StartInAppLogin())
        case .collectCode: try await run(CollectAuthorizationCode())
        case .register, .registerFinish:
            try refused(operation, ProtocolError(.notSupported))
        }
    }

    private func run<Handler: DeviceOperationHandler>(_ handler: Handler) async throws -> [UInt8] {
        typealias Answer = OperationAnswer<Handler.Operation.Response>
        let operation = Handler.Operation.name
        let request: Handler.Operation.Request
        do { request = try MessageCoding.decode(Handler.Operation.Request.self, from: message) } catch {
            return try refused(operation, ProtocolError(.malformed))
        }
        do {
            let answer = try Answer.response(try await handler.answer(request, call)).serialized()
            count(operation, nil)
            return answer
        } catch let error as ProtocolError {
            return try refused(operation, error)
        } catch {
            // Sealed like every other answer, so that the device knows it is the manager's.
            log(
                .error, "deviceOperationFailed", of: client.network,
                [("operation", operation.rawValue), ("error", "\(error)")] + id.fields)
            count(operation, .internalError)
            return try MessageCoding.encode(ProtocolError(.internalError))
        }
    }

    private func refused(_ operation: DeviceOperationName, _ error: ProtocolError) throws -> [UInt8] {
        count(operation, error.error)
        refusals.add(operation, error.error, id)
        return try MessageCoding.encode(error)
    }

    private func count(_ operation: DeviceOperationName, _ error: ProtocolErrorCode?) {
        metrics.deviceOperations[OperationResult(operation, error)].add()
    }
}
