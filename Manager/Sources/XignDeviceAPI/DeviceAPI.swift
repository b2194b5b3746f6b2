import Logging
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

    package init(_ context: Context, _ admission: Admission, _ log: Log) {
        self.context = context
        self.admission = admission
        self.log = log
    }

    package func register(in router: inout Router) {
        router.group("/api/device/v1", admit: admission.admitDeviceRequest) { group in
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
        let client = request.remoteAddress
        if operation == .open { try admission.admitOpen(from: client) }
        let opened: OpenedRequest
        do throws(SealedChannelError) {
            opened = try OpenedRequest(
                request.body, operation: operation, idmIdentifier: context.issuer.idmIdentifier,
                key: context.keys.decryptionKey)
        } catch .unknownKey {
            throw HTTPError(.conflict, "sealed to a key that is not known here: fetch the key material")
        } catch {
            throw HTTPError(.badRequest, "not a sealed request for this operation")
        }
        let call = DeviceCall(opened, context) { caller throws(ProtocolError) in try admit(caller, from: client) }
        let body = try await SealedBody(message: opened.body, call: call, client: client, log: log).answer(operation)
        return .bytes(try opened.seal(answer: body), contentType: SealedRequest.contentType)
    }

    private func admit(_ caller: DeviceCall.Caller, from client: RemoteAddress) throws(ProtocolError) {
        do {
            switch caller {
            case .activation(let id): try admission.admit(id, from: client)
            case .sessionToken(let token): try admission.admit(token: token, from: client)
            }
        } catch { throw ProtocolError(.tooManyRequests) }
    }
}

/// The body of an opened request: decoded, answered by its use case, and the answer encoded.
private struct SealedBody {
    let message: [UInt8]
    let call: DeviceCall
    let client: RemoteAddress
    let log: Log

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
            try MessageCoding.encode(ProtocolError(.notSupported))
        }
    }

    private func run<Handler: DeviceOperationHandler>(_ handler: Handler) async throws -> [UInt8] {
        typealias Answer = OperationAnswer<Handler.Operation.Response>
        let request: Handler.Operation.Request
        do { request = try MessageCoding.decode(Handler.Operation.Request.self, from: message) } catch {
            return try Answer.failure(ProtocolError(.malformed)).serialized()
        }
        do {
            return try Answer.response(try await handler.answer(request, call)).serialized()
        } catch let error as ProtocolError {
            return try Answer.failure(error).serialized()
        } catch {
            // Sealed like every other answer, so that the device knows it is the manager's.
            log(
                .error, "deviceOperationFailed", of: client.network,
                [("operation", Handler.Operation.name.rawValue), ("error", "\(error)")])
            return try Answer.failure(ProtocolError(.internalError)).serialized()
        }
    }
}
