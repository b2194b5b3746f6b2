import Threads

@testable import XignHTTP

/// A server with the test application, stopped at the end of the test.
final class TestServer: Sendable {
    let server: Server
    let application: TestApplication
    private let clock = Locked<Int64?>(nil)
    var hub: EventHub { application.hub }
    var gate: Gate { application.gate }

    /// - Parameters:
    ///   - isClockStopped: Deadlines pass by `advance` only.
    ///   - application: Nil: one with these limits.
    init(
        _ limits: EventHub.Limits = EventHub.Limits(perTopic: 4, perClient: 20_000), isClockStopped: Bool = false,
        application: TestApplication? = nil, _ change: (inout ServerConfiguration) -> Void = { _ in }
    ) throws {
        let application = application ?? TestApplication(limits)
        self.application = application
        var configuration = ServerConfiguration()
        configuration.address = .tcp("127.0.0.1", 0)
        change(&configuration)
        if isClockStopped {
            let clock = clock
            clock.withLock { $0 = 1_000_000 }
            configuration.clock = { clock.withLock { $0 } ?? 0 }
        }
        server = try Server(configuration, router: application.router, hubs: [application.hub])
    }

    deinit {
        application.gate.open()
        server.stop(within: .seconds(2))
    }

    /// Moves the clock, and returns when all due timers have run.
    func advance(_ time: Duration) {
        settle()
        clock.withLock { $0 = ($0 ?? 0) + time.milliseconds }
        server.wakeThreads()
        settle()
    }

    /// Returns when the (one) network thread has handled all earlier events: it is asked a few times, and between two
    /// answers it has handled all other events and its timers.
    func settle() {
        let client = SocketClient(server.port)
        for _ in 0..<4 {
            client.send("GET /constant HTTP/1.1\r\nHost: localhost\r\n\r\n")
            _ = client.read(until: "constant")
        }
    }

    /// Sends a text and the end, and reads until the peer closes.
    func exchange(_ text: String) -> String {
        let client = SocketClient(server.port)
        client.send(text)
        client.endSending()
        return client.readAll(seconds: 10)
    }
}
