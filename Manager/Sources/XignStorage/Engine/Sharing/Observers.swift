import Threads

/// Those who want to hear of notices. Kept for as long as the database.
final class Observers: Sendable {
    private let all = Locked<[@Sendable (Notice) -> Void]>([])

    func add(_ observer: @escaping @Sendable (Notice) -> Void) { all.withLock { $0.append(observer) } }

    /// Called by one thread of the engine, so that notices come one at a time. No lock is held meanwhile.
    func deliver(_ notices: [Notice]) {
        if notices.isEmpty { return }
        let observers = all.withLock { $0 }
        for notice in notices { for observer in observers { observer(notice) } }
    }
}

extension Notice {
    static func checked(_ topic: StaticString, _ payload: String) throws(StorageError) -> Notice {
        let topic = topic.description
        precondition(topic.utf8.count <= 60 && !topic.contains(":"), "topic \(topic)")
        if payload.utf8.count > 7_900 { throw StorageError(.noticeTooLong, topic) }
        if payload.utf8.contains(0) { throw StorageError(.invalidText, topic) }
        return .message(topic: topic, payload: payload)
    }
}
