import Foundation
import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignSDK
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct LoginRequirementTests {
    @Test("What a website demands of one login, at the device", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "Another account is refused and told so, and the process waits for the one that is demanded", otherAccount),
        TestCase("The account of an ID token hint is demanded of a link too", hint),
        TestCase("A refusal is on record, once for each session, with its reason", recorded),
        TestCase(
            "Where several factors are demanded, one is not offered, not in the statement, and not taken",
            severalFactors),
        TestCase("Where nothing is demanded, the device alone suffices if the role says so", nothingDemanded),
        TestCase("The SDK offers what meets the demand, and logs in with it", throughTheSDK),
        TestCase(
            "Who holds no role with the demanded kind is told so, and the process waits for somebody who does",
            noSuchRole),
        TestCase("A role that loses the demanded kind between start and signature ends the login", roleChanged),
        TestCase(
            "Where nobody met the demand in time, the website is told which; a person who cancels is an ordinary refusal",
            answers),
    ]

    let manager: TestManager

    init() throws {
        manager = try TestManager()
        try declare("[[device], [pin, device]]")
    }

    private static let multiFactor = ["acr_values": "urn:xign:acr:multi-factor"]
    private static let deviceAlone = [
        "claims": #"{"id_token":{"acr":{"essential":true,"value":"urn:xign:acr:device"}}}"#
    ]

    // MARK: The account

    func otherAccount() async throws {
        let ada = try await TestDevice.activated(manager)
        let mallory = try await TestDevice.activated(manager, user: "mallory")
        let subject = try await subject(of: ada)
        let claims = #"{"id_token":{"sub":{"value":"\#(subject)"}}}"#
        let browser = try TestBrowser(manager, claims: claims)

        let error = await #expect(throws: XignSdkError.self) { try await mallory.start(try browser.qrCode) }
        #expect(error?.errorCode == .otherAccount)
        #expect(try browser.state == "waiting")

        _ = try await ada.logIn(browser)
        #expect(try self.subject(of: browser) == subject)
    }

    func hint() async throws {
        let ada = try await TestDevice.activated(manager)
        let mallory = try await TestDevice.activated(manager, user: "mallory")
        let first = try TestBrowser(manager)
        _ = try await ada.logIn(first)
        let tokens = try first.redeem(try #require(try first.proceed()["code"])).body
        let browser = try TestBrowser(manager, more: ["id_token_hint": try #require(tokens["id_token"])])
        for code in [try browser.qrCode, try browser.link] {
            let error = await #expect(throws: XignSdkError.self) { try await mallory.start(code) }
            #expect(error?.errorCode == .otherAccount)
        }
        #expect(try browser.state == "waiting")
        _ = try await ada.logIn(browser)
        #expect(try browser.state == "done")
    }

    func recorded() async throws {
        let ada = try await TestDevice.activated(manager)
        let mallory = try await TestDevice.activated(manager, user: "mallory")
        let claims = #"{"id_token":{"sub":{"value":"\#(try await subject(of: ada))"}}}"#
        let browser = try TestBrowser(manager, claims: claims)
        for _ in 0..<2 { _ = try? await mallory.start(try browser.qrCode) }
        let events = try manager.context.database.read { try $0.audit.newest(100) }
        let refused = events.filter { $0.kind == .loginRefused }
        #expect(refused.map(\.detail) == ["another account was demanded"])
    }

    // MARK: The kind of authentication

    func severalFactors() throws {
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager, more: Self.multiFactor)
        let started = try device.start(browser)
        #expect(started.roles.map(\.alternatives) == [[[.device, .pin]]])
        let prepared = try prepared(device, browser, started)
        let statement = try ConsentStatement(parsing: prepared.statement)
        #expect(statement.alternatives == [[.device, .pin]])
        let error = #expect(throws: ProtocolError.self) { try finishWithDeviceAlone(device, prepared) }
        #expect(error?.error == .factorSetMismatch)
        #expect(try device.finish(prepared).result != nil)
        #expect(try contextClass(of: browser) == "urn:xign:acr:multi-factor")
    }

    func nothingDemanded() throws {
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let started = try device.start(browser)
        #expect(started.roles.map(\.alternatives) == [[[.device], [.device, .pin]]])
        let prepared = try prepared(device, browser, started)
        #expect(try finishWithDeviceAlone(device, prepared).result != nil)
        #expect(try contextClass(of: browser) == "urn:xign:acr:device")
    }

    func throughTheSDK() async throws {
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager, claims: Self.deviceAlone["claims"])
        let information = try await device.prepare(try await device.start(try browser.qrCode))
        #expect(information.requestedAuthenticators.map(Set.init) == [[.device]])
        try await information.sign(factor: DeviceFactor())
        guard case .userLogin = try await device.sdk.authenticator.finishAuthentication(userInfo: information) else {
            throw TestFailure(what: "not logged in")
        }
        #expect(try contextClass(of: browser) == "urn:xign:acr:device")
    }

    func noSuchRole() async throws {
        try declare("[[device]]", visitor: "[[pin, device]]", "users: [{name: mallory, roles: {demo: [visitor]}}]")
        let ada = try await TestDevice.activated(manager)
        let mallory = try await TestDevice.activated(manager, user: "mallory")
        let browser = try TestBrowser(manager, more: Self.multiFactor)
        let error = await #expect(throws: XignSdkError.self) { try await ada.start(try browser.qrCode) }
        #expect(error?.errorCode == .unmetRequirements)
        #expect(try browser.state == "waiting")
        let request = try await mallory.start(try browser.qrCode)
        #expect(request.roles.map(\.name) == ["visitor"])
    }

    func roleChanged() async throws {
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager, more: Self.multiFactor)
        let information = try await device.prepare(try await device.start(try browser.qrCode))
        try declare("[[device]]")
        let error = await #expect(throws: XignSdkError.self) { try await device.finish(information) }
        #expect(error?.errorCode == .policyChanged)
    }

    // MARK: Answers to the website

    func answers() async throws {
        let device = try await TestDevice.activated(manager)
        let claims = #"{"id_token":{"sub":{"value":"\#(try await subject(of: device))"}}}"#
        let waiting: [(TestBrowser, String)] = [
            (try TestBrowser(manager, claims: claims), "login_required"),
            (try TestBrowser(manager, more: Self.multiFactor), "unmet_authentication_requirements"),
            (try TestBrowser(manager), "access_denied"),
        ]
        let cancelled = try TestBrowser(manager, claims: claims, more: Self.multiFactor)
        let request = try await device.start(try cancelled.qrCode)
        try await device.sdk.authenticator.abortAuthentication(request: request, reason: .cancelled)
        #expect(try cancelled.proceed()["error"] == "access_denied")
        manager.clock.advance(seconds: 301)
        for (browser, error) in waiting { #expect(try browser.proceed()["error"] == error) }
    }

    // MARK: Steps

    private func declare(_ alternatives: String, visitor: String = "[[device]]", _ more: String = "") throws {
        let lines = TestManager.declaration().split(separator: "\n", omittingEmptySubsequences: false).map { line in
            if line.hasSuffix("alternatives: [[pin, device]]") {
                return line.replacingOccurrences(of: "[[pin, device]]", with: alternatives)
            }
            if line.hasSuffix("alternatives: [[device]]") {
                return line.replacingOccurrences(of: "[[device]]", with: visitor)
            }
            return String(line)
        }
        _ = try Apply(manager.context)(Array(lines.joined(separator: "\n").utf8))
        if !more.isEmpty { _ = try Apply(manager.context)(Array(more.utf8)) }
    }

    /// Logs in, and returns the subject that the website learns.
    private func subject(of device: TestDevice) async throws -> String {
        let browser = try TestBrowser(manager)
        _ = try await device.logIn(browser)
        return try subject(of: browser)
    }

    private func subject(of browser: TestBrowser) throws -> String {
        try #require(try claims(of: browser)["sub"] as? String)
    }

    private func contextClass(of browser: TestBrowser) throws -> String? { try claims(of: browser)["acr"] as? String }

    private func claims(of browser: TestBrowser) throws -> [String: Any] {
        let body = try browser.redeem(try #require(try browser.proceed()["code"])).body
        return try TestBrowser.claims(body["id_token"])
    }

    private func prepared(
        _ device: RawDevice, _ browser: TestBrowser, _ started: Start.Response
    ) throws -> RawDevice.Prepared {
        let answer = try device.prepare(browser, started, [:])
        return RawDevice.Prepared(
            session: try browser.session, token: started.sessionToken, statement: try #require(answer.statement).bytes)
    }

    private func finishWithDeviceAlone(_ device: RawDevice, _ prepared: RawDevice.Prepared) throws -> Finish.Response {
        let signed = try SignedStatement(
            signing: prepared.statement, type: .consent,
            with: [(.device, { Array(try device.deviceKey.signature(for: $0).rawRepresentation) })])
        return try device.call(
            Finish.self,
            .init(sessionId: prepared.session, sessionToken: prepared.token, consent: Octets(signed.serialized)))
    }
}
