import Foundation

/// How the SDK reaches a manager.
///
/// An implementation hands back every answer of the server as it is: it follows no redirect, keeps no cookie and retries
/// nothing. It may be called from any thread and from many at once, and must not hop to the main actor: a blocking flow on
/// the main thread would wait for ever.
public protocol Transport: Sendable {
    /// Sends one request and waits for its answer.
    ///
    /// - Throws: any error; the SDK reports it as ``XignSdkErrorCode/connectionFailed`` or, for
    ///   ``TransportError/timedOut``, as ``XignSdkErrorCode/timedOut``. `CancellationError` when the task is cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// One HTTP request.
public struct HTTPRequest: Sendable {
    /// The method, in upper case.
    public var method: String
    /// Where it goes.
    public var url: URL
    /// Header fields, in order.
    public var headers: [(name: String, value: String)]
    /// The body, if there is one.
    public var body: Data?
    /// The largest body of an answer that is accepted, in bytes.
    public var maximumResponseSize: Int

    /// Makes a request. `maximumResponseSize` is in bytes, 1 MiB by default.
    public init(
        method: String = "GET", url: URL, headers: [(name: String, value: String)] = [], body: Data? = nil,
        maximumResponseSize: Int = 1 << 20
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.maximumResponseSize = maximumResponseSize
    }
}

/// One HTTP answer, whatever its status.
public struct HTTPResponse: Sendable {
    /// The status code.
    public var status: Int
    /// Header fields; the names in lower case, several values of one name joined by ", ".
    public var headers: [String: String]
    /// The body, perhaps empty.
    public var body: Data

    /// Makes an answer. The names in `headers` are in lower case.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Why ``URLSessionTransport`` has no answer, besides the errors of URLSession itself.
public enum TransportError: Error, Sendable {
    /// The answer was larger than the request allows.
    case responseTooLarge
    /// The deadline passed before the answer was complete.
    case timedOut
    /// The server demanded HTTP authentication, which no manager does.
    case authenticationDemanded
    /// The answer was not HTTP.
    case notHTTP
}
