import Eventually
import Testing
import Threads
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The provider behind a real socket, for streams.
final class EventServer: Sendable {
    private let server: Server

    convenience init(_ provider: Provider) throws { try self.init(provider.router, provider.hub) }

    init(_ router: Router, _ hub: EventHub) throws {
        var configuration = ServerConfiguration()
        configuration.address = .tcp("127.0.0.1", 0)
        server = try Server(configuration, router: router, hubs: [hub])
    }

    deinit { server.stop(within: .seconds(2)) }

    func open(_ id: SessionID, _ cookie: HeaderField) -> EventSource {
        EventSource(server.port, "/login/\(id)/events", cookie)
    }
}

/// A client like a browser's `EventSource`: reads events from a connection of its own.
final class EventSource {
    private let client: WireClient
    private var buffer: [UInt8] = []

    init(_ port: UInt16, _ target: String, _ cookie: HeaderField) {
        client = WireClient(Int(port))
        // HTTP/1.0: the stream is not chunked, and ends with the connection.
        client.send("GET \(target) HTTP/1.0\r\nCookie: \(cookie.value)\r\n\r\n")
    }

    /// The data of the next event named `state`; nil at the end of the stream; "nothing came" when none comes for ten
    /// seconds.
    func next() -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = String(decoding: buffer[..<end], as: UTF8.self)
                buffer.removeSubrange(...end)
                if line.hasPrefix("data: ") { return String(line.dropFirst(6)) }
                continue
            }
            let more = client.read { !$0.isEmpty }
            if more.isEmpty { return client.hasEnded ? nil : "nothing came" }
            buffer += more.utf8
        }
    }
}
