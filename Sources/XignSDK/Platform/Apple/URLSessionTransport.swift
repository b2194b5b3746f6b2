import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A transport over URLSession, without redirects, cookies and caches. The default on Apple's systems.
///
/// Certificates are verified with the system's trust store. Instances may be used from any thread. The tests compile
/// this file on Linux too, where URLSession is a different implementation.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges = Exchanges()
    private let callbacks = DispatchQueue(label: "xign.transport")  // stored, since OperationQueue does not retain it

    /// Creates a transport.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        // A serial queue of its own: callers that block every shared Dispatch thread must not stop the callbacks.
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        queue.underlyingQueue = callbacks
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: queue)
    }

    deinit { session.invalidateAndCancel() }

    /// Sends one request and waits for its answer.
    ///
    /// - Throws: ``TransportError``; `CancellationError` when the task is cancelled.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        var urlRequest = URLRequest(url: request.url)
        urlRequest.httpMethod = request.method
        urlRequest.httpBody = request.body
        urlRequest.httpShouldHandleCookies = false
        urlRequest.timeoutInterval = request.timeout
        for (name, value) in request.headers { urlRequest.addValue(value, forHTTPHeaderField: name) }
        let task = session.dataTask(with: urlRequest)
        // `timeoutInterval` restarts with every byte, and Task.sleep would need the shared thread pool.
        let deadline = DispatchWorkItem { [exchanges] in exchanges.end(task, .failure(TransportError.timedOut)) }
        callbacks.asyncAfter(deadline: .now() + request.timeout, execute: deadline)
        defer { deadline.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchanges.begin(task, limit: request.maximumResponseSize, continuation)
                if Task.isCancelled {
                    exchanges.end(task, .failure(CancellationError()))
                } else {
                    task.resume()
                }
            }
        } onCancel: {
            exchanges.end(task, .failure(CancellationError()))
        }
    }
}

/// The running exchanges, by task. The first event ends an exchange: on Linux a cancelled task does not always report
/// its end.
private final class Exchanges: NSObject, URLSessionDataDelegate {
    struct Exchange {
        let limit: Int
        let continuation: CheckedContinuation<TransportResponse, any Error>
        var body = Data()
    }
    private let exchanges = Mutex<[Int: Exchange]>([:])

    func begin(_ task: URLSessionTask, limit: Int, _ continuation: CheckedContinuation<TransportResponse, any Error>) {
        exchanges.withLock { $0[task.taskIdentifier] = Exchange(limit: limit, continuation: continuation) }
    }

    func end(_ task: URLSessionTask, _ result: Result<TransportResponse, any Error>) {
        guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.continuation.resume(with: result)
        if case .failure = result { task.cancel() }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let fits = exchanges.withLock {
            guard var exchange = $0.removeValue(forKey: dataTask.taskIdentifier) else { return true }
            let fits = exchange.body.count + data.count <= exchange.limit
            if fits { exchange.body.append(data) }
            $0[dataTask.taskIdentifier] = exchange
            return fits
        }
        if !fits { end(dataTask, .failure(TransportError.responseTooLarge)) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let error { return end(task, .failure(TransportError(error) ?? error)) }
        guard let response = task.response as? HTTPURLResponse else {
            return end(task, .failure(TransportError.notHTTP))
        }
        let fields = response.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        let headers = Dictionary(fields, uniquingKeysWith: { $0 + ", " + $1 })
        let body = exchanges.withLock { $0[task.taskIdentifier]?.body ?? Data() }
        end(task, .success(TransportResponse(status: response.statusCode, headers: headers, body: body)))
    }
}

extension TransportError {
    /// Converts an error that has a case of its own; nil for others.
    fileprivate init?(_ error: any Error) {
        switch (error as? URLError)?.code {
        case .timedOut?: self = .timedOut
        case .cannotFindHost?, .dnsLookupFailed?: self = .hostNotFound
        case .cannotConnectToHost?: self = .notConnected(errno: 0)
        case .notConnectedToInternet?: self = .notConnected(errno: ENETDOWN)
        case .secureConnectionFailed?: self = .notSecured
        case .serverCertificateHasUnknownRoot?: self = .certificateUntrusted(.unknownAuthority)
        case .serverCertificateHasBadDate?: self = .certificateUntrusted(.expired)
        case .serverCertificateNotYetValid?: self = .certificateUntrusted(.notYetValid)
        case .serverCertificateUntrusted?: self = .certificateUntrusted(.invalid)
        default: return nil
        }
    }
}
