/// The refusal of a request: by the parser, by the router, by a limit, or by a handler that throws it.
///
/// It becomes a text/plain answer of `status` with `reason`, which must not hold secrets. Every other error that a
/// handler throws becomes 500 without details; see `reportingErrors`.
public struct HTTPError: Error, Sendable, Equatable {
    public var status: Status
    /// The fault of the request in one line, for the person who reads the answer.
    public var reason: String
    /// Fields of the answer, for example Retry-After.
    public var headers: [HeaderField]

    public init(_ status: Status, _ reason: String, headers: [HeaderField] = []) {
        self.status = status
        self.reason = reason
        self.headers = headers
    }

    /// The answer that this error becomes.
    public var response: Response { .text(reason + "\n", status: status, headers: headers) }

    public static let notFound = HTTPError(.notFound, "not found")
    public static let internalError = HTTPError(.internalServerError, "internal error")

    static func malformed(_ reason: String) -> HTTPError { HTTPError(.badRequest, reason) }
    static let requestTimeout = HTTPError(.requestTimeout, "the request did not arrive in time")
    static let bodyTooLarge = HTTPError(.contentTooLarge, "the body is too large")
    static let targetTooLong = HTTPError(.uriTooLong, "the request line is too long")
    static let unsupportedExpectation = HTTPError(.expectationFailed, "only 100-continue can be expected")
    static let fieldsTooLarge = HTTPError(.headerFieldsTooLarge, "the header fields are too large")
    static let unknownMethod = HTTPError(.notImplemented, "the method is not implemented")
    static let unknownCoding = HTTPError(.notImplemented, "the only transfer coding here is chunked")
    static let unsupportedVersion = HTTPError(.versionNotSupported, "the HTTP versions here are 1.1 and 1.0")
    /// RFC 9110, section 8.4 and 15.5.16.
    static let contentEncoded = HTTPError(
        .unsupportedMediaType, "a request's body must not be encoded",
        headers: [HeaderField("Accept-Encoding", "identity")])
    static let busy = HTTPError(
        .serviceUnavailable, "too many requests at the moment", headers: [HeaderField("Retry-After", "1")])
}
