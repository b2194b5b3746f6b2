import CLinux
import Glibc
import Threads
import XignDomain
import XignProtocol
import XignStorage
import XignUseCases

/// Runs the program that `notify` names for each notice.
final class NoticeDelivery: Delivery {
    /// The number of bytes of a program's standard error that reach the log.
    private static let loggedErrorBytes = 500

    private let context: Context
    private let program: Subprocess
    /// An eventfd that ends the running program.
    private let interruption: Int32
    private let opening = OutboxOpening(.notice)

    init(_ context: Context, _ program: NotifyProgram) {
        self.context = context
        self.program = program.subprocess
        interruption = eventfd(0, Int32(EFD_CLOEXEC))
    }

    deinit { close(interruption) }

    var kind: Outbox.Kind { .notice }
    var events: DeliveryEvents {
        DeliveryEvents(
            delivered: "noticeDelivered", notDelivered: "noticeNotDelivered", notRead: "noticesNotRead")
    }

    func prepare() throws { try opening.renew(context) }

    func canDeliver() -> Bool { true }

    func attempt(_ item: Outbox.Item) throws -> DeliveryOutcome {
        var payload: NoticePayload = try item.payload(context.database.vault)
        payload.stop = try StopDevice(context).link(to: payload.stoppable)
        payload.stoppable = nil
        let result = program.run(input: try MessageCoding.encode(payload), interruption: interruption)
        if result.end == .exited(0) { return .delivered }
        return .failed([("reason", "\(result.end)"), ("output", Self.loggable(result.errors, without: payload))])
    }

    func interrupt() { eventfd_write(interruption, 1) }

    /// The beginning of the program's standard error, without the personal data and the link of the notice.
    private static func loggable(_ errors: [UInt8], without payload: NoticePayload) -> String {
        let texts = [payload.stop, payload.email, payload.user, payload.device, payload.operator].compactMap(\.self)
        let text = texts.filter { !$0.isEmpty }.reduce(String(decoding: errors, as: UTF8.self)) {
            $0.replacing($1, with: "…")
        }
        return String(decoding: text.utf8.prefix(loggedErrorBytes), as: UTF8.self)
    }
}
