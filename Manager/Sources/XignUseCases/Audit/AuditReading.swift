import XignDomain
import XignStorage

/// Reads the events that a query selects, newest first, from a place on.
struct AuditReading {
    struct Part {
        var entries: [AccountHistory.Entry] = []
        /// The place before which the next part ends; nil where no older event is left.
        var next: [UInt8]?
        /// True if the search ended for the number of events that it has looked at.
        var isCutShort = false
        /// The number of events that were looked at.
        var looked = 0
    }

    /// Events that are read with one statement.
    private static let batch = 100

    let query: AuditQuery
    let transaction: any Transaction

    /// - Parameters:
    ///   - limit: the number of events at most.
    ///   - place: the place before which the part ends; nil: at the end of the query's days.
    ///   - maximum: the number of events that are looked at.
    func callAsFunction(_ limit: Int, before place: [UInt8]?, lookingAtMost maximum: Int) throws -> Part {
        var part = Part()
        guard query.unknown.isEmpty else { return part }
        var range = AuditRange(query.days)
        if let place, place.lexicographicallyPrecedes(range.end) { range.end = place }
        // Later events are found by their time alone.
        let indexed = try query.subjects == nil ? nil : AuditRange.after(transaction.history.place())
        while !range.isEmpty {
            guard part.looked < maximum else {
                (part.next, part.isCutShort) = (range.end, true)
                return part
            }
            let count = min(Self.batch, maximum - part.looked)
            let batch = try self.batch(count, in: range, indexedBefore: indexed)
            part.looked += batch.count
            for entry in batch.entries where query.selects(entry.event) {
                // One more than the limit shows that the part has a next one.
                guard part.entries.count < limit else {
                    part.next = part.entries.last?.id
                    return part
                }
                part.entries.append(entry)
            }
            range.end = batch.end
        }
        return part
    }

    /// Reads the newest events of a range, by their time as far as they are not indexed.
    /// - Returns: the number of events that were looked at, and the end of the range that is left.
    private func batch(
        _ count: Int, in range: AuditRange, indexedBefore indexed: [UInt8]?
    ) throws -> (entries: [AccountHistory.Entry], count: Int, end: [UInt8]) {
        guard let subjects = query.subjects, let indexed, !indexed.lexicographicallyPrecedes(range.end) else {
            var later = range
            if let indexed, range.begin.lexicographicallyPrecedes(indexed) { later.begin = indexed }
            let entries = try transaction.audit.newest(count, in: later)
            let end = entries.count == count ? entries.last?.id : nil
            return (entries, entries.count, end ?? later.begin)
        }
        let ids = try transaction.auditIndex.newest(count, of: subjects, in: range)
        let end = ids.count == count ? ids.last : nil
        return (try transaction.audit.entries(ids), ids.count, end ?? range.begin)
    }
}
