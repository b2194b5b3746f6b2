import Logging
import XignAdmission
import XignProtocol
import XignUseCases

/// Logs refused requests of devices with their ids, by which an operator finds what an app reports.
///
/// In a minute there are ten lines for each operation and reason. The next line in another minute tells how many it
/// stands for. No line names a network. Safe to use from any thread.
final class RefusedDeviceRequests: Sendable {
    private struct Kind: Hashable {
        let operation: DeviceOperationName
        let reason: ProtocolErrorCode?
    }

    private let context: Context
    private let log: Log
    private let merged = MergedRefusals<Kind>(linesOfKind: 10)

    init(_ context: Context, _ log: Log) { (self.context, self.log) = (context, log) }

    /// - Parameter reason: the refusal inside the seal; nil for a request that could not be opened.
    func add(_ operation: DeviceOperationName, _ reason: ProtocolErrorCode?, _ id: RequestID?) {
        let kind = Kind(operation: operation, reason: reason)
        guard let refused = merged.add(kind, at: context.clock.now()) else { return }
        log(
            .info, "deviceRequestRefused",
            [
                ("operation", operation.rawValue), ("reason", reason?.rawValue ?? "notSealed"),
                ("refused", "\(refused)"),
            ] + id.fields)
    }
}

extension RequestID? {
    /// The field of a line of the log; none without an id.
    var fields: [(name: String, value: String)] { map { [("requestID", $0.text)] } ?? [] }
}
