/// The answer of a handler: a whole body, or a stream of server-sent events.
///
/// The encoder adds Date, the fields that frame the message, and the common header fields of `ServerConfiguration`; a
/// field of the same name in `headers` replaces a common one.
public struct Response: Sendable {
    public enum Body: Sendable {
        case bytes([UInt8])
        case events(EventStream)
    }

    public var status: Status
    public var headers: [HeaderField]
    public var body: Body

    /// Ends the connection after this answer.
    public var closesConnection = false

    public init(_ status: Status = .ok, headers: [HeaderField] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = .bytes(body)
    }

    /// The first value of the field; the case of `name` does not matter.
    public subscript(name: String) -> String? {
        headers.first { $0.name.isEqualIgnoringCase(name) }?.value
    }

    /// Replaces all fields of this name.
    public mutating func setHeader(_ name: String, _ value: String) {
        headers.removeAll { $0.name.isEqualIgnoringCase(name) }
        headers.append(HeaderField(name, value))
    }

    /// The body; empty for a stream of events.
    public var bytes: [UInt8] {
        if case .bytes(let bytes) = body { bytes } else { [] }
    }

    private init(_ type: String, _ status: Status, _ headers: [HeaderField], _ body: [UInt8]) {
        self.init(status, headers: [HeaderField("Content-Type", type)] + headers, body: body)
    }

    public static func text(_ text: String, status: Status = .ok, headers: [HeaderField] = []) -> Response {
        Response("text/plain; charset=utf-8", status, headers, Array(text.utf8))
    }

    /// - Parameter html: Finished HTML: nothing is escaped here.
    public static func html(_ html: String, status: Status = .ok, headers: [HeaderField] = []) -> Response {
        .html(Array(html.utf8), status: status, headers: headers)
    }

    /// - Parameter html: Finished HTML, in UTF-8.
    public static func html(_ html: [UInt8], status: Status = .ok, headers: [HeaderField] = []) -> Response {
        Response("text/html; charset=utf-8", status, headers, html)
    }

    /// - Parameter json: Encoded JSON in UTF-8.
    public static func json(_ json: [UInt8], status: Status = .ok, headers: [HeaderField] = []) -> Response {
        Response("application/json", status, headers, json)
    }

    /// - Parameter contentType: For example "image/png".
    public static func bytes(_ bytes: [UInt8], contentType: String, headers: [HeaderField] = []) -> Response {
        Response(contentType, .ok, headers, bytes)
    }

    /// Redirects the browser. With 303, the default, it sends GET, whatever the method was before; OAuth examples show
    /// 302; 307 and 308 repeat the request with its body, which may hold the fields of a form.
    ///
    /// - Parameter location: An absolute URL, or a path. It is not checked here: no client must be able to choose it.
    public static func redirect(to location: String, status: Status = .seeOther) -> Response {
        Response(status, headers: [HeaderField("Location", location)])
    }

    /// Answers with an event stream, which has the connection until it ends.
    public static func events(_ stream: EventStream) -> Response {
        // Keeps nginx from buffering the events.
        var response = Response("text/event-stream", .ok, [HeaderField("X-Accel-Buffering", "no")], [])
        response.body = .events(stream)
        return response
    }
}
