/// The connections of a login's clients: browser, event stream, device and website have one each, kept between logins.
///
/// Belongs to one thread at a time.
package final class ClientConnections {
    private let browser: Connection, events: Connection, device: Connection, website: Connection
    private let host: String

    /// Nanoseconds from sending each step's request to the last byte of its response, in the latest login.
    package private(set) var waits = [Int64](repeating: 0, count: Step.allCases.count)

    package init(_ site: Site) {
        host = site.host
        browser = Connection(port: site.clientPort)
        events = Connection(port: site.clientPort)
        device = Connection(port: site.clientPort)
        website = Connection(port: site.clientPort)
    }

    /// Sends a request and waits for the whole response.
    func exchange(_ request: ClientRequest) throws -> ClientResponse {
        let bytes = request.serialized(host: host)
        let connection = connection(for: request.step)
        return try timing(request.step) { try connection.exchange(bytes) }
    }

    /// Opens the event stream of a login page and waits for its first event.
    func openEventStream(_ request: ClientRequest) throws {
        let bytes = request.serialized(host: host)
        try timing(.events) { try events.openEventStream(bytes) }
    }

    /// Waits for the event that confirms the login, and for the end of the event stream.
    func waitForConfirmation() throws {
        let stream = try timing(.confirmed) { try events.readEventStream() }
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
