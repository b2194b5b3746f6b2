import Foundation
import Synchronization
import Testing
import XignSDK

@testable import XignTPM2

/// A TPM 2.0 in software: the program swtpm, with a state of its own in a temporary folder. It ends with the test.
final class TPMEmulator {
    /// A temporary folder, which is removed with the emulator.
    let folder: URL
    private var process: ChildProcess?

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

    /// The path of the emulator's socket; the control channel has the suffix `.ctrl`.
    var socket: String { folder.path + "/tpm" }

    /// Starts the program on the present state.
    func start() throws {
        // tpm2-tss finds the control channel by the suffix of its name.
        process = try ChildProcess(
            endingWithTests: [
                "swtpm", "socket", "--tpm2", "--tpmstate", "dir=\(folder.path)", "--server",
                "type=unixio,path=\(socket)", "--ctrl", "type=unixio,path=\(socket).ctrl", "--flags",
                "not-need-init,startup-clear",
            ])
        // A socket's file exists before the program listens.
        let deadline = ContinuousClock.now + .seconds(10)
        while ![socket, socket + ".ctrl"].allSatisfy(Self.isListening) {
            try #require(ContinuousClock.now < deadline, "swtpm did not start")
            usleep(1000)
        }
    }

    private static func isListening(path: String) -> Bool {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        return Interposer.name(path, { connect(descriptor, $0, $1) }) == 0
    }

    /// Ends the program as if the power failed. The state stays.
    func stop() {
        process = nil
        for path in [socket, socket + ".ctrl"] { unlink(path) }
    }

    /// Runs a command of tpm2-tools on this TPM, in the temporary folder; returns what it prints.
    @discardableResult
    func run(_ command: String) throws -> String {
        let outcome = try ChildProcess.run([
            "env", "--chdir", folder.path, "TPM2TOOLS_TCTI=\(tcti)", "/bin/sh", "-c", command,
        ])
        try #require(outcome.status == 0, "\(command): \(outcome.errors)")
        return outcome.output
    }

    /// Makes the storage root key persistent, as an administrator does.
    func makePersistentStorageRootKey() throws {
        try run(
            """
            tpm2_createprimary -C o -g sha256 -G ecc \
                -a 'fixedtpm|fixedparent|sensitivedataorigin|userwithauth|noda|restricted|decrypt' -c srk \
                && tpm2_evictcontrol -C o -c srk 0x81000001 && tpm2_flushcontext -t
            """)
    }

    /// A cost of stretching that takes no time.
    static let cost = Stretching(logN: 4, r: 8, p: 1)

    /// The folder of the key store.
    var keys: URL { folder.appendingPathComponent("keys") }

    /// Returns a key store on this TPM, or behind another transport to it.
    func keyStore(tcti: String? = nil) -> TPMKeyStore {
        TPMKeyStore(folder: keys, tcti: tcti ?? self.tcti, cost: Self.cost)
    }
}

/// A value that a test changes while another thread reads it.
final class Setting<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>

    init(_ value: Value) { mutex = Mutex(value) }

    var value: Value {
        get { mutex.withLock { $0 } }
        set { mutex.withLock { $0 = newValue } }
    }
}
