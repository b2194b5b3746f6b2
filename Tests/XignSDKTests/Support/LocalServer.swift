import Foundation
import Testing

/// A real HTTP server on the loopback interface; ends with the test that started it.
final class LocalServer {
    private let process = Process()
    let url: URL

    init() throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Server/server.py")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", script.path]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        url = try #require(URL(string: "http://127.0.0.1:\(line.trimmingCharacters(in: .whitespacesAndNewlines))"))
    }

    deinit { process.terminate() }
}
