/// Everything before the body, checked.
struct RequestHead: Sendable {
    var method: Method
    var version: Version
    var target: Target
    var host: String
    var headers: Headers
    var framing: BodyFraming
    var expectsContinue: Bool
    var closes: Bool  // Connection: close, or HTTP/1.0
}

/// How the end of the body is found. Content-Length and chunked exclude each other.
enum BodyFraming: Sendable, Equatable {
    case none, length(Int), chunked
}
