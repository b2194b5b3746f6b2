/// A hashed timing wheel of identifiers, used by one thread. Inserting costs O(1). When a deadline moves away, its
/// entry is not moved: it comes up at the old time and is inserted again.
struct TimerWheel {
    static let tickMilliseconds: Int64 = 64
    private static let slotCount: Int64 = 1024  // 65 s; what is later goes round more than once

    private var slots = [[UInt64]](repeating: [], count: Int(slotCount))
    private var current: Int64  // the tick before which all is done
    private(set) var count = 0

    init(now: Int64) { current = now / Self.tickMilliseconds }

    /// Inserts an entry.
    ///
    /// - Returns: The tick at which it comes up: not before `time`, unless that is beyond the wheel.
    mutating func insert(_ id: UInt64, at time: Int64) -> Int64 {
        let wanted = time / Self.tickMilliseconds + 1
        let tick = min(max(wanted, current), current + Self.slotCount - 1)
        slots[Int(tick % Self.slotCount)].append(id)
        count += 1
        return tick
    }

    /// Removes the entries that are due, and returns them with their tick.
    mutating func advance(to now: Int64) -> [(id: UInt64, tick: Int64)] {
        let last = now / Self.tickMilliseconds
        var due: [(UInt64, Int64)] = []
        while current <= last {
            if count == 0 { current = last + 1; break }
            let slot = Int(current % Self.slotCount)
            if !slots[slot].isEmpty {
                due += slots[slot].map { ($0, current) }
                count -= slots[slot].count
                slots[slot] = []
            }
            current += 1
        }
        return due
    }

    /// Returns the timeout for epoll_wait: until the next tick, or -1 (none) without entries.
    func timeout(now: Int64) -> Int64 {
        count == 0 ? -1 : max(1, current * Self.tickMilliseconds - now)
    }
}
