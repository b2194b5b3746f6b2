/// Browser, event stream, device and website, each on a connection of its own, as behind a reverse proxy that keeps its
/// connections. Notes how long each step had the client wait.
final class NetworkWire: Wire {
    private let browser: Connection, events: Connection, device: Connection, website: Connection
    /// Nanoseconds from sending to the last byte of the answer, by step; of the login under way.
    private(set) var waits = [Int64](repeating: 0, count: Step.allCases.count)

    init(port: UInt16) {
        browser = Connection(port: port)
        events = Connection(port: port)
        device = Connection(port: port)
        website = Connection(port: port)
    }

    func exchange(_ call: Call) throws -> Answer {
        let request = call.serialized
        let connection = connection(for: call.step)
        return try timing(call.step) { try connection.exchange(request) }
    }

    func follow(_ call: Call) throws {
        let request = call.serialized
        try timing(.events) { try events.follow(request) }
    }

    func waitForConfirmation() throws {
        let stream = try timing(.confirmed) { try events.readStream() }
        guard stream.position(of: "{\"state\":\"done\"}") != nil else {
            throw BenchError("an event stream ended without the confirmation")
        }
    }

    private func connection(for step: Step) -> Connection {
        switch step {
        case .authorize, .page, .proceed: browser
        case .events, .confirmed: events
        case .start, .prepare, .finish: device
        case .token, .userInfo: website
        }
    }

    private func timing<Result>(_ step: Step, _ body: () throws -> Result) rethrows -> Result {
        let begin = Nanoseconds.monotonic()
        let result = try body()
        waits[step.rawValue] = Nanoseconds.monotonic() - begin
        return result
    }
}
