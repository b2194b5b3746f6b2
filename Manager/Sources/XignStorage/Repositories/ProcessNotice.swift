import XignDomain
import XignProtocol

/// A notice that a process has changed: its id and its new phase. It holds nothing else, since it crosses the
/// database's notification channel, which other programs can read.
package struct ProcessNotice: Sendable, Equatable {
    package static let topic: StaticString = "process"

    package let id: SessionID
    package let phase: Phase.Name

    init(_ id: SessionID, _ phase: Phase.Name) {
        self.id = id
        self.phase = phase
    }

    /// The id and the phase, separated by a space.
    var payload: String { "\(id) \(phase.rawValue)" }

    /// Returns the id of the process in a payload, also where the rest has the form of another version.
    package static func process(of payload: String) -> SessionID? {
        SessionID(text: payload.prefix { $0 != " " })
    }

    /// Parses a payload; nil for any other text.
    package init?(payload: String) {
        let parts = payload.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard parts.count == 2, let id = SessionID(text: parts[0]), let phase = Phase.Name(rawValue: parts[1])
        else { return nil }
        self.id = id
        self.phase = phase
    }
}
