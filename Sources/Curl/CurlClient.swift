import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// An HTTPS client on libcurl's easy interface.
///
/// Each exchange runs on its own thread, since libcurl blocks: neither Swift's cooperative pool nor Dispatch's threads
/// wait for a server. Connections are kept and reused. The client does not follow redirects, store cookies or undo
/// content codings. Proxies are those of the environment (`https_proxy`, `no_proxy`). The client may be used by any
/// number of tasks.
public final class CurlClient: Sendable {
    private static let maximumIdleHandles = 4

    private let authorities: [UInt8]?
    private let proxy: String?
    private let idle = Mutex<[EasyHandle]>([])

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - certificateAuthorities: certificates in PEM that are trusted in addition to the system's. Unreadable ones
    ///     are refused when a request is sent, as `certificateRefused(.unreadableAuthorities)`.
    ///   - proxy: the address of a proxy for all requests that leave this machine, empty for none; nil for those of the
    ///     environment.
    public init(certificateAuthorities: [UInt8]? = nil, proxy: String? = nil) {
        self.proxy = proxy
        authorities = certificateAuthorities.map { certificates in
            // libcurl refuses a text without certificates; the system's would hide that.
            guard String(decoding: certificates, as: UTF8.self).contains("CERTIFICATE-----") else {
                return certificates
            }
            // libcurl uses these bytes instead of the system's file, so they must include it.
            let system = (try? EasyHandle())?.systemAuthorities.flatMap { FileManager.default.contents(atPath: $0) }
            return certificates + [UInt8(ascii: "\n")] + (system ?? Data())
        }
    }

    /// Sends one request and waits for its answer.
    ///
    /// - Throws: ``CurlError``. `cancelled` immediately when the task is cancelled; the connection is then closed
    ///   within a second.
    public func send(_ request: CurlRequest) async throws -> CurlResponse {
        let transfer = Transfer()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                transfer.begin(continuation)
                Thread.detachNewThread { [self] in
                    blockSIGPIPE()
                    transfer.end(
                        Result { () throws(CurlError) in
                            try perform(request) { transfer.isOver }
                        })
                }
            }
        } onCancel: {
            transfer.end(.failure(.cancelled))
        }
    }

    private func perform(
        _ request: CurlRequest, isCancelled: @escaping () -> Bool
    ) throws(CurlError) -> CurlResponse {
        guard !isCancelled() else { throw .cancelled }
        let kept = idle.withLock { $0.popLast() }
        let handle = if let kept { kept } else { try EasyHandle() }
        do throws(CurlError) {
            let response = try handle.perform(
                request, authorities: authorities, proxy: proxy, isCancelled: isCancelled)
            idle.withLock { if $0.count < Self.maximumIdleHandles { $0.append(handle) } }
            return response
        } catch {
            // The cause may have ended the other idle connections too, so the next request opens a new one.
            if error != .cancelled { forgetConnections() }
            throw error
        }
    }
}

extension CurlClient {
    private func forgetConnections() {
        // The handles are released, and close their connections, after the lock is released.
        _ = idle.withLock { idle in
            defer { idle = [] }
            return idle
        }
    }
}

/// The outcome of one exchange, which is set once: by the thread that performs it, or by the task that cancels it.
private final class Transfer: Sendable {
    private enum State {
        case created
        case waiting(CheckedContinuation<CurlResponse, any Error>)
        case over
    }
    private let state = Mutex(State.created)

    var isOver: Bool {
        state.withLock { if case .over = $0 { true } else { false } }
    }

    func begin(_ continuation: CheckedContinuation<CurlResponse, any Error>) {
        let isCancelled = state.withLock {
            if case .over = $0 { return true }
            $0 = .waiting(continuation)
            return false
        }
        if isCancelled { continuation.resume(throwing: CurlError.cancelled) }
    }

    func end(_ result: Result<CurlResponse, CurlError>) {
        let state = state.withLock { state in
            defer { state = .over }
            return state
        }
        if case .waiting(let continuation) = state { continuation.resume(with: result) }
    }
}

/// Blocks SIGPIPE on this thread, which the system sends for a connection that the server has closed and which would
/// end the process. libcurl, told to use no signals, leaves that to its caller.
private func blockSIGPIPE() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
}
