import Logging
import Threads

/// The use that a delivery makes of libcurl: it is loaded when the first row is due, and interrupted once.
final class LibcurlUse: Sendable {
    private let log: Log
    private let failureEvent: StaticString
    private let hasReported = Locked(false)
    private let hasEnded = Locked(false)

    /// - Parameter failureEvent: the name of the log line that says, once, that libcurl cannot be loaded.
    init(_ log: Log, failureEvent: StaticString) { (self.log, self.failureEvent) = (log, failureEvent) }

    /// - Parameter load: loads libcurl, or throws.
    /// - Returns: false where libcurl cannot be loaded.
    func isLoaded(by load: () throws -> Void) -> Bool {
        do {
            try load()
            return true
        } catch {
            let isFirst = hasReported.withLock { hasReported in
                defer { hasReported = true }
                return !hasReported
            }
            if isFirst { log(.error, failureEvent, [("error", "\(error)"), ("advice", "install libcurl4")]) }
            return false
        }
    }

    var isInterrupted: Bool { hasEnded.withLock { $0 } }

    func interrupt() { hasEnded.withLock { $0 = true } }
}
