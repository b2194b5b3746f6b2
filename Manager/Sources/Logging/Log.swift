import XignDomain
import XignProtocol

/// Structured log: one JSON object a line. Values are identifiers, codes and numbers; callers hand in no secrets, and there is no way
/// to hand in a whole request.
package struct Log: Sendable {
    package enum Level: String, Sendable, Comparable, CaseIterable {
        case debug, info, warning, error

        package static func < (a: Self, b: Self) -> Bool {
            (allCases.firstIndex(of: a) ?? 0) < (allCases.firstIndex(of: b) ?? 0)
        }
    }

    private let minimum: Level
    private let namesNetworks: Bool
    private let write: @Sendable (String) -> Void

    /// - Parameters:
    ///   - namesNetworks: whether lines name the network of the client that they are about, which is personal data.
    ///   - write: takes a whole line without its end; called on any thread.
    package init(
        minimum: Level = .info, namesNetworks: Bool = true, write: @escaping @Sendable (String) -> Void
    ) {
        self.minimum = minimum
        self.namesNetworks = namesNetworks
        self.write = write
    }

    /// Says nothing.
    package static let silent = Log { _ in }

    /// Writes a line.
    /// - Parameter network: that of the client that the line is about; left out where the operator does not want it.
    package func callAsFunction(
        _ level: Level, _ event: StaticString, of network: (any CustomStringConvertible)? = nil,
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
