import DatabaseFixture
import Foundation

/// `StorageWriter`: another process, which writes until it is killed, and tells which writes were acknowledged.
final class WriterProcess {
    private let child: Child
    private let output: Int32
    private var text: [UInt8] = []

    init(_ place: Place, first: Int, threads: Int = 4) throws {
        let pipe = PipeEnds()
        output = pipe.reading
        defer { close(pipe.writing) }
        child = try Child([Self.path, place.address, "\(threads)", "\(first)"], output: pipe.writing)
    }

    deinit { close(output) }

    /// Beside the tests' own program.
    private static let path: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent().path + "/StorageWriter"
    }()

    /// Returns when so many writes were acknowledged, or it has ended.
    func wait(for count: Int) { while lines.count < count, readMore() {} }

    /// Kills it, and returns the numbers that it had acknowledged, and what else it said.
    func kill() -> (acknowledged: Set<Int>, errors: [String]) {
        child.kill()
        while readMore() {}
        return (Set(lines.compactMap { Int($0) }), lines.filter { Int($0) == nil })
    }

    private var lines: [String] {
        String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// False when there will be no more.
    private func readMore() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(output, &buffer, buffer.count)
        if count > 0 { text += buffer[..<count] }
        return count > 0
    }
}
