import Threads

/// The observers of one database's notices. They stay registered for as long as the database is open.
final class Observers: Sendable {
    private let all = Locked<[@Sendable (Notice) -> Void]>([])

    func add(_ observer: @escaping @Sendable (Notice) -> Void) { all.withLock { $0.append(observer) } }

    /// Calls every observer, without holding a lock. One thread of the engine calls this, so that notices come one at a
    /// time.
    func deliver(_ notices: [Notice]) {
        if notices.isEmpty { return }
        let observers = all.withLock { $0 }
        for notice in notices { for observer in observers { observer(notice) } }
    }
}

extension Notice {
    /// Makes a message, within the limits of `Transaction.notify`. Throws `.noticeTooLong` or `.invalidText`.
    static func checked(_ topic: StaticString, _ payload: String) throws(StorageError) -> Notice {
        let topic = topic.description
        precondition(topic.utf8.count <= 60 && !topic.contains(":"), "topic \(topic)")
        if payload.utf8.count > 7_900 { throw StorageError(.noticeTooLong, topic) }
        if payload.utf8.contains(0) { throw StorageError(.invalidText, topic) }
        return .message(topic: topic, payload: payload)
    }
}
