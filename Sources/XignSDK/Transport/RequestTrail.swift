import Synchronization

/// The request ids of one flow. An error that the flow makes has the last one.
///
/// An id names one call of an operation (docs/protocol.md, section 3): an operator finds in the manager's log what an
/// app reports. It is random, and no two operations share one, so that it links no requests of a person.
final class RequestTrail: Sendable {
    /// The name of the header field, which managers alone get.
    static let header = "Xign-Request-Id"

    /// The trail of the running flow; nil outside of flows.
    @TaskLocal static var current: RequestTrail?

    private let id = Mutex<String?>(nil)

    /// The id of the operation that was called last; nil before the first.
    var last: String? { id.withLock { $0 } }

    /// Draws the id of one operation: 16 random bytes in base16.
    static func begin() -> String {
        let id = (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
        current?.id.withLock { $0 = id }
        return id
    }
}

extension TransportRequest {
    /// The request id in words, to end a line of the log; empty without one.
    var noteOfRequestID: String {
        headers.first { $0.name == RequestTrail.header }.map { ", request \($0.value)" } ?? ""
    }
}
