/// One HTTP request.
public struct CurlRequest: Sendable {
    /// The method, in upper case.
    public var method: String
    /// An absolute URL whose scheme is `https`, or `http` where ``isLocal`` is true.
    public var url: String
    /// True if the request goes to this machine: then plain HTTP is allowed, and no proxy is used.
    public var isLocal: Bool
    /// Header fields, in order.
    public var headers: [(name: String, value: String)]
    /// The body; nil for a request without one.
    public var body: [UInt8]?
    /// The largest accepted body of an answer, in transmitted bytes.
    public var maximumResponseSize: Int
    /// The longest time from the beginning to the last byte of the answer.
    public var timeout: Duration

    /// Makes a request.
    public init(
        method: String, url: String, isLocal: Bool, headers: [(name: String, value: String)], body: [UInt8]?,
        maximumResponseSize: Int, timeout: Duration
    ) {
        self.method = method
        self.url = url
        self.isLocal = isLocal
        self.headers = headers
        self.body = body
        self.maximumResponseSize = maximumResponseSize
        self.timeout = timeout
    }
}

/// One HTTP answer with any status. The body is as it was transmitted: no content coding is undone.
public struct CurlResponse: Sendable {
    /// The status code.
    public var status: Int
    /// Header fields; the names in lower case, several values of one name joined by ", ".
    public var headers: [String: String]
    /// The body, which may be empty.
    public var body: [UInt8]
}

/// The reason why an exchange has no answer.
public enum CurlError: Error, Equatable, Sendable {
    /// The task that waited for the answer was cancelled.
    case cancelled
    /// ``CurlRequest/timeout`` passed.
    case timedOut
    /// The body was larger than ``CurlRequest/maximumResponseSize``, or the header fields than 64 KiB.
    case responseTooLarge
    /// The answer was not HTTP.
    case notHTTP
    /// The method, the URL or a header field contains a character that would end it early.
    case invalidRequest
    /// The server's certificate was refused.
    case certificateRefused(Certificate)
    /// The server's name was not found.
    case hostNotFound
    /// No connection to the server came about, with the system's reason; 0 where libcurl names none.
    case notConnected(errno: Int32)
    /// The connection was cut before it was secured, or what answered does not speak TLS.
    case notSecured
    /// A proxy stood in the way.
    case proxy(Proxy)
    /// Any other error, with libcurl's code and its constant description, such as a lost connection.
    case failed(code: Int, description: String)

    /// The reason why a proxy led nowhere.
    public enum Proxy: Equatable, Sendable {
        /// Its name was not found, or its address has no form that libcurl knows.
        case notFound
        /// No connection to it came about, with the system's reason.
        case notConnected(errno: Int32)
        /// It demands a password, or refuses the given one.
        case passwordNeeded
        /// It refused by an HTTP status that is none of success.
        case refused(status: Int)
        /// It refused by a reply of SOCKS (RFC 1928, section 6); 91 in version 4.
        case socksRefused(reply: Int)
        /// Its certificate was refused.
        case certificateRefused
        /// It closed the connection, or what it sent is not of its protocol.
        case broken
    }

    /// The reason why a certificate was refused.
    public enum Certificate: Sendable {
        /// The issuer is not trusted here.
        case unknownAuthority
        /// The certificate has expired.
        case expired
        /// The certificate is not valid yet.
        case notYetValid
        /// The certificate belongs to another host.
        case otherHost
        /// The client's `certificateAuthorities` cannot be read.
        case unreadableAuthorities
        /// Any other reason, such as a wrong signature.
        case invalid
    }
}
