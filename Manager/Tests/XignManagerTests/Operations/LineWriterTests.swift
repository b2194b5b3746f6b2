import Glibc
import Logging
import Testing
import Threads

/// The thread that writes the log, with a pipe in place of standard error.
struct LineWriterTests {
    @Test("The log's thread", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("writes lines in their order", order),
        TestCase("lets nobody wait for a reader that does not read, and tells how many lines it dropped", dropped),
        TestCase("counts the lines of a reader that has gone as dropped, and goes on", gone),
        TestCase("makes the end of the program wait for a limited time", limited),
    ]

    private let ends: (read: Int32, write: Int32)

    init() {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        // F_SETPIPE_SZ, to one page.
        _ = fcntl(ends[1], 1031, 4096)
        // A program ignores it (`Program.run`).
        signal(SIGPIPE, SIG_IGN)
        self.ends = (ends[0], ends[1])
    }

    private func writer() -> LineWriter { LineWriter(to: ends.write, capacity: 1000) { "dropped \($0)" } }

    /// Reads what is in the pipe, at least a byte.
    private func read() -> String {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(ends.read, &bytes, bytes.count)
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Fills the pipe, so that the thread waits in its next write.
    private func fillPipe() { _ = Glibc.write(ends.write, [UInt8](repeating: 0x2E, count: 4096), 4096) }

    func order() {
        let writer = writer()
        for number in 1...3 { writer.append("\(number)") }
        writer.finish(within: .seconds(30))
        #expect(read() == "1\n2\n3\n")
        #expect(writer.droppedLines == 0)
    }

    func dropped() {
        fillPipe()
        let writer = writer()
        for _ in 1...15 { writer.append(String(repeating: "x", count: 99)) }
        #expect(writer.droppedLines == 5)
        #expect(read().allSatisfy { $0 == "." })
        writer.finish(within: .seconds(30))
        writer.append("last")
        writer.finish(within: .seconds(30))
        #expect(read().hasSuffix("x\ndropped 5\nlast\n"))
        #expect(writer.droppedLines == 5)
    }

    func gone() {
        close(ends.read)
        let writer = writer()
        for number in 1...3 {
            // After the first, a line that tells the number is lost, too. It does not count.
            writer.append("x")
            writer.finish(within: .seconds(30))
            #expect(writer.droppedLines == number)
        }
    }

    func limited() {
        fillPipe()
        let writer = writer()
        writer.append("x")
        let begin = monotonicMilliseconds()
        writer.finish(within: .milliseconds(20))
        #expect((20..<20_000).contains(monotonicMilliseconds() - begin))
    }
}
