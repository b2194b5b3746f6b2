/// The reason why a proxy leads to no server. It never contains the proxy's address, which may have a password.
public enum ProxyProblem: Equatable, Sendable, CustomStringConvertible {
    /// The name of the proxy was not found, or its address is none.
    case notFound
    /// The proxy was not connected to, with the system's error number.
    case notConnected(errno: Int32)
    /// The proxy demands a password, or refuses the given one (HTTP status 407).
    case passwordNeeded
    /// The proxy refused the connection with another HTTP status: 511 or a redirect where its network asks to log in.
    case refused(status: Int)
    /// A SOCKS proxy refused the connection, with its reply (RFC 1928, section 6); 91 in version 4.
    case socksRefused(reply: Int)
    /// The certificate of a proxy that speaks TLS is not trusted.
    case certificateUntrusted
    /// The proxy closed the connection, or does not speak its protocol.
    case broken

    /// The problem in words, to end a sentence such as "The manager could not be reached:".
    public var description: String {
        switch self {
        case .notFound: "the name of the proxy was not found, or its address is none"
        case .notConnected(let errno): "the proxy was not connected to (\(SystemReason.words(errno)))"
        case .passwordNeeded: "the proxy demands a password, or refuses the given one"
        case .refused(let status) where status == 511 || (300..<400).contains(status):
            "the network asks to log in first (HTTP status \(status) of the proxy)"
        case .refused(let status): "the proxy refuses the connection (HTTP status \(status))"
        case .socksRefused(let reply): "the SOCKS proxy refuses the connection (reply \(reply))"
        case .certificateUntrusted: "the certificate of the proxy is not trusted"
        case .broken: "the proxy closed the connection, or does not speak its protocol"
        }
    }
}

extension TransportError: CustomStringConvertible {
    /// The reason in words, to end a sentence such as "The manager could not be reached:".
    public var description: String {
        switch self {
        case .responseTooLarge: "the answer is too large"
        case .timedOut: "no complete answer came in time"
        case .certificateUntrusted(let problem): "its certificate is not trusted: \(problem)"
        case .notHTTP: "what answered does not speak HTTP"
        case .invalidRequest: "its address is not encrypted, or a header field is malformed"
        case .hostNotFound: "the name of its server was not found (DNS)"
        case .notConnected(let errno): "its server was not connected to (\(SystemReason.words(errno)))"
        case .notSecured: "the connection was cut, or something else answered, before it was secured"
        case .proxy(let problem): problem.description
        case .failed(let text): text
        }
    }
}
