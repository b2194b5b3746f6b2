import Foundation
import Testing

/// A real server on the loopback interface, in Python; ends with the test that started it.
final class LocalServer {
    private let process = Process()
    /// The line that it wrote when it was ready.
    let announcement: String

    /// - Parameter script: its name in the folder `Server`.
    init(_ script: String = "server.py") throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Server/\(script)")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [ProcessInfo.processInfo.environment["XIGN_PYTHON"] ?? "python3", file.path]
        let output = Pipe()
        process.standardOutput = output
        // Whoever runs the tests waits until nobody holds their output any more.
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        announcement = line.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Of a server that announces its port.
    var url: URL { get throws { try #require(URL(string: "http://127.0.0.1:\(announcement)")) } }

    // SIGTERM would not do: on Linux a child inherits the signal mask of the thread that started it, and the threads of tasks
    // block it.
    deinit { kill(process.processIdentifier, SIGKILL) }
}
