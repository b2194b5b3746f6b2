import Foundation

extension Transport {
    /// Sends one request, and converts the failures of the transport.
    ///
    /// - Parameter peer: the server in words, such as "manager".
    /// - Throws: `XignSdkError`; `CancellationError` when the task is cancelled.
    func exchange(_ request: TransportRequest, with peer: String, log: XignLog) async throws -> TransportResponse {
        let start = ContinuousClock.now
        // A foreign transport's error may describe the whole URL, so only its type is named.
        func note(_ outcome: String) {
            log(
                .debug,
                "\(request.method) \(request.url.path): \(outcome) in \(start.duration(to: .now))"
                    + request.noteOfRequestID)
        }
        do {
            do {
                let answer = try await send(request)
                note("\(answer.status)")
                return answer
            } catch {
                note((error as? TransportError)?.description ?? "\(type(of: error))")
                throw error
            }
        } catch is CancellationError {
            throw CancellationError()
        } catch TransportError.timedOut {
            throw XignSdkError(
                .timedOut, "The \(peer) did not answer in time. Try again.", underlying: TransportError.timedOut)
        } catch TransportError.responseTooLarge {
            throw XignSdkError(
                .responseInvalid, "The answer is larger than any answer of a \(peer). Do not continue.",
                underlying: TransportError.responseTooLarge)
        } catch TransportError.certificateUntrusted(let problem) {
            throw XignSdkError(
                .certificateUntrusted,
                "The certificate of \(request.url.host ?? "the \(peer)") is not trusted: \(problem).",
                underlying: TransportError.certificateUntrusted(problem))
        } catch {
            let problem = error as? TransportError
            let reason = problem.map { ": \($0)" } ?? ""
            throw XignSdkError(
                .connectionFailed,
                "The \(peer) could not be reached\(reason). \(problem?.remedy ?? TransportError.generalRemedy)",
                underlying: error)
        }
    }
}

extension TransportError {
    fileprivate static let generalRemedy = "Check the network, then try again."

    /// The advice to the app's developer.
    fileprivate var remedy: String {
        switch self {
        case .proxy(.refused(511)), .proxy(.refused(300..<400)), .notSecured, .notHTTP: ForeignAnswer.logInRemedy
        case .proxy: "Check the proxy's settings (on Linux https_proxy and no_proxy), then try again."
        case .hostNotFound: "Check the network and its DNS, then try again."
        default: Self.generalRemedy
        }
    }
}

extension XignSdkError {
    /// True if the request may not have reached the server, so that a retry makes sense.
    var isWithoutAnswer: Bool { [.connectionFailed, .timedOut].contains(errorCode) }
}
