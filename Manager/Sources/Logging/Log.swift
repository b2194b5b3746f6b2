import XignDomain
import XignProtocol

/// A structured log: one JSON object a line.
///
/// Values are identifiers, codes and numbers. Callers pass no secrets, and there is no way to pass a whole request.
///
/// Lines about clients are bounded, since clients cause them: `LineBudget`. Those of the level `debug` are not.
package struct Log: Sendable {
    package enum Level: String, Sendable, Comparable, CaseIterable {
        case debug, info, warning, error

        package static func < (a: Self, b: Self) -> Bool {
            (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
        }
    }

    private let minimum: Level
    /// True if lines about a client name its network.
    package let namesNetworks: Bool
    /// True if lines begin with a priority for the journal.
    private let hasPriorities: Bool
    private let clock: Clock
    private let budget = LineBudget()
    private let write: @Sendable (String) -> Void
    /// The thread that writes; nil: `write` does.
    private let writer: LineWriter?

    /// Creates a log whose lines a thread of its own writes to a file descriptor (`LineWriter`).
    /// - Parameters: as of the other initializer.
    package init(
        minimum: Level, namesNetworks: Bool, hasPriorities: Bool, clock: Clock = .system, to descriptor: Int32
    ) {
        let writer = LineWriter(to: descriptor) { dropped in
            Self.line(
                .warning, "linesDropped", [("lines", "\(dropped)")], at: clock.now(), hasPriority: hasPriorities)
        }
        self.init(
            minimum: minimum, namesNetworks: namesNetworks, hasPriorities: hasPriorities, clock: clock, writer: writer
        ) { writer.append($0) }
    }

    /// - Parameters:
    ///   - namesNetworks: true: a line about a client names its network, which is personal data.
    ///   - hasPriorities: true: a line begins with its priority, as `<6>`, which the journal of systemd takes off
    ///     (sd-daemon(3)).
    ///   - write: takes a whole line without its end; called on any thread.
    package init(
        minimum: Level = .info, namesNetworks: Bool = true, hasPriorities: Bool = false, clock: Clock = .system,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.init(
            minimum: minimum, namesNetworks: namesNetworks, hasPriorities: hasPriorities, clock: clock, writer: nil,
            write: write)
    }

    private init(
        minimum: Level, namesNetworks: Bool, hasPriorities: Bool, clock: Clock, writer: LineWriter?,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.minimum = minimum
        self.namesNetworks = namesNetworks
        self.hasPriorities = hasPriorities
        self.clock = clock
        self.writer = writer
        self.write = write
    }

    /// The number of lines that had no room, since nobody read those before them.
    package var droppedLines: Int { writer?.droppedLines ?? 0 }

    /// Returns when all lines are written, at the latest after a time. To be called before the process ends.
    package func finish(within time: Duration) { writer?.finish(within: time) }

    /// A log that discards all lines.
    package static let silent = Log { _ in }

    /// Writes a line.
    /// - Parameters:
    ///   - event: the name by which `docs/operations.md` lists the line.
    ///   - network: the network of the client that the line is about; omitted if the log names no networks.
    package func callAsFunction(
        _ level: Level, _ event: StaticString, of network: (any LoggableNetwork)? = nil,
        _ fields: [(name: String, value: String)] = []
    ) {
        guard level >= minimum else { return }
        let now = clock.now()
        if level > .debug, let network {
            let decision = budget.take(event.description, about: "\(network)", at: now)
            if decision.omitted > 0 {
                write(
                    level, "linesOmitted", nil, [("of", event.description), ("omitted", "\(decision.omitted)")], at: now
                )
            }
            guard decision.isWritten else { return }
        }
        write(level, event, network, fields, at: now)
    }

    private func write(
        _ level: Level, _ event: StaticString, _ network: (any LoggableNetwork)?,
        _ fields: [(name: String, value: String)], at now: Timestamp
    ) {
        let named = namesNetworks ? network.map { [("network", "\($0)")] } : nil
        write(Self.line(level, event, fields + (named ?? []), at: now, hasPriority: hasPriorities))
    }

    private static func line(
        _ level: Level, _ event: StaticString, _ fields: [(name: String, value: String)], at now: Timestamp,
        hasPriority: Bool
    ) -> String {
        let members: [(name: String, value: JSONValue)] = [
            ("time", .integer(now.rawValue)), ("level", .string(level.rawValue)),
            ("event", .string(event.description)),
        ]
        let line = JSONValue.object(members + fields.map { ($0.name, .string($0.value)) }).serialized
        return (hasPriority ? "<\(level.priority)>" : "") + String(decoding: line, as: UTF8.self)
    }
}

extension Log.Level {
    /// The priority of syslog (RFC 5424, section 6.2.1).
    fileprivate var priority: Int {
        switch self {
        case .debug: 7
        case .info: 6
        case .warning: 4
        case .error: 3
        }
    }
}

/// A network of clients that may be named in the log, never the address of one client.
package protocol LoggableNetwork: CustomStringConvertible, Sendable {}
