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
        // Whoever runs the tests waits until nobody holds their output any more.
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        url = try #require(URL(string: "http://127.0.0.1:\(line.trimmingCharacters(in: .whitespacesAndNewlines))"))
    }

    // SIGTERM would not do: on Linux a child inherits the signal mask of the thread that started it, and the threads of tasks
    // block it.
    deinit { kill(process.processIdentifier, SIGKILL) }
}
