import Threads

@testable import XignStorage

/// An observer that records the notices of a database.
final class NoticeRecorder: Sendable {
    private let notices = Locked<[Notice]>([])

    init(_ database: any Database) {
        database.observe { [notices] notice in
            notices.withLock { $0.append(notice) }
            notices.broadcast()
        }
    }

    var all: [Notice] { notices.withLock { $0 } }

    /// Waits for `notice`. Returns false where it does not come in time.
    func wait(for notice: Notice, milliseconds: Int64 = 10_000) -> Bool {
        notices.wait(milliseconds: milliseconds) { $0.contains(notice) ? true : nil } ?? false
    }
}
