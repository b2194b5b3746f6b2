import Foundation
import XignSDK

/// An app for the end-to-end tests, with a biometric factor: a test drives it step by step.
///
/// Each line of standard input is a ``Step`` as JSON, each line of standard output its ``Answer``.
///
///     TestApp HOME KEY-MATERIAL [SERVICE-CONFIGURATION]...
@main struct TestApp {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            let usage = "usage: TestApp HOME KEY-MATERIAL [SERVICE-CONFIGURATION]...\n"
            try FileHandle.standardError.write(contentsOf: Data(usage.utf8))
            exit(64)
        }
        let home = URL(filePath: arguments[1], directoryHint: .isDirectory)
        let gate = FileBiometricGate(folder: home.appending(path: "biometric"))
        let configuration = try XignSdkConfig.Builder()
            .addKeyMaterial(Data(contentsOf: URL(filePath: arguments[2])))
            .setStorageLocation(home).setKeyStore(UnstretchedKeyStore(folder: home.appending(path: "keys")))
            .setTransport(ListedKeycloakTransport()).setBiometricGate(gate).setLogLevel(.none)
        for file in arguments.dropFirst(3) {
            _ = try configuration.addServiceConfiguration(Data(contentsOf: URL(filePath: file)))
        }
        try XignSdk.initialize(configuration.build())
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
