import Testing
import Threads
import XignProtocol

/// The lines that a manager has logged.
final class LogLines: Sendable {
    private let all = Locked<[String]>([])

    func append(_ line: String) { all.withLock { $0.append(line) } }

    /// The number of lines of an event.
    func count(_ event: String) -> Int { all.withLock { $0.count { $0.contains("\"event\":\"\(event)\"") } } }

    /// The fields of the newest line of an event.
    func last(_ event: String) throws -> JSONValue {
        let line = all.withLock { $0.last { $0.contains("\"event\":\"\(event)\"") } }
        return try StrictJSON.parse(Array(try #require(line).utf8), limits: .message)
    }
}
