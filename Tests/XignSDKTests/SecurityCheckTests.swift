import Foundation
import Synchronization
import Testing
import XignProtocol
import XignSDKTesting

@testable import XignSDK

struct SecurityCheckTests {
    @Test("the security check", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("without a sign finds nothing, and tells date and versions", nothingFound),
        TestCase("tells rooted from hooked", signs, each: SecuritySignals.Sign.allCases),
        TestCase("finds both where there are signs of both", both),
        TestCase(
            "sends no name of a system that cannot be displayed", undisplayableName,
            each: ["", " ", "Debian\u{202E}12", "Debian\n12", String(repeating: "x", count: 257)]),
        TestCase("runs on this machine", onThisMachine),
        TestCase("is made on demand and when a process begins; the log at level verbose names the signs", occasions),
        TestCase("names signs in the log by finding", description),
    ]

    private static let system = SecuritySignals(osVersion: "Debian GNU/Linux 12", patchLevel: "6.1.0 #1", signs: [])
    private let date = Date(timeIntervalSince1970: 1_800_000_000)

    private func judge(_ signs: Set<SecuritySignals.Sign>) -> SecurityCheckResult {
        var signals = Self.system
        signals.signs = signs
        return SecurityCheck.judge(signals, at: date)
    }

    func nothingFound() {
        let result = judge([])
        #expect(!result.isRooted)
        #expect(!result.isHooked)
        #expect(result.date == date)
        #expect(result.checkVersion == 2)
        #expect(result.osVersion == "Debian GNU/Linux 12")
        #expect(result.patchLevel == "6.1.0 #1")
    }

    func signs(_ sign: SecuritySignals.Sign) {
        let rooted: Set<SecuritySignals.Sign> = [.superuser, .jailbreakFiles, .sandboxEscape]
        #expect(judge([sign]).isRooted == rooted.contains(sign))
        #expect(judge([sign]).isHooked == !rooted.contains(sign))
    }

    func both() {
        let result = judge([.superuser, .tracer])
        #expect(result.isRooted)
        #expect(result.isHooked)
    }

    func undisplayableName(_ name: String) {
        var signals = Self.system
        signals.osVersion = name
        #expect(SecurityCheck.judge(signals, at: date).osVersion == SecurityCheck.platform)
    }

    func onThisMachine() throws {
        let signals = SecuritySignals.collect()
        #expect(signals.signs.contains(.superuser) == (getuid() == 0 || geteuid() == 0))
        #expect(DisplayText.isValid(signals.osVersion))
        #expect(!signals.patchLevel.isEmpty)
    }

    func occasions() async throws {
        let lines = Mutex<[String]>([])
        let manager = try TestManager()
        let device = try TestDevice(
            manager,
            log: { level, line in
                if level == .verbose { lines.withLock { $0.append(line) } }
            })
        let result = try await device.sdk.xignCommon.executeSecurityCheck()
        _ = try await device.request()
        let expected = "security check: \(SecuritySignals.collect())"
        #expect(lines.withLock { $0 } == [expected, expected])
        #expect(result.isRooted == expected.contains("rooted (superuser)"))
        #expect(result.date == manager.now())
    }

    func description() {
        var signals = Self.system
        #expect("\(signals)" == "no findings; Debian GNU/Linux 12; 6.1.0 #1")
        signals.signs = [.auditVariable, .superuser, .tracer]
        #expect("\(signals)" == "rooted (superuser), hooked (tracer, auditVariable); Debian GNU/Linux 12; 6.1.0 #1")
    }
}

struct SecurityInsufficientTests {
    @Test("a refusal for the security check", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "has the manager's findings, and says what to do about each", findings,
            each: XignProtocol.SecurityFinding.allCases),
        TestCase("without findings tells that the reason is not known", noFindings),
        TestCase("ends the process on the device, which can begin again", again),
    ]

    func findings(_ finding: XignProtocol.SecurityFinding) throws {
        let error = try #require(refusal([finding]))
        #expect(error.findings.map(\.rawValue) == [finding.rawValue])
        #expect(error.message != refusal([])?.message)
    }

    func noFindings() throws {
        let error = try #require(refusal([]))
        #expect(error.findings.isEmpty)
        #expect(error.message.contains("Update the app"))
    }

    private func refusal(_ findings: [XignProtocol.SecurityFinding]) -> XignSdkSecurityInsufficientError? {
        XignSdkError.wrapping(ProtocolError(.securityInsufficient, findings: findings))
            as? XignSdkSecurityInsufficientError
    }

    func again() async throws {
        let manager = try TestManager()
        let device = try await TestDevice.personalized(at: manager)
        manager.state.withLock {
            $0.refusals[.start] = ProtocolError(.securityInsufficient, findings: [.hooked, .outdatedSystem])
        }
        let error = await #expect(throws: XignSdkSecurityInsufficientError.self) { try await device.start() }
        #expect(error?.errorCode == .securityInsufficient)
        #expect(error?.findings == [.hooked, .outdatedSystem])
        manager.state.withLock { $0.refusals = [:] }
        guard case .userLogin = try await device.finish(device.prepare(device.start()), pin: "482915") else {
            throw UnexpectedAnswer()
        }
    }
}
