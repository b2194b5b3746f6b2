import Foundation
import Testing

/// A TPM 2.0 in software: the program swtpm, with a state of its own in a temporary folder. It ends with the test.
final class TPMEmulator {
    /// A temporary folder, which is removed with the emulator.
    let folder: URL
    private var process: Process?
    private var input: Pipe?

    /// Starts an emulator with a new TPM.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("xign-tpm-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try start()
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The emulator's address for tpm2-tss.
    var tcti: String { "swtpm:path=\(socket)" }

    private var socket: String { folder.path + "/tpm" }

    /// Starts the program on the present state.
    func start() throws {
        // A shell kills the emulator when its input ends, so that it does not survive the tests. tpm2-tss finds the
        // control channel by the suffix of its name.
        let script = """
            swtpm socket --tpm2 --tpmstate dir="$1" --server type=unixio,path="$2" \
                --ctrl type=unixio,path="$2.ctrl" --flags not-need-init,startup-clear &
            read -r line
            kill -KILL $!
            """
        let (process, input) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, "sh", folder.path, socket]
        process.standardInput = input
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        self.process = process
        self.input = input
        // The program answers once both sockets exist.
        let deadline = ContinuousClock.now + .seconds(10)
        while ![socket, socket + ".ctrl"].allSatisfy(FileManager.default.fileExists) {
            try #require(ContinuousClock.now < deadline, "swtpm did not start")
            usleep(1000)
        }
    }

    /// Ends the program as if the power failed. The state stays.
    func stop() {
        try? input?.fileHandleForWriting.close()
        process?.waitUntilExit()
        for path in [socket, socket + ".ctrl"] { unlink(path) }
        (process, input) = (nil, nil)
    }
}
