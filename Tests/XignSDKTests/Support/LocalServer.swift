import Foundation
import Testing

/// A server in Python on the loopback interface. It ends with its test.
final class LocalServer {
    private let process = Process()
    /// The line that the server printed when it was ready.
    let announcement: String

    /// Starts a server.
    /// - Parameter script: the name of a file in the folder `Server`.
    init(_ script: String = "server.py") throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Server/\(script)")
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [ProcessInfo.processInfo.environment["XIGN_PYTHON"] ?? "python3", file.path]
        let output = Pipe()
        process.standardOutput = output
        // The test runner waits until no process has its output open.
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        announcement = line.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The URL of a server that announces its port.
    var url: URL { get throws { try #require(URL(string: "http://127.0.0.1:\(announcement)")) } }

    // SIGTERM has no effect: on Linux a child inherits the signal mask of the starting thread, and threads of tasks
    // block it.
    deinit { kill(process.processIdentifier, SIGKILL) }
}
