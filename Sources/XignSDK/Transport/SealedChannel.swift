import Foundation
internal import XignProtocol

/// The device's end of the sealed channel to one manager, for one call of an operation (docs/protocol.md, section 3).
///
/// Only sealed answers are trusted. An HTTP error is reported with its status and changes nothing on the device.
struct SealedChannel: Sendable {
    /// The activation that proves a request, and the signature function of its device key.
    struct Prover {
        let activation: ActivationID
        let sign: SealedRequest.DeviceSignature
    }

    let idmIdentifier: String
    let transport: any Transport
    let keyMaterials: KeyMaterials
    let log: XignLog
    let now: @Sendable () -> Date
    let uptime: @Sendable () -> ContinuousClock.Instant
    /// The id of the call, which each of its requests has (`RequestTrail`).
    let requestID: String

    /// Performs one operation.
    ///
    /// - Throws: `ProtocolError` for a refusal inside the seal; `XignSdkError` for any other failure.
    func perform<Operation: DeviceOperation>(
        _ operation: Operation.Type, _ request: Operation.Request, provenBy prover: Prover?
    ) async throws -> Operation.Response {
        let body = try MessageCoding.encode(request)
        func seal(to key: EncryptionKey) throws -> SealedRequest {
            try SealedRequest(
                body, operation: Operation.name, idmIdentifier: idmIdentifier, key: key,
                device: prover.map { ($0.activation, $0.sign) })
        }
        let key = try await encryptionKey()
        var sealed = try seal(to: key)
        var answer = try await send(sealed, Operation.name)
        if (400..<500).contains(answer.status), answer.status != 429 {
            // The manager may have destroyed the key that we sealed to: look once for newer material.
            let isFetched = try await fetchKeyMaterialIfThereIsAny()
            let newer = try await encryptionKey()
            if newer != key {
                sealed = try seal(to: newer)
                answer = try await send(sealed, Operation.name)
            } else if answer.status == 409, isFetched {
                throw XignSdkError.encryptionKeyUnknown(idmIdentifier)
            }
        }
        guard answer.status == 200 else { throw XignSdkHttpError(answer) }
        let content: OperationAnswer<Operation.Response>
        do { content = try OperationAnswer(parsing: sealed.open(answer: Array(answer.body))) } catch {
            throw XignSdkError.responseInvalid(
                answer, "The answer is not from the manager, or was altered in transit. Do not continue.",
                underlying: error)
        }
        switch content {
        case .response(let response): return response
        case .failure(let refusal):
            log(.debug, "\(Operation.name.rawValue): the answer is the refusal \(refusal.error.rawValue)")
            throw refusal
        }
    }

    /// The time limit of a sealed request including its retry, in seconds.
    static let timeout: TimeInterval = 15
    /// The time limit of the first try, in seconds. Its connection may be dead.
    static let timeoutOfFirstTry: TimeInterval = 10

    /// Sends a sealed request. Without an answer, sends the same bytes once more; the manager recognizes the
    /// repetition.
    ///
    /// Both tries share one deadline. Any answer ends the exchange, even a bad one.
    private func send(_ sealed: SealedRequest, _ operation: DeviceOperationName) async throws -> TransportResponse {
        let deadline = uptime().advanced(by: .seconds(Self.timeout))
        var request = TransportRequest(
            method: "POST", url: try url(path: "/api/device/v1/\(operation.rawValue)"),
            headers: [("Content-Type", SealedRequest.contentType), requestIDField], body: Data(sealed.bytes),
            timeout: Self.timeoutOfFirstTry)
        do { return try await exchange(request) } catch let error as XignSdkError where error.isWithoutAnswer {
            request.timeout = uptime().duration(to: deadline) / .seconds(1)
            guard request.timeout > 0 else { throw error }
            log(
                .warning,
                "\(operation.rawValue): sent once more, since no answer came (\(error.errorCode.rawValue))"
                    + request.noteOfRequestID)
            return try await exchange(request)
        }
    }

    // MARK: Key material

    /// Returns an unexpired encryption key of the manager, and fetches newer key material if necessary.
    private func encryptionKey() async throws -> EncryptionKey {
        let time = Int64(now().timeIntervalSince1970)
        if let key = try keyMaterials.chain(idmIdentifier).encryptionKey(at: time) { return key }
        do { try await fetchKeyMaterial() } catch let error as XignSdkError where !error.saysWhoAnswers {
            throw keyMaterialExpired(underlying: error)
        }
        guard let key = try keyMaterials.chain(idmIdentifier).encryptionKey(at: time) else {
            throw keyMaterialExpired(underlying: nil)
        }
        return key
    }

    private func keyMaterialExpired(underlying: (any Error)?) -> XignSdkError {
        XignSdkError(
            .keyMaterialExpired,
            "The key material of \(idmIdentifier) has expired, without successor. Check network and clock, or update the app.",
            underlying: underlying)
    }

    /// Fetches newer key material after a request was refused without a seal. Returns false if none could be fetched,
    /// so that the refusal stays the best that is known.
    ///
    /// - Throws: `keyMaterialInvalid` if another manager answers at the address; `certificateUntrusted`;
    ///   `storageFailed` if it cannot be stored.
    private func fetchKeyMaterialIfThereIsAny() async throws -> Bool {
        do { try await fetchKeyMaterial() } catch let error as XignSdkError where !error.saysWhoAnswers {
            log(.debug, "no key material was fetched: \(error.errorCode.rawValue)")
            return false
        }
        return true
    }

    /// Fetches the successors of the newest known key material, and adopts them.
    private func fetchKeyMaterial() async throws {
        let known = try keyMaterials.chain(idmIdentifier).current.material
        let url = try url(path: "/.well-known/xign/key-material?after=\(known.sequence)")
        let answer = try await exchange(TransportRequest(url: url, headers: [requestIDField]))
        guard answer.status == 200 else { throw XignSdkHttpError(answer) }
        let documents: [SignedKeyMaterial]
        do { documents = try SignedKeyMaterial.list(parsing: Array(answer.body)) } catch {
            throw XignSdkError.responseInvalid(
                answer, "The answer of \(idmIdentifier) is not key material.", underlying: error)
        }
        guard try keyMaterials.adopt(documents, for: idmIdentifier) else { return }
        let adopted = try keyMaterials.chain(idmIdentifier).current.material
        log(
            adopted.epoch > known.epoch ? .warning : .info,
            "adopted key material \(adopted.sequence) of \(idmIdentifier), epoch \(adopted.epoch)")
    }

    // MARK: HTTP

    private var requestIDField: (name: String, value: String) { (RequestTrail.header, requestID) }

    private func url(path: String) throws -> URL {
        let origin = try keyMaterials.chain(idmIdentifier).current.material.url
        guard let url = URL(string: origin.description + path) else { throw XignSdkError.managerUnknown(idmIdentifier) }
        return url
    }

    private func exchange(_ request: TransportRequest) async throws -> TransportResponse {
        try await transport.exchange(request, with: "manager", log: log)
    }
}

extension XignSdkError {
    /// True for an error that says more than an outage: the right manager may not answer.
    fileprivate var saysWhoAnswers: Bool { [.keyMaterialInvalid, .certificateUntrusted].contains(errorCode) }
}
