import Foundation
import Testing
import XignDomain

struct UnlockCommandTests {
    @Test("xignin-manager device unlock", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A lockout ends; check and reason are in the audit log, and the failures stay counted", timed),
        TestCase(
            "Without the way of checking, or without a reason, nothing is unlocked", incomplete,
            each: [
                [], ["--checked", "in-person"], ["--reason", "Known number, asked for it"], ["--checked", "guess"],
            ]),
        TestCase(
            "A device that is locked for good is unlocked where the settings allow it, and not otherwise", permanent),
    ]

    private let folder: OperatorsFolder

    init() throws {
        folder = try OperatorsFolder()
        try folder.expect(["apply", "-"], input: "users: [{ name: ada }]", prints: ["added user ada"])
    }

    private let unlock = ["device", "unlock", "ada", "phone"]
    private let checked = ["--checked", "called-back", "--reason", "Known number, asked for it"]

    private static func lockout(isPermanent: Bool) -> LockoutState {
        LockoutState(
            pinFailures: isPermanent ? 10 : 7, otpFailures: 0, otherFailures: 0,
            lockedUntil: Clock.system.now() + 3600, isPermanent: isPermanent)
    }

    func timed() throws {
        let device = try folder.addDevice("phone", of: "ada", lockout: Self.lockout(isPermanent: false))
        try folder.expect(["device", "list", "ada"], prints: ["locked until"])
        try folder.expect(unlock + checked, prints: ["Unlocked phone of ada."])
        #expect(try !folder.run(["device", "list", "ada"]).output.contains("locked until"))
        let activation = try #require(try folder.write { try $0.activations.find(device) })
        #expect(activation.lockout.pinFailures == 7)
        #expect(activation.unlocks == 1)
        let events = try #require(try folder.json(["audit", "list", "--limit", "1"]) as? [[String: Any]])
        #expect(events.first?["event"] as? String == "deviceUnlocked")
        #expect(events.first?["detail"] as? String == "calledBack: Known number, asked for it")
        try folder.expectRefusal(unlock + checked, says: "not locked")
    }

    func incomplete(options: [String]) throws {
        try folder.addDevice("phone", of: "ada", lockout: Self.lockout(isPermanent: false))
        #expect(try folder.run(unlock + options).status == 64)
        try folder.expect(["device", "list", "ada"], prints: ["locked until"])
    }

    func permanent() throws {
        try folder.addDevice("phone", of: "ada", lockout: Self.lockout(isPermanent: true))
        try folder.expectRefusal(unlock + checked, says: "locked for good")
        let applied = try folder.run(["apply", "-"], input: "settings: { permanentUnlock: true }")
        #expect(applied.errors.contains("SP 800-63B-4, section 3.2.2"))
        try folder.expect(unlock + checked, prints: ["Unlocked phone of ada."])
        try folder.expect(["device", "list", "ada"], prints: ["active"])
    }
}
