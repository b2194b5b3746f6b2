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

    /// - Parameters:
    ///   - namesNetworks: true: a line about a client names its network, which is personal data.
    ///   - hasPriorities: true: a line begins with its priority, as `<6>`, which the journal of systemd takes off
    ///     (sd-daemon(3)).
    ///   - write: takes a whole line without its end; called on any thread.
    package init(
        minimum: Level = .info, namesNetworks: Bool = true, hasPriorities: Bool = false, clock: Clock = .system,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.minimum = minimum
        self.namesNetworks = namesNetworks
        self.hasPriorities = hasPriorities
        self.clock = clock
        self.write = write
    }

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
        var members: [(name: String, value: JSONValue)] = [
            ("time", .integer(now.rawValue)), ("level", .string(level.rawValue)),
            ("event", .string(event.description)),
        ]
        members += fields.map { ($0.name, .string($0.value)) }
        if namesNetworks, let network { members.append(("network", .string("\(network)"))) }
        let line = String(decoding: JSONValue.object(members).serialized, as: UTF8.self)
        write(hasPriorities ? "<\(level.priority)>\(line)" : line)
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
