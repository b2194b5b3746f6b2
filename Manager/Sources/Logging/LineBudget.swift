import Threads
import XignDomain

/// Bounds the log lines about clients: in a minute each event has a number of lines, and each network a part of them.
///
/// Anybody can send requests that are refused or that fail, and each one is a line. Further lines are counted, and the
/// next line of the event in another minute tells their number. The memory is bounded by the number of lines.
///
/// Safe to use from any thread.
final class LineBudget: Sendable {
    struct Decision: Equatable {
        let isWritten: Bool
        /// The number of lines that an earlier minute has omitted. It is told once.
        var omitted = 0
    }

    /// The lines of one event in a minute.
    private struct Minute {
        let begin: Timestamp
        var written = 0
        var ofNetwork: [String: Int] = [:]
        var omitted = 0

        func contains(_ now: Timestamp) -> Bool { begin <= now && now < begin + LineBudget.seconds }
    }

    private static let seconds: Int64 = 60
    /// The lines of an event in a minute, about all networks.
    static let lines = 300
    /// The lines of an event in a minute about one network.
    static let linesOfNetwork = 30

    private let minutes = Locked<[String: Minute]>([:])

    /// Counts a line.
    func take(_ event: String, about network: String, at now: Timestamp) -> Decision {
        minutes.withLock { minutes in
            let last = minutes[event]
            let isNew = last?.contains(now) != true
            var minute = isNew ? Minute(begin: now) : last ?? Minute(begin: now)
            defer { minutes[event] = minute }
            let told = isNew ? last?.omitted ?? 0 : 0
            guard minute.written < Self.lines, minute.ofNetwork[network, default: 0] < Self.linesOfNetwork else {
                minute.omitted += 1
                return Decision(isWritten: false, omitted: told)
            }
            minute.written += 1
            minute.ofNetwork[network, default: 0] += 1
            return Decision(isWritten: true, omitted: told)
        }
    }
}
