import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A client for HTTPS on libcurl's easy interface.
///
/// Each exchange runs on a thread of its own, since libcurl blocks: neither Swift's cooperative pool nor Dispatch's threads wait
/// for a server. Connections are kept and used again. Redirects are not followed, cookies not kept, content codings not
/// undone. Proxies are those of the environment (`https_proxy`, `no_proxy`).
public final class CurlClient: Sendable {
    private static let maximumIdleHandles = 4

    private let authorities: [UInt8]?
    private let idle = Mutex<[EasyHandle]>([])

    /// Makes a client.
    ///
    /// - Parameter certificateAuthorities: certificates in PEM that are trusted beside the system's.
    public init(certificateAuthorities: [UInt8]? = nil) {
        authorities = certificateAuthorities.map { certificates in
            // Without a certificate among them, libcurl itself is to refuse them.
            guard String(decoding: certificates, as: UTF8.self).contains("CERTIFICATE-----") else {
                return certificates
            }
            // libcurl takes such bytes in the place of the system's file.
            let system = (try? EasyHandle())?.systemAuthorities.flatMap { FileManager.default.contents(atPath: $0) }
            return certificates + [UInt8(ascii: "\n")] + (system ?? Data())
        }
    }

    /// Sends one request and waits for its answer.
    ///
    /// - Throws: ``CurlError``. `cancelled` when the task is cancelled, at once; the connection is then closed within a second.
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
            let response = try handle.perform(request, authorities: authorities, isCancelled: isCancelled)
            idle.withLock { if $0.count < Self.maximumIdleHandles { $0.append(handle) } }
            return response
        } catch {
            // What ended this connection has perhaps ended the others: the next request gets a new one.
            if error != .cancelled { forgetConnections() }
            throw error
        }
    }
}

extension CurlClient {
    private func forgetConnections() {
        // They close their connections when the lock is free again.
        _ = idle.withLock { idle in
            defer { idle = [] }
            return idle
        }
    }
}

/// The outcome of one exchange, which comes once: from the thread that performs it, or from the task that cancels it.
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

/// Keeps the signal of a connection that the server has closed from ending the process, on this thread alone: libcurl leaves
/// that to its caller where it is told to use no signals.
private func blockSIGPIPE() {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGPIPE)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
}
