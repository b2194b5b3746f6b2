import Foundation
import Terminal
import Testing

@testable import XignSDK
@testable import xign

struct CheckTests {
    @Test("xign check", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("without findings it shows what was checked, and succeeds", nothing),
        TestCase("each finding is explained with its remedy, and is a status for scripts", findings),
        TestCase("keys in a TPM that cannot be used are a failure; the lack of a TPM is none", unusableTPM),
        TestCase("it needs no activation, and makes no key", withoutActivation),
    ]

    private func report(
        isRooted: Bool = false, isHooked: Bool = false, keyStore: KeyStoreType = .file,
        tpmProblem: TPMProblem? = TPMProblem(description: "No TPM.")
    ) -> CheckReport {
        let result = SecurityCheckResult(
            date: Date(timeIntervalSince1970: 0), checkVersion: 7, osVersion: "Debian GNU/Linux 12 (bookworm)",
            patchLevel: "6.1.0", isRooted: isRooted, isHooked: isHooked)
        return CheckReport(result, KeyStoreReport(type: keyStore, hasKeys: true, tpmProblem: tpmProblem))
    }

    private func text(_ report: CheckReport) -> String {
        report.lines(English()).map { $0.rendered(inColour: false) }.joined(separator: "\n")
    }

    func nothing() {
        let report = report()
        #expect(report.failure == nil)
        let text = text(report)
        for shown in ["bookworm", "6.1.0", "version 7", "none found", "in files"] { #expect(text.contains(shown)) }
        #expect(!text.contains("\n\n"), "no explanation")
    }

    func findings() {
        let rooted = report(isRooted: true)
        #expect(text(rooted).contains("Run xign as an ordinary user"))
        #expect(!text(rooted).contains("LD_PRELOAD"))
        #expect(rooted.failure?.exitStatus.rawValue == 5)
        let hooked = report(isHooked: true)
        #expect(text(hooked).contains("LD_PRELOAD"))
        #expect(!text(hooked).contains("Run xign as an ordinary user"))
        #expect(hooked.failure?.exitStatus.rawValue == 5)
        #expect(report(isRooted: true, isHooked: true).failure?.exitStatus.rawValue == 5)
    }

    func unusableTPM() {
        #expect(report(keyStore: .tpm).failure?.exitStatus.rawValue == 78)
        #expect(report(keyStore: .tpm, tpmProblem: nil).failure == nil)
        #expect(report(isRooted: true, keyStore: .tpm).failure?.exitStatus.rawValue == 5)
    }

    func withoutActivation() throws {
        let folder = try TemporaryFolder()
        let transcript = Transcript("check", "--json", home: folder)
        #expect([0, 5].contains(transcript.status))
        let json = try #require(
            JSONSerialization.jsonObject(with: Data(transcript.output.utf8)) as? [String: Any])
        #expect(json["isRooted"] as? Bool == (geteuid() == 0))
        #expect(json["isHooked"] is Bool)
        #expect((json["keyStore"] as? [String: Any])?["hasKeys"] as? Bool == false)
        #expect(try folder.homeFiles().keys.allSatisfy { !$0.hasSuffix(".json") })
    }
}
