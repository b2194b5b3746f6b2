import Foundation
import Glibc
import Testing
import XignStorage

@testable import XignServer

/// A folder with shell scripts for the manager to run.
final class Scripts: Sendable {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "xign-scripts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder.appending(path: "in"), withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Writes a script for `/bin/sh`. Returns its path.
    ///
    /// Another process writes it. A file that this process has open for writing is inherited by whatever a test on
    /// another thread starts at that moment, until its exec; and no file can be executed while anybody has it open for
    /// writing (ETXTBSY).
    func script(_ text: String, mode: mode_t = 0o755) throws -> String {
        let path = folder.appending(path: "\(UUID().uuidString).sh").path
        let writer = Subprocess(arguments: ["/bin/sh", "-c", "cat > \"$1\"", "sh", path], timeLimit: .seconds(30))
        let written = writer.run(input: Array("#!/bin/sh\n\(text)\n".utf8), interruption: -1)
        try #require(written.end == .exited(0))
        try #require(chmod(path, mode) == 0)
        return path
    }

    func text(_ file: String) throws -> String {
        try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }

    // MARK: A program that keeps what it gets

    /// A line of a script that keeps its standard input, each time in a file of its own.
    var keepInput: String { "cat > \"$(mktemp '\(folder.path)/in/XXXXXX')\"" }

    /// The inputs that were kept, in no order.
    var inputs: [Data] {
        get throws {
            try FileManager.default.contentsOfDirectory(
                at: folder.appending(path: "in"), includingPropertiesForKeys: nil
            ).map { try Data(contentsOf: $0) }
        }
    }

    var payloads: [NoticePayload] {
        get throws { try inputs.map { try JSONDecoder().decode(NoticePayload.self, from: $0) } }
    }
}

/// A named pipe, to wait for a script and for the end of all its processes.
final class NamedPipe: Sendable {
    let path: String
    private let reading: Int32

    init(in scripts: Scripts) throws {
        path = scripts.folder.appending(path: "pipe-\(UUID().uuidString)").path
        try #require(mkfifo(path, 0o600) == 0)
        reading = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        try #require(reading >= 0)
    }

    deinit { close(reading) }

    /// Waits until a process has written a byte.
    func waitForByte() -> Bool {
        var wait = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        var byte: UInt8 = 0
        return poll(&wait, 1, 60_000) == 1 && read(reading, &byte, 1) == 1
    }

    /// Waits until no process has the pipe open for writing.
    func waitForEnd() -> Bool {
        var wait = pollfd(fd: reading, events: 0, revents: 0)
        return poll(&wait, 1, 60_000) == 1 && wait.revents & Int16(POLLHUP) != 0
    }
}
