/// The part of a request before its body, checked.
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

/// The framing of a body. Content-Length and chunked exclude each other.
enum BodyFraming: Sendable, Equatable {
    case none, length(Int), chunked
}
