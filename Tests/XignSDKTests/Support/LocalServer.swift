import Foundation
import Testing

/// A server in Python on the loopback interface. It ends with its test.
final class LocalServer {
    private let process: ChildProcess
    /// The line that the server printed when it was ready.
    let announcement: String

    /// Starts a server.
    /// - Parameter script: the name of a file in the folder `Server`.
    init(_ script: String = "server.py") throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Server/\(script)")
        let python = ProcessInfo.processInfo.environment["XIGN_TEST_PYTHON"] ?? "python3"
        let output = PipeEnds()
        process = try ChildProcess(endingWithTests: [python, file.path], output: output.writing)
        close(output.writing)
        let handle = FileHandle(fileDescriptor: output.reading, closeOnDealloc: true)
        var line = Data()
        while line.last != UInt8(ascii: "\n"), case let part = handle.availableData, !part.isEmpty { line += part }
        announcement = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The URL of a server that announces its port.
    var url: URL { get throws { try #require(URL(string: "http://127.0.0.1:\(announcement)")) } }
}
