/// An HTTP request of a login.
package struct ClientRequest {
    let step: Step
    let isPost: Bool
    let path: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]

    package static func get(
        _ step: Step, _ path: String, _ headers: [(name: String, value: String)] = []
    ) -> ClientRequest {
        ClientRequest(step: step, isPost: false, path: path, headers: headers, body: [])
    }

    static func post(
        _ step: Step, _ path: String, _ headers: [(name: String, value: String)], body: [UInt8] = []
    ) -> ClientRequest {
        ClientRequest(step: step, isPost: true, path: path, headers: headers, body: body)
    }

    /// The bytes on the wire (RFC 9112).
    /// - Parameter host: the issuer's host and port, which the website and the login page name.
    package func serialized(host: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512 + body.count)
        bytes += isPost ? "POST ".utf8 : "GET ".utf8
        bytes += path.utf8
        bytes += " HTTP/1.1\r\nHost: ".utf8
        bytes += host.utf8
        bytes += "\r\n".utf8
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

/// The parts of an HTTP response that a login uses.
package struct ClientResponse {
    let status: Int
    package let location: String?
    package let cookie: String?
    let body: [UInt8]
}
