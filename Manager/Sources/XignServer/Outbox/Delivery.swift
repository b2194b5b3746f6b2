import Logging
import XignDomain
import XignStorage

/// A way to deliver the rows of one kind of the outbox.
protocol Delivery: Sendable {
    var kind: Outbox.Kind { get }
    var events: DeliveryEvents { get }
    /// The time for which a taken row is nobody else's: longer than an attempt can take.
    var leaseSeconds: Int64 { get }

    /// Called before each look at the outbox.
    func prepare() throws

    /// Asked when a row is due. False leaves it to other managers.
    func canDeliver() -> Bool

    /// Delivers a row, and blocks the calling thread meanwhile.
    func attempt(_ item: Outbox.Item) throws -> DeliveryOutcome

    /// Ends the attempt under way. Called on another thread, once.
    func interrupt()
}

extension Delivery {
    var leaseSeconds: Int64 { OutboxDispatcher.leaseSeconds }
}

enum DeliveryOutcome {
    case delivered
    /// Tried again later.
    case failed(LogFields)
    /// Never tried again.
    case givenUp(LogFields)
}

typealias LogFields = [(name: String, value: String)]

/// The names of a delivery's log lines.
struct DeliveryEvents {
    let delivered: StaticString
    let notDelivered: StaticString
    /// The database failed.
    let notRead: StaticString
}
