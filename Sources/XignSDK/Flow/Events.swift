/// The events of a component as an asynchronous sequence, for code that is not a screen.
///
/// Taking an element consumes the event: neither receivers nor other iterators get it then. The sequence ends when the
/// iterating task is cancelled. Any task may iterate; elements arrive in the order in which the flows ended.
public struct Events<Event: Sendable>: AsyncSequence, Sendable {
    let queue: EventQueue<Event>

    /// Makes an iterator that takes events.
    public func makeAsyncIterator() -> Iterator { Iterator(queue: queue) }

    /// An iterator that takes the events of a component one by one.
    public struct Iterator: AsyncIteratorProtocol {
        let queue: EventQueue<Event>

        /// Waits for the next event and consumes it; nil when the task is cancelled.
        public mutating func next() async -> Event? { await next(isolation: nil) }

        /// Waits for the next event and consumes it; nil when the task is cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Event? { await queue.next() }
    }
}

extension EventQueue {
    /// Waits for the next event and consumes it; nil when the task is cancelled.
    func next() async -> Event? {
        let taker = Taker()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                taker.continuation = continuation
                if Task.isCancelled { return taker.finish(nil) }
                subscribe(ObjectIdentifier(taker)) { [self] event in
                    guard taker.continuation != nil else { return nil }
                    unsubscribe(ObjectIdentifier(taker))
                    taker.finish(event)
                    return true
                }
            }
        } onCancel: {
            Task { @MainActor in
                unsubscribe(ObjectIdentifier(taker))
                taker.finish(nil)
            }
        }
    }

    @MainActor private final class Taker {
        var continuation: CheckedContinuation<Event?, Never>?

        func finish(_ event: Event?) {
            continuation?.resume(returning: event)
            continuation = nil
        }
    }
}
