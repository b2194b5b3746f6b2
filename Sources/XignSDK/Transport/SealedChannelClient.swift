import Foundation
internal import XignProtocol

/// The device's end of the sealed channel: performs operations at a manager.
///
/// Nothing but a sealed answer means anything: an HTTP error is reported with its status and changes nothing on the device.
final class SealedChannelClient: Sendable {
    /// The activation that proves a request, and its device key.
    struct Prover {
        let activation: ActivationID
        let sign: SealedRequest.DeviceSignature
    }

    private let transport: any Transport
    private let keyMaterials: KeyMaterials
    private let log: XignLog
    private let now: @Sendable () -> Date
    private let uptime: @Sendable () -> ContinuousClock.Instant

    init(
        transport: any Transport, keyMaterials: KeyMaterials, log: XignLog, now: @escaping @Sendable () -> Date,
        uptime: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
        self.transport = transport
        self.keyMaterials = keyMaterials
        self.log = log
        self.now = now
        self.uptime = uptime
    }

    /// Performs one operation.
    ///
    /// - Throws: `ProtocolError` for a refusal inside the seal; `XignSdkError` for everything else.
    func perform<Operation: DeviceOperation>(
        _ operation: Operation.Type, _ request: Operation.Request, at idmIdentifier: String, provenBy prover: Prover?
    ) async throws -> Operation.Response {
        let body = try MessageCoding.encode(request)
        var key = try await encryptionKey(of: idmIdentifier)
        var sealed = try seal(body, Operation.name, idmIdentifier, key, prover)
        var answer = try await send(sealed, Operation.name, at: idmIdentifier)
        if (400..<500).contains(answer.status), answer.status != 429 {
            // Perhaps the manager has destroyed the key that we sealed to: look once for newer material.
            try? await fetchKeyMaterial(of: idmIdentifier)
            let newer = try await encryptionKey(of: idmIdentifier)
            if newer != key {
                key = newer
                sealed = try seal(body, Operation.name, idmIdentifier, key, prover)
                answer = try await send(sealed, Operation.name, at: idmIdentifier)
            }
        }
        guard answer.status == 200 else { throw XignSdkHttpError(httpStatus: answer.status) }
        let content: OperationAnswer<Operation.Response>
        do { content = try OperationAnswer(parsing: sealed.open(answer: Array(answer.body))) } catch {
            throw XignSdkError(
                .responseInvalid, "The answer is not the manager's, or was altered on the way. Do not continue.",
                underlying: error)
        }
        switch content {
        case .response(let response): return response
        case .failure(let refusal):
            log(.info, "\(Operation.name.rawValue) was refused: \(refusal.error.rawValue)")
            throw refusal
        }
    }

    private func seal(
        _ body: [UInt8], _ operation: DeviceOperationName, _ idmIdentifier: String, _ key: EncryptionKey,
        _ prover: Prover?
    ) throws -> SealedRequest {
        try SealedRequest(
            body, operation: operation, idmIdentifier: idmIdentifier, key: key,
            device: prover.map { ($0.activation, $0.sign) })
    }

    /// The seconds in which a sealed request is answered, its repetition included.
    static let timeout: TimeInterval = 15
    /// The seconds of them after which a request is repeated that has no answer: perhaps its connection is dead.
    static let timeoutOfFirstTry: TimeInterval = 10

    /// Sends a sealed request, and once more, byte for byte, where no answer came: the manager recognizes the repetition.
    ///
    /// Both tries have one deadline. An answer that is no good is an answer: it is not asked for again.
    private func send(
        _ sealed: SealedRequest, _ operation: DeviceOperationName, at idmIdentifier: String
    ) async throws -> HTTPResponse {
        let deadline = uptime().advanced(by: .seconds(Self.timeout))
        var request = HTTPRequest(
            method: "POST", url: try url(of: idmIdentifier, path: "/api/device/v1/\(operation.rawValue)"),
            headers: [("Content-Type", SealedRequest.contentType)], body: Data(sealed.bytes),
            timeout: Self.timeoutOfFirstTry)
        do { return try await exchange(request) } catch let error as XignSdkError where error.isWithoutAnswer {
            request.timeout = uptime().duration(to: deadline) / .seconds(1)
            guard request.timeout > 0 else { throw error }
            return try await exchange(request)
        }
    }

