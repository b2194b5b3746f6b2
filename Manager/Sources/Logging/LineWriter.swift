import Glibc
import Threads

/// Writes lines to a file descriptor, on a thread of its own: nobody who writes a line waits for its reader.
///
/// Lines wait in a buffer. A line that does not fit is dropped and counted, and the next one that fits follows a line
/// with the number. A reader that has gone, or a full disk, drops what was waiting.
package final class LineWriter: Sendable {
    /// Lines that wait for one write, or for its end.
    private struct Batch {
        var bytes: [UInt8] = []
        /// The number of lines, without those that tell a number.
        var lines = 0
        /// The number of dropped lines that they tell.
        var told = 0
    }

    private struct State {
        var waiting = Batch()
        /// The bytes that the thread has taken and not written yet.
        var taken = 0
        var dropped = 0
        /// Those dropped since a line told their number.
        var untold = 0
    }

    private static let lineEnd = UInt8(ascii: "\n")

    private let state = Locked(State())
    private let descriptor: Int32
    private let capacity: Int
    private let told: @Sendable (_ dropped: Int) -> String

    /// Starts the thread.
    /// - Parameters:
    ///   - capacity: the bytes of the buffer.
    ///   - told: returns the line that tells how many were dropped, without its end.
    package init(
        to descriptor: Int32, capacity: Int = 1 << 20, telling told: @escaping @Sendable (_ dropped: Int) -> String
    ) {
        self.descriptor = descriptor
        self.capacity = capacity
        self.told = told
        startThread("log") { [self] in
            var isWithinLine = false
            while true { writeWaiting(after: &isWithinLine) }
        }
    }

    /// Puts a line into the buffer, or drops it. Returns at once; any thread may call it.
    /// - Parameter line: without its end.
    package func append(_ line: String) {
        state.withLock { state in
            let lines = state.untold > 0 ? [told(state.untold), line] : [line]
            let bytes = lines.flatMap { Array($0.utf8) + [Self.lineEnd] }
            guard state.waiting.bytes.count + state.taken + bytes.count <= capacity else {
                state.dropped += 1
                state.untold += 1
                return
            }
            state.waiting.bytes += bytes
            state.waiting.lines += 1
            state.waiting.told += state.untold
            state.untold = 0
        }
        state.broadcast()
    }

    /// The number of lines dropped since the start.
    package var droppedLines: Int { state.withLock { $0.dropped } }

    /// Returns when all lines are written, at the latest after a time.
    package func finish(within time: Duration) {
        _ = state.wait(milliseconds: time.milliseconds) { $0.waiting.bytes.isEmpty && $0.taken == 0 ? () : nil }
    }

    /// Waits for lines and writes them, for as long as that takes.
    /// - Parameter isWithinLine: true where the last write that failed has left a line without its end.
    private func writeWaiting(after isWithinLine: inout Bool) {
        let batch: Batch = state.wait { state in
            guard !state.waiting.bytes.isEmpty else { return nil }
            defer { state.waiting = Batch() }
            state.taken = state.waiting.bytes.count
            return state.waiting
        }
        var bytes = (isWithinLine ? [Self.lineEnd] : []) + batch.bytes
        while !bytes.isEmpty, let count = write(bytes) {
            isWithinLine = bytes[count - 1] != Self.lineEnd
            bytes.removeFirst(count)
            state.withLock { $0.taken = bytes.count }
        }
        let lost = min(batch.lines, bytes.count { $0 == Self.lineEnd })
        state.withLock { state in
            state.taken = 0
            state.dropped += lost
            if lost > 0 { state.untold += lost + batch.told }
        }
        state.broadcast()
    }

    /// Writes some of the bytes, and waits until that is possible.
    /// - Returns: nil where it never will be.
    private func write(_ bytes: [UInt8]) -> Int? {
        while true {
            let count = Glibc.write(descriptor, bytes, bytes.count)
            if count > 0 { return count }
            switch count == 0 ? EIO : errno {
            case EINTR: continue
            case EAGAIN:
                var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&request, 1, -1)
            default: return nil
            }
        }
    }
}
