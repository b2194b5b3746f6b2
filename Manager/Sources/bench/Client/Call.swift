/// One HTTP request of a login.
struct Call {
    let step: Step
    let isPost: Bool
    let path: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    static func get(_ step: Step, _ path: String, _ headers: [(name: String, value: String)] = []) -> Call {
        Call(step: step, isPost: false, path: path, headers: headers, body: [])
    }

    static func post(
        _ step: Step, _ path: String, _ headers: [(name: String, value: String)], _ body: [UInt8] = []
    ) -> Call {
        Call(step: step, isPost: true, path: path, headers: headers, body: body)
    }

    /// As it stands on the wire.
    var serialized: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512 + body.count)
        bytes += isPost ? "POST ".utf8 : "GET ".utf8
        bytes += path.utf8
        bytes += " HTTP/1.1\r\nHost: localhost\r\n".utf8
        for header in headers {
            bytes += header.name.utf8
            bytes += ": ".utf8
            bytes += header.value.utf8
            bytes += "\r\n".utf8
        }
        if isPost { bytes += "Content-Length: \(body.count)\r\n".utf8 }
        bytes += "\r\n".utf8
        bytes += body
        return bytes
    }
}

/// What a login needs of an answer.
struct Answer {
    let status: Int
    let location: String?
    let cookie: String?
    let body: [UInt8]
}

/// The way to a manager: over TCP, or within this process.
protocol Wire: AnyObject {
    /// Sends a request and waits for the whole answer.
    func exchange(_ call: Call) throws -> Answer

    /// Opens the event stream of a login page, and waits for the first event.
    func follow(_ call: Call) throws

    /// Waits until the event stream has told that the login is confirmed, and has ended.
    func waitForConfirmation() throws
}