    // MARK: Key material

    /// A key that has not expired, fetched if need be.
    private func encryptionKey(of idmIdentifier: String) async throws -> EncryptionKey {
        let time = Int64(now().timeIntervalSince1970)
        if let key = try keyMaterials.chain(idmIdentifier).encryptionKey(at: time) { return key }
        do { try await fetchKeyMaterial(of: idmIdentifier) } catch let error as XignSdkError {
            if [.cancelled, .keyMaterialInvalid, .certificateUntrusted].contains(error.errorCode) { throw error }
            throw keyMaterialExpired(idmIdentifier, underlying: error)
        }
        guard let key = try keyMaterials.chain(idmIdentifier).encryptionKey(at: time) else {
            throw keyMaterialExpired(idmIdentifier, underlying: nil)
        }
        return key
    }

    private func keyMaterialExpired(_ idmIdentifier: String, underlying: (any Error)?) -> XignSdkError {
        XignSdkError(
            .keyMaterialExpired,
            "The key material of \(idmIdentifier) has expired, and there is no newer. Check network and clock, or update the app.",
            underlying: underlying)
    }

    /// Asks the manager for the successors of the newest material that is known.
    private func fetchKeyMaterial(of idmIdentifier: String) async throws {
        let known = try keyMaterials.chain(idmIdentifier).current.material
        let url = try url(of: idmIdentifier, path: "/.well-known/xign/key-material?after=\(known.sequence)")
        let answer = try await exchange(HTTPRequest(url: url))
        guard answer.status == 200 else { throw XignSdkHttpError(httpStatus: answer.status) }
        let documents: [SignedKeyMaterial]
        do { documents = try SignedKeyMaterial.list(parsing: Array(answer.body)) } catch {
            throw XignSdkError(
                .responseInvalid, "What \(idmIdentifier) handed out is no key material.", underlying: error)
        }
        if try keyMaterials.adopt(documents, for: idmIdentifier) { log(.info, "new key material of \(idmIdentifier)") }
    }

    // MARK: HTTP

    private func url(of idmIdentifier: String, path: String) throws -> URL {
        let origin = try keyMaterials.chain(idmIdentifier).current.material.url
        guard let url = URL(string: origin.description + path) else { throw XignSdkError.managerUnknown(idmIdentifier) }
        return url
    }

    private func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
        let start = ContinuousClock.now
        do {
            let answer = try await transport.send(request)
            log(.debug, "\(request.method) \(request.url.path): \(answer.status) in \(start.duration(to: .now))")
            return answer
        } catch is CancellationError {
            throw CancellationError()
        } catch TransportError.timedOut {
            throw XignSdkError(
                .timedOut, "The manager did not answer in time. Try again.", underlying: TransportError.timedOut)
        } catch TransportError.responseTooLarge {
            throw XignSdkError(
                .responseInvalid, "The answer is larger than any of a manager. Do not continue.",
                underlying: TransportError.responseTooLarge)
        } catch TransportError.certificateUntrusted(let problem) {
            throw XignSdkError(
                .certificateUntrusted,
                "The certificate of \(request.url.host ?? "the manager") is not trusted: \(problem).",
                underlying: TransportError.certificateUntrusted(problem))
        } catch {
            throw XignSdkError(
                .connectionFailed, "The manager could not be reached. Check the network, then try again.",
                underlying: error)
        }
    }
}

extension XignSdkError {
    /// Whether a request perhaps reached nobody, so that it is worth another try.
    fileprivate var isWithoutAnswer: Bool { [.connectionFailed, .timedOut].contains(errorCode) }
}
