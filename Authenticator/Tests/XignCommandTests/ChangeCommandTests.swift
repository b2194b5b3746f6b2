import Foundation
import Terminal
import Testing
import XignProtocol

@testable import XignSDK
@testable import xign

struct ChangeCommandTests {
    @Test("commands that change the account", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("say at once that the device is not activated", notActivated, each: commands),
        TestCase("ask for the manager where there are several", severalManagers, each: commands),
        TestCase("correct a misspelt manager", misspeltManager, each: commands),
        TestCase("a biometric factor is refused before anything is asked, and the reason is told", biometric),
        TestCase("a factor that every activation has is not added", factor, each: ["pin", "device"]),
        TestCase("a misspelt factor is corrected", misspeltFactor),
        TestCase(
            "a name of a device is refused before anything is sent", deviceName,
            each: ["", "  ", "a\u{202E}b", "a\u{1B}[2Jb"]),
        TestCase("a name is asked for until it is acceptable", asked),
        TestCase("the code of an invitation leads to activation where there is no account", invitation),
        TestCase("a list of no devices is empty for programs, and an advice for people", emptyList),
    ]

    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let commands = [
        ["pin", "change"], ["activation", "new"], ["activation", "rename", "laptop"],
        ["activation", "revoke", "tablet"], ["delete"],
    ]

    private func run(_ arguments: [String], answers: [String]? = nil, input: String = "") -> Transcript {
        Transcript(arguments, home: folder, answers: answers, input: input)
    }

    func notActivated(arguments: [String]) {
        let transcript = run(arguments, answers: [])
        #expect(transcript.status == 67)
        #expect(transcript.errors.contains("xign activate"))
    }

    func severalManagers(arguments: [String]) throws {
        try folder.activate(at: "a.example", "b.example")
        let transcript = run(arguments, answers: [])
        #expect(transcript.status == 64)
        #expect(transcript.errors.contains("--manager a.example or b.example"))
    }

    func misspeltManager(arguments: [String]) throws {
        try folder.activate(at: "login.example.org")
        let transcript = run(arguments + ["--manager", "login.exmaple.org"], answers: [])
        #expect(transcript.status == 67)
        #expect(transcript.errors.contains("did you mean login.example.org?"))
    }

    func biometric() {
        let transcript = run(["factor", "add", "biometric"])
        #expect(transcript.status == 78)
        #expect(transcript.errors.contains("key store"))
    }

    func factor(name: String) { #expect(run(["factor", "add", name]).status == 77) }

    func misspeltFactor() {
        let transcript = run(["factor", "add", "biometrics"])
        #expect(transcript.status == 64)
        #expect(transcript.errors.contains("did you mean biometric?"))
    }

    func deviceName(name: String) {
        #expect(run(["activation", "rename", name]).status == 64)
        #expect(run(["activation", "new", "--alias=\(name)"]).status == 64)
    }

    func asked() throws {
        let console = Console(errors: Output { _ in }, keyboard: .answering(["", "\u{7}", " tablet "]))
        #expect(try console.askDeviceName(English()) == "tablet")
    }

    func invitation() throws {
        let manager = try Operator()
        let file = try folder.file("key-material.json", manager.document)
        _ = Transcript("trust", file, "--fingerprint", manager.fingerprint, home: folder)
        let given = run(["invitation", manager.activationCode])
        #expect(given.status == 67)
        #expect(given.errors.contains("xign activate with the same code"))
        let typed = run(["invitation"], answers: [manager.activationCode])
        #expect(typed.status == 67)
        let login = run(["invitation", manager.linkCode])
        #expect(login.status == 65)
        #expect(login.errors.contains("xign login"))
    }

    func emptyList() {
        let list = run(["activation", "list", "--json"])
        #expect(list.output.filter { !$0.isWhitespace } == "[]")
        #expect(run(["activation", "list"]).errors.contains("xign activate"))
    }
}

extension TemporaryFolder {
    /// Makes the home of a device with activations, which no manager knows.
    func activate(at managers: String..., isPending: Bool = false) throws {
        let home = try PrivateFolder(path + "/home")
        let records = ActivationRecords(folder: try home.folder("activations").path, lock: HomeLock(of: home))
        let keys = FileKeyStore(folder: URL(filePath: path + "/home/keys"))
        try keys.prepare(deviceLock: .ignored)
        for manager in managers {
            let record = ActivationRecord(
                idmIdentifier: manager, activationId: .random(), state: isPending ? .pending : .active,
                userName: isPending ? nil : "ada", alias: isPending ? nil : "laptop", factors: [.device, .pin],
                openTokenHash: nil)
            try records.change { changes in
                try keys.createKeys(record.label, deviceLock: .ignored)
                try changes.write(record)
            }
        }
    }
}
