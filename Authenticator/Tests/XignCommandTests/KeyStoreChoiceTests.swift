import Foundation
import Terminal
import Testing
import XignSDK

@testable import xign

/// The tests with a TPM are end to end (`test_tpm.py`); on this machine there is none.
struct KeyStoreChoiceTests {
    @Test("where xign keeps its keys", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("without a TPM a new home uses files, which is recorded before the first key is made", files),
        TestCase("who wants a TPM where there is none is told so, and nothing is recorded", noTPM),
        TestCase("a home of an earlier version has its keys in files, and keeps them", earlierVersion),
        TestCase("a home with keys keeps its store, and how to get to the other one is said", cannotMove),
        TestCase("keys in a TPM that is gone are still in that TPM", goneTPM),
        TestCase("a TPM that was chosen and fails never leads to files unasked, which check says, too", chosenTPM),
        TestCase("while one activation runs, another one uses the same store or none", concurrentActivations),
        TestCase("a damaged record stops every command", damaged, each: ["", "tmp\n", "enclave\n"]),
        TestCase("the option names the stores of this system", option, each: ["enclave", "TPM", ""]),
    ]

    let folder: TemporaryFolder
    let choice: KeyStoreChoice

    init() throws {
        folder = try TemporaryFolder()
        choice = KeyStoreChoice(home: folder.path, tpm: TPM(address: "device:\(folder.path)/no-tpm"))
    }

    private var record: String? { try? String(contentsOfFile: folder.path + "/key-store", encoding: .utf8) }

    private func makeKey() throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/keys", withIntermediateDirectories: true)
        _ = try folder.file("keys/0123.json", Array("{}".utf8))
    }

    private func recordTPM() throws { _ = try folder.file("key-store", Array("tpm\n".utf8)) }

    /// Returns the failure of a choice, which must come before anything is activated.
    private func refusal(of wanted: KeyStoreType?) -> CommandFailure? {
        do {
            try choice.choosing(wanted) { _ in _ = Issue.record("it was activated") }
            return nil
        } catch { return error as? CommandFailure }
    }

    func files() throws {
        #expect(try choice.inUse == nil)
        try choice.choosing(nil) { store in
            #expect(store == .file)
            #expect(record == "file\n")
        }
        #expect(try choice.inUse == nil)
    }

    func noTPM() throws {
        let refusal = try #require(self.refusal(of: .tpm))
        #expect(refusal.exitStatus.rawValue == 78)
        #expect(refusal.english.contains("no-tpm does not exist"))
        #expect(record == nil)
    }

    func earlierVersion() throws {
        try makeKey()
        #expect(try choice.inUse == .file)
        #expect(try choice.choosing(nil) { $0 } == .file)
        #expect(try choice.choosing(.file) { $0 } == .file)
    }

    func cannotMove() throws {
        try makeKey()
        for (wanted, place) in [(KeyStoreType.tpm, "in files"), (.file, "in the TPM")] {
            let message = try #require(refusal(of: wanted)).english
            #expect(message.contains("the keys of this home are \(place)"))
            #expect(message.contains("xign activation new"))
            #expect(message.contains("--home OTHER"))
            #expect(message.contains("xign forget"))
            try recordTPM()
        }
    }

    func goneTPM() throws {
        try makeKey()
        try recordTPM()
        #expect(try choice.inUse == .tpm)
        #expect(try choice.problem != nil)
        #expect(try choice.choosing(nil) { $0 } == .tpm)
    }

    func chosenTPM() throws {
        try recordTPM()
        #expect(try choice.inUse == nil)
        let refusal = try #require(self.refusal(of: nil))
        #expect(refusal.exitStatus.rawValue == 78)
        #expect(refusal.english.contains("--key-store file"))
        #expect(record == "tpm\n")
        let report = try KeyStoreReport(choice)
        #expect(report.type == .tpm)
        #expect(report.failure?.english == refusal.english)
        #expect(try choice.choosing(.file) { $0 } == .file)
        #expect(record == "file\n")
    }

    func concurrentActivations() throws {
        try choice.choosing(.file) { _ in
            #expect(try choice.choosing(nil) { $0 } == .file)
            let message = try #require(refusal(of: .tpm)).english
            #expect(message.contains("another xign activate is running"))
            #expect(record == "file\n")
        }
    }

    func damaged(content: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.path + "/home/keys", withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        _ = try folder.file("home/key-store", Array(content.utf8))
        _ = try folder.file("home/keys/0123.json", Array("{}".utf8))
        let transcript = Transcript("accounts", home: folder)
        #expect(transcript.status == 78)
        #expect(transcript.errors.contains("key-store is damaged"))
    }

    func option(name: String) {
        let transcript = Transcript("activate", "AQ", "--key-store=\(name)", home: folder)
        #expect(transcript.status == 64)
        #expect(transcript.errors.contains("tpm and file"))
    }
}
