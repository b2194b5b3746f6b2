import XignDomain
import XignProtocol

/// A structured log: one JSON object a line.
///
/// Values are identifiers, codes and numbers. Callers pass no secrets, and there is no way to pass a whole request.
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
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - namesNetworks: true: a line about a client names its network, which is personal data.
    ///   - write: takes a whole line without its end; called on any thread.
    package init(
        minimum: Level = .info, namesNetworks: Bool = true, write: @escaping @Sendable (String) -> Void
    ) {
        self.minimum = minimum
        self.namesNetworks = namesNetworks
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
        var members: [(name: String, value: JSONValue)] = [
            ("time", .integer(Clock.system.now().rawValue)), ("level", .string(level.rawValue)),
            ("event", .string(event.description)),
        ]
        members += fields.map { ($0.name, .string($0.value)) }
        if namesNetworks, let network { members.append(("network", .string("\(network)"))) }
        write(String(decoding: JSONValue.object(members).serialized, as: UTF8.self))
    }
}

/// A network of clients that may be named in the log, never the address of one client.
package protocol LoggableNetwork: CustomStringConvertible, Sendable {}
