import Foundation
import XignSDK

/// An app for the end-to-end tests, with a biometric factor: a test drives it step by step.
///
/// Each line of standard input is a ``Step`` as JSON, each line of standard output its ``Answer``.
///
///     TestApp HOME KEY-MATERIAL
@main struct TestApp {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else {
            try FileHandle.standardError.write(contentsOf: Data("usage: TestApp HOME KEY-MATERIAL\n".utf8))
            exit(64)
        }
        let home = URL(filePath: arguments[1], directoryHint: .isDirectory)
        let gate = FileBiometricGate(folder: home.appending(path: "biometric"))
        try XignSdk.initialize(
            XignSdkConfig.Builder()
                .addKeyMaterial(Data(contentsOf: URL(filePath: arguments[2])))
                .setStorageLocation(home).setKeyStore(UnstretchedKeyStore(folder: home.appending(path: "keys")))
                .setBiometricGate(gate).setLogLevel(.none).build())
        // The main thread delivers events, so the steps have their own.
        Thread.detachNewThread {
            let app = App(gate: gate)
            while let line = readLine() {
                let answer = app.answer(Data(line.utf8))
                // A line is written at once: the test waits for it.
                try? FileHandle.standardOutput.write(contentsOf: answer + Data("\n".utf8))
            }
            exit(0)
        }
        dispatchMain()
    }
}
