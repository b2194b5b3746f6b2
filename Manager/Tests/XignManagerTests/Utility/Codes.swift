import Threads
import XignProtocol

/// Counters of the answers to many requests, by their error codes; nil for a success.
final class Codes: Sendable {
    private let counts = Locked<[ProtocolErrorCode?: Int]>([:])

    func count(_ code: ProtocolErrorCode?) -> Int { counts.withLock { $0[code, default: 0] } }

    /// The codes of all refusals.
    var all: [ProtocolErrorCode] { counts.withLock { Array($0.keys).compactMap(\.self) } }

    func record(_ attempt: () throws -> some Any) throws {
        do {
            _ = try attempt()
            counts.withLock { $0[nil, default: 0] += 1 }
        } catch let error as ProtocolError {
            counts.withLock { $0[error.error, default: 0] += 1 }
        }
    }
}
