import Foundation
import Terminal
import Testing
import XignProtocol

@testable import XignSDK
@testable import xign

struct DeviceListTests {
    @Test("which device is meant, and how devices are listed", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a device is found by its name", name),
        TestCase("a device is found by the beginning of its id", id),
        TestCase(
            "a whole id counts before a name, so that no device can hide behind the name of another one", wholeId),
        TestCase(
            "a name that equals the beginning of another device's id is ambiguous, and removes neither", nameAndId),
        TestCase("a beginning that is too short to be meant is no id", tooShort),
        TestCase(
            "devices of one name are told apart by their ids, and by nothing that the person would have to guess",
            ambiguous),
        TestCase("a misspelt name is answered with the nearest one", misspelt),
        TestCase("this device is not removed, but given up", thisDevice),
        TestCase("the table says which device this is, and which one waits until when", table),
        TestCase("programs get whole ids and times", json),
    ]

    private static func device(
        _ id: String, _ alias: String?, isThisDevice: Bool = false, expiresAt: Date? = nil
    ) throws -> DeviceList.Device {
        try DeviceList.Device(
            idmIdentifier: "login.example.org",
            information: ActivationInformation(
                alias: alias, platform: expiresAt == nil ? "Linux" : nil,
                since: expiresAt == nil ? Date(timeIntervalSince1970: 1_777_800_000) : nil, expiresAt: expiresAt,
                isThisDevice: isThisDevice, activation: #require(ActivationID(text: id))))
    }

    private let devices: DeviceList

    init() throws {
        devices = try DeviceList(all: [
            Self.device("AAAAzzzzzzzzzzzzzzzzzA", "laptop", isThisDevice: true),
            Self.device("BBBBzzzzzzzzzzzzzzzzzA", "tablet"),
            Self.device("CCCCzzzzzzzzzzzzzzzzzA", "phone"), Self.device("CCCCyzzzzzzzzzzzzzzzzA", "phone"),
            Self.device("DDDDzzzzzzzzzzzzzzzzzA", nil, expiresAt: Date(timeIntervalSince1970: 1_777_800_600)),
            Self.device("EEEEzzzzzzzzzzzzzzzzzA", "BBBB"),
            Self.device("FFFFzzzzzzzzzzzzzzzzzA", "DDDDzzzzzzzzzzzzzzzzzA"),
        ])
    }

    private func found(_ text: String) -> String? { try? devices.find(text).information.activationId }

    private func refusal(_ text: String) -> String? {
        do throws(CommandFailure) { _ = try devices.find(text) } catch {
            return error.exitStatus == .data ? error.english : nil
        }
        return nil
    }

    func name() { #expect(found("tablet") == "BBBBzzzzzzzzzzzzzzzzzA") }

    func id() {
        #expect(found("CCCCy") == "CCCCyzzzzzzzzzzzzzzzzA")
        #expect(found("DDDD") == "DDDDzzzzzzzzzzzzzzzzzA")
    }

    func wholeId() { #expect(found("DDDDzzzzzzzzzzzzzzzzzA") == "DDDDzzzzzzzzzzzzzzzzzA") }

    func nameAndId() {
        #expect(found("BBBB") == nil)
        #expect(refusal("BBBB")?.contains("BBBBzzzzzzzzzzzzzzzzzA (Linux, since") == true)
        #expect(refusal("BBBB")?.contains("EEEEzzzzzzzzzzzzzzzzzA (Linux, since") == true)
        #expect(found("BBBBz") == "BBBBzzzzzzzzzzzzzzzzzA")
    }

    func tooShort() { #expect(refusal("DDD")?.hasSuffix("see xign activation list") == true) }

    func ambiguous() {
        #expect(refusal("phone")?.contains("give the whole id instead: CCCCzzzzzzzzzzzzzzzzzA (Linux, since") == true)
        #expect(refusal("phone")?.contains(" or CCCCyzzzzzzzzzzzzzzzzA (Linux, since") == true)
        #expect(refusal("CCCC")?.contains("CCCCyzzz") == true)
    }

    func misspelt() { #expect(refusal("tabelt")?.hasSuffix("did you mean tablet?") == true) }

    func thisDevice() {
        #expect(refusal("laptop")?.contains("xign forget") == true)
        #expect(refusal("AAAA")?.contains("xign forget") == true)
    }

    func table() {
        let lines = devices.table(showsManager: false, EnglishDevices()).lines.map { $0.rendered(inColour: false) }
        #expect(lines.count == 8)
        #expect(lines[1].contains("this device, since"))
        #expect(lines[1].contains("AAAAzzzz"))
        #expect(lines[2].contains("Linux   since"))
        #expect(lines[5].contains("waits for its device until"))
        let all = devices.table(showsManager: true, EnglishDevices()).lines.map { $0.rendered(inColour: false) }
        #expect(all[1].hasSuffix("login.example.org"))
    }

    func json() throws {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        let report = String(decoding: try encoder.encode(DeviceReport(devices.all[0])), as: UTF8.self)
        #expect(
            report
                == """
                {"activationId":"AAAAzzzzzzzzzzzzzzzzzA","alias":"laptop","idm":"login.example.org",\
                "isThisDevice":true,"platform":"Linux","since":"2026-05-03T09:20:00Z"}
                """)
    }
}
