import Foundation

/// How the SDK reaches a manager.
///
/// An implementation hands back every answer of the server as it is: it follows no redirect, keeps no cookie and undoes no
/// content coding beyond ``HTTPRequest/maximumResponseSize``. It ends an exchange at ``HTTPRequest/timeout``, and never
/// sends a body in part or empty. It may be called from any thread and from many at once, and must not hop to the main actor: a blocking flow on
/// the main thread would wait for ever.
public protocol Transport: Sendable {
    /// Sends one request and waits for its answer.
    ///
    /// - Throws: ``TransportError``, or any other error, which the SDK reports as ``XignSdkErrorCode/connectionFailed``.
    ///   `CancellationError` when the task is cancelled.
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
    /// The time from the beginning to the last byte of the answer, in seconds.
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

/// The reason why a transport has no answer.
public enum TransportError: Error, Equatable, Sendable {
    /// The body was larger than ``HTTPRequest/maximumResponseSize``, or the header fields were. Never worth another try.
    case responseTooLarge
    /// ``HTTPRequest/timeout`` passed before the answer was complete.
    case timedOut
    /// The server's certificate is not trusted, so nothing was sent.
    case certificateUntrusted(CertificateProblem)
    /// The answer was not HTTP.
    case notHTTP
    /// The address is neither `https` nor this machine's, or a header field contains what would end it. Nothing was sent.
    case invalidRequest
    /// Everything else: the name was not found, the connection refused or lost. The text is for logs.
    case failed(String)
}

/// The reason why a certificate is not trusted.
public enum CertificateProblem: Sendable, CustomStringConvertible {
    /// No authority that is trusted here has issued it.
    case unknownAuthority
    /// It has expired.
    case expired
    /// It is not valid yet.
    case notYetValid
    /// It is another host's.
    case otherHost
    /// The authorities' certificates that the app gave to the transport cannot be read.
    case unreadableAuthorities
    /// Everything else, such as a wrong signature.
    case invalid

    /// The reason, as the end of a sentence.
    public var description: String {
        switch self {
        case .unknownAuthority: "no authority that is trusted here has issued it"
        case .expired: "it has expired, or this device's clock is wrong"
        case .notYetValid: "it is not valid yet, or this device's clock is wrong"
        case .otherHost: "it is another host's"
        case .unreadableAuthorities: "the given certificates of authorities cannot be read"
        case .invalid: "it is invalid"
        }
    }
}
