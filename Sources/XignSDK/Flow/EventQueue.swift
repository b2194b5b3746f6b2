import Synchronization

/// The queue of one component's events.
///
/// An event is offered to the receivers in the order in which they subscribed, until one consumes it. An unconsumed
/// event is kept, and offered again whenever a receiver subscribes; it does not delay later events.
@MainActor
final class EventQueue<Event: Sendable> {
    /// A function that offers an event to a receiver. Returns true if it was consumed, nil if the receiver no longer
    /// exists.
    typealias Offer = (Event) -> Bool?

    private var receivers: [(id: ObjectIdentifier, offer: Offer)] = []
    private var unconsumed: [Event] = []
    private var isDelivering = false
    private var mustOfferAgain = false
    private nonisolated let arrived = Mutex<[Event]>([])

    nonisolated init() {}

    nonisolated func post(_ event: Event) {
        arrived.withLock { $0.append(event) }
        Task { @MainActor in deliver() }
    }

    func subscribe(_ id: ObjectIdentifier, _ offer: @escaping Offer) {
        unsubscribe(id)
        receivers.append((id, offer))
        mustOfferAgain = true
        deliver()
    }

    func unsubscribe(_ id: ObjectIdentifier) { receivers.removeAll { $0.id == id } }

    func removeUnconsumed() { unconsumed = [] }

    private func deliver() {
        guard !isDelivering else { return }  // called from a callback: the loop below continues
        isDelivering = true
        defer { isDelivering = false }
        while true {
            if mustOfferAgain {
                mustOfferAgain = false
                let events = unconsumed
                unconsumed = []
                for event in events { offer(event) }
            } else if let event = arrived.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                offer(event)
            } else {
                return
            }
        }
    }

    private func offer(_ event: Event) {
        for receiver in receivers {
            switch receiver.offer(event) {
            case true?: return
            case false?: continue
            case nil: unsubscribe(receiver.id)
            }
        }
        unconsumed.append(event)
    }
}
