import DatabaseFixture
import Foundation

/// A process that runs `StorageWriter`: it writes until it is killed, and prints the acknowledged writes.
final class WriterProcess {
    private let child: ChildProcess
    private let output: Int32
    private var text: [UInt8] = []

    /// - Parameters:
    ///   - address: of the database; nil: the place's.
    ///   - environment: variables that are added, as `NAME=VALUE`.
    init(
        _ place: TemporaryDatabase, at address: String? = nil, first: Int, threads: Int = 4, environment: [String] = []
    ) throws {
        let pipe = PipeEnds()
        output = pipe.reading
        defer { close(pipe.writing) }
        child = try ChildProcess(
            ["/usr/bin/env"] + environment + [Self.path, address ?? place.address, "\(threads)", "\(first)"],
            output: pipe.writing, errors: pipe.writing)
    }

    deinit { close(output) }

    /// The path of `StorageWriter`, which is built beside the tests' own program.
    private static let path: String = {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: own).deletingLastPathComponent().path + "/StorageWriter"
    }()

    /// Waits until `count` writes were acknowledged, or the process has ended.
    func wait(for count: Int) { while lines.count < count, readMore() {} }

    /// Kills the process. Returns the numbers that were acknowledged, and all other lines that it has printed.
    func kill() -> (acknowledged: Set<Int>, errors: [String]) {
        child.kill()
        while readMore() {}
        return (Set(lines.compactMap { Int($0) }), lines.filter { Int($0) == nil })
    }

    private var lines: [String] {
        String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Waits for more output. Returns false after the end of it.
    private func readMore() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(output, &buffer, buffer.count)
        if count > 0 { text += buffer[..<count] }
        return count > 0
    }
}
