internal import Curl
import Foundation
internal import XignProtocol

/// A transport over libcurl, without redirects, cookies, caches and content codings. The default on Linux.
///
/// Certificates are verified with the system's trust store, to which an app can add authorities. Proxies come from the
/// environment (`https_proxy`, `no_proxy`). Connections are reused. Instances may be used from any thread.
public final class CurlTransport: Transport {
    private let client: CurlClient

    /// Creates a transport.
    ///
    /// - Parameter certificateAuthorities: certificates in PEM that are trusted in addition to the system's, for
    ///   private installations. If they cannot be parsed, every exchange throws
    ///   ``CertificateProblem/unreadableAuthorities``.
    public init(certificateAuthorities: Data? = nil) {
        client = CurlClient(certificateAuthorities: certificateAuthorities.map { Array($0) })
    }

    /// Creates a transport through one proxy, whatever the environment says.
    init(proxy: String) { client = CurlClient(proxy: proxy) }

    /// Sends one request, by `https` or to this machine, and waits for its answer.
    ///
    /// - Throws: ``TransportError``; `CancellationError` when the task is cancelled.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        let isLocal = ManagerOrigin.isLoopback(host: request.url.host ?? "")
        guard request.url.scheme == "https" || isLocal else { throw TransportError.invalidRequest }
        do {
            let answer = try await client.send(CurlRequest(request, isLocal: isLocal))
            return TransportResponse(status: answer.status, headers: answer.headers, body: Data(answer.body))
        } catch let error as CurlError {
            throw error == .cancelled ? CancellationError() : TransportError(error)
        }
    }
}

extension CurlRequest {
    fileprivate init(_ request: TransportRequest, isLocal: Bool) {
        self.init(
            method: request.method, url: request.url.absoluteString, isLocal: isLocal, headers: request.headers,
            body: request.body.map { Array($0) }, maximumResponseSize: request.maximumResponseSize,
            timeout: .seconds(min(max(request.timeout, 0), 86_400)))
    }
}

extension TransportError {
    fileprivate init(_ error: CurlError) {
        switch error {
        case .timedOut: self = .timedOut
        case .responseTooLarge: self = .responseTooLarge
        case .notHTTP: self = .notHTTP
        case .invalidRequest: self = .invalidRequest
        case .certificateRefused(let problem): self = .certificateUntrusted(CertificateProblem(problem))
        case .hostNotFound: self = .hostNotFound
        case .notConnected(let errno): self = .notConnected(errno: errno)
        case .notSecured: self = .notSecured
        case .proxy(let problem): self = .proxy(ProxyProblem(problem))
        case .cancelled: self = .failed("cancelled")
        case .failed(let code, let description): self = .failed("\(description) (libcurl error \(code))")
        }
    }
}

extension ProxyProblem {
    fileprivate init(_ problem: CurlError.Proxy) {
        self =
            switch problem {
            case .notFound: .notFound
            case .notConnected(let errno): .notConnected(errno: errno)
            case .passwordNeeded: .passwordNeeded
            case .refused(let status): .refused(status: status)
            case .socksRefused(let reply): .socksRefused(reply: reply)
            case .certificateRefused: .certificateUntrusted
            case .broken: .broken
            }
    }
}

extension CertificateProblem {
    fileprivate init(_ problem: CurlError.Certificate) {
        self =
            switch problem {
            case .unknownAuthority: .unknownAuthority
            case .expired: .expired
            case .notYetValid: .notYetValid
            case .otherHost: .otherHost
            case .unreadableAuthorities: .unreadableAuthorities
            case .invalid: .invalid
            }
    }
}
