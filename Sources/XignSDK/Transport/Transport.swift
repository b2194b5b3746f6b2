import Foundation

/// An HTTP client with which the SDK reaches managers.
///
/// An implementation returns every answer of the server unchanged: it follows no redirect, stores no cookie, and
/// decodes no content coding beyond ``TransportRequest/maximumResponseSize``. It ends an exchange after
/// ``TransportRequest/timeout``, and never sends a partial or empty body in place of the given one. It may be called
/// from several threads at the same time. It must not use the main actor: a blocking flow on the main thread would
/// deadlock.
public protocol Transport: Sendable {
    /// Sends one request and waits for its answer.
    ///
    /// - Throws: ``TransportError``, or any other error, which the SDK reports as
    ///   ``XignSdkErrorCode/connectionFailed``. `CancellationError` when the task is cancelled.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}

/// One HTTP request.
public struct TransportRequest: Sendable {
    /// The method, in upper case.
    public var method: String
    /// The URL.
    public var url: URL
    /// The header fields, in order.
    public var headers: [(name: String, value: String)]
    /// The body, if there is one.
    public var body: Data?
    /// The maximum size of the answer's body, in bytes.
    public var maximumResponseSize: Int
    /// The time limit from the start of the exchange to the last byte of the answer, in seconds.
    public var timeout: TimeInterval

    /// Makes a request. `maximumResponseSize` is in bytes, 1 MiB by default; `timeout` is in seconds, 15 by default.
    public init(
        method: String = "GET", url: URL, headers: [(name: String, value: String)] = [], body: Data? = nil,
        maximumResponseSize: Int = 1 << 20, timeout: TimeInterval = 15
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.maximumResponseSize = maximumResponseSize
        self.timeout = timeout
    }
}

/// One HTTP answer, whatever its status.
public struct TransportResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields: names in lower case; several values of one name are joined by ", ".
    public var headers: [String: String]
    /// The body; may be empty.
    public var body: Data

    /// Makes an answer. The names in `headers` are in lower case.
    public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The reason why an exchange has no answer.
public enum TransportError: Error, Equatable, Sendable {
    /// The body is larger than ``TransportRequest/maximumResponseSize``, or the header fields are too large. A retry is
    /// useless.
    case responseTooLarge
    /// The answer was not complete within ``TransportRequest/timeout``.
    case timedOut
    /// The server's certificate is not trusted; nothing was sent.
    case certificateUntrusted(CertificateProblem)
    /// The answer was not HTTP.
    case notHTTP
    /// The name of the server was not found.
    case hostNotFound
    /// The server was not connected to, with the system's error number; 0 where none is known. Nothing was sent.
    case notConnected(errno: Int32)
    /// The connection was cut before it was secured, or what answered does not speak TLS. Nothing was sent.
    case notSecured
    /// A proxy stood in the way. Nothing was sent to the server.
    case proxy(ProxyProblem)
    /// The URL is neither `https` nor of this machine, or a header field contains a line break. Nothing was sent.
    case invalidRequest
    /// Any other failure, such as a lost connection. The text is for logs.
    case failed(String)
}

/// The reason why a certificate is not trusted.
public enum CertificateProblem: Sendable, CustomStringConvertible {
    /// It was not issued by a trusted authority.
    case unknownAuthority
    /// It has expired.
    case expired
    /// It is not valid yet.
    case notYetValid
    /// It belongs to another host.
    case otherHost
    /// The certificates of authorities that the app passed to the transport cannot be parsed.
    case unreadableAuthorities
    /// Any other problem, such as a wrong signature.
    case invalid

    /// The problem in words, to end a sentence such as "The certificate is not trusted:".
    public var description: String {
        switch self {
        case .unknownAuthority: "it was not issued by a trusted authority"
        case .expired: "it has expired, or this device's clock is wrong"
        case .notYetValid: "it is not valid yet, or this device's clock is wrong"
        case .otherHost: "it belongs to another host"
        case .unreadableAuthorities: "the given certificates of authorities cannot be read"
        case .invalid: "it is invalid"
        }
    }
}
