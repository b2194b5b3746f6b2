import Foundation
import Testing
import XignDomain
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignSDK
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct AuthenticationTests {
    @Test("Authentication, with the real SDK over TCP", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Scan, confirm with device and PIN, and the website knows who it is", logsIn),
        TestCase("A person is the same to one website at every login", samePerson),
        TestCase("A wrong PIN is a lockout; after it the statement that came with it can be signed", wrongPIN),
        TestCase("While a lockout is pending, every process is refused", pendingLockout),
        TestCase("The tenth wrong PIN in a row locks for good, however long one waits", permanentLockout),
        TestCase(
            "Cancelling and saying “not me” are told apart on the page, never counted, and one to the website", declined
        ),
        TestCase("A session that nobody confirmed in time is over for browser and device", expired),
        TestCase(
            "A code that was copied is worth nothing half a minute later, and the login goes on with a fresh one",
            oldCode),
        TestCase("A session belongs to the device that came first", taken),
        TestCase(
            "Whoever is no member of the organization may not log in, and the browser does not learn why", notAMember),
        TestCase("A policy that is tightened between statement and signature is what counts", policyChanged),
        TestCase("Twenty good logins of one activation at the same moment all succeed", parallelLogins),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    func logsIn() async throws {
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        #expect(try browser.state == "waiting")

        let request = try await device.start(try browser.qrCode)
        #expect(try browser.state == "scanned")
        #expect(request.serviceInformation.name == "Demo website")
        #expect(request.serviceInformation.origin == "https://website.example")
        #expect(request.organizationInformation.name == "Example Inc.")
        #expect(request.roles.map(\.name) == ["user"])

        let information = try await device.prepare(request)
        #expect(try browser.state == "confirming")
        #expect(information.requestedAuthenticators.map(Set.init) == [[.device, .pin]])

        guard case .userLogin(let result) = try await device.finish(information) else {
            throw TestFailure(what: "not logged in")
        }
        #expect(result.relyingPartyName == "Demo website" && result.roleName == "user")
        #expect(try browser.state == "done")

        let answer = try browser.proceed()
        #expect(answer["state"] == "of the website" && answer["iss"] == manager.issuer.description)
        let (status, body) = try browser.redeem(try #require(answer["code"]))
        #expect(status == 200, "\(body)")
        let claims = try TestBrowser.claims(body["id_token"])
        #expect(claims["amr"] as? [String] == ["pop", "swk", "pin", "mfa"] && claims["nonce"] as? String == "n-1")
    }

    func samePerson() async throws {
        let device = try await TestDevice.activated(manager)
        var subjects: Set<String> = []
        for _ in 0..<2 {
            let browser = try TestBrowser(manager)
            _ = try await device.logIn(browser)
            let body = try browser.redeem(try #require(try browser.proceed()["code"])).body
            subjects.insert(try #require(try TestBrowser.claims(body["id_token"])["sub"] as? String))
        }
        #expect(subjects.count == 1)
    }

    func wrongPIN() async throws {
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        guard case .lockout(let lockout, let next) = try await device.logIn(browser, pin: "111222") else {
            throw TestFailure(what: "a wrong PIN was accepted")
        }
        #expect(!lockout.isPermanent)
        #expect(try browser.state == "confirming")
        manager.clock.advance(seconds: 2)
        guard case .userLogin(let result) = try await device.finish(next) else {
            throw TestFailure(what: "not logged in")
        }
        #expect(result.failedAttemptsSinceLastSuccess == 1)
        #expect(try browser.state == "done")
    }

    func pendingLockout() async throws {
        let device = try await TestDevice.activated(manager)
        _ = try await device.logIn(try TestBrowser(manager), pin: "111222")
        let browser = try TestBrowser(manager)
        let error = await #expect(throws: XignSdkLockoutError.self) { try await device.start(try browser.qrCode) }
        #expect(error?.information.isPermanent == false)
        #expect(try browser.state == "waiting")
    }

    func permanentLockout() async throws {
        let device = try await TestDevice.activated(manager)
        for attempt in 1...10 {
            guard case .lockout(let lockout, _) = try await device.logIn(try TestBrowser(manager), pin: "111222") else {
                throw TestFailure(what: "attempt \(attempt) was not refused")
            }
            #expect(lockout.isPermanent == (attempt == 10))
            manager.clock.advance(seconds: 7200)
        }
        let browser = try TestBrowser(manager)
        let error = await #expect(throws: XignSdkLockoutError.self) { try await device.start(try browser.qrCode) }
        #expect(error?.information.isPermanent == true)
        #expect(try manager.auditKinds.filter { $0 == .activationLocked }.count == 1)
    }

    func declined() async throws {
        let device = try await TestDevice.activated(manager)
        var answers: [[String: String]] = []
        for (reason, state) in [(AbortReason.cancelled, "declined-cancelled"), (.notMe, "declined-notMe")] {
            let browser = try TestBrowser(manager)
            let request = try await device.start(try browser.qrCode)
            try await device.sdk.authenticator.abortAuthentication(request: request, reason: reason)
            #expect(try browser.state == state)
            answers.append(try browser.proceed())
        }
        #expect(answers[0] == answers[1] && answers[0]["error"] == "access_denied")
        guard case .userLogin(let result) = try await device.logIn(try TestBrowser(manager)) else {
            throw TestFailure(what: "not logged in")
        }
        #expect(result.failedAttemptsSinceLastSuccess == 0)
    }

    func expired() async throws {
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        let information = try await device.prepare(try await device.start(try browser.qrCode))
        manager.clock.advance(seconds: 301)
        #expect(try browser.state == "expired")
        let error = await #expect(throws: XignSdkError.self) { try await device.finish(information) }
        #expect(error?.errorCode == .sessionEnded)
        #expect(try browser.proceed()["error"] == "access_denied")
    }

    func oldCode() async throws {
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        let copied = try browser.qrCode
        manager.clock.advance(seconds: 31)
        let error = await #expect(throws: XignSdkError.self) { try await device.start(copied) }
        #expect(error?.errorCode == .qrCodeExpired)
        #expect(try browser.state == "waiting")
        _ = try await device.logIn(browser)
        #expect(try browser.state == "done")
    }

    func taken() async throws {
        let ada = try await TestDevice.activated(manager)
        let mallory = try await TestDevice.activated(manager, user: "mallory")
        let browser = try TestBrowser(manager)
        let information = try await ada.prepare(try await ada.start(try browser.qrCode))
        let code = try manager.qrCode(ofSessionOf: browser)
        let error = await #expect(throws: XignSdkError.self) { try await mallory.start(code) }
        #expect(error?.errorCode == .sessionTaken)
        guard case .userLogin = try await ada.finish(information) else { throw TestFailure(what: "not logged in") }
    }

    func notAMember() async throws {
        let device = try await TestDevice.activated(manager, user: "stranger")
        let browser = try TestBrowser(manager)
        let error = await #expect(throws: XignSdkError.self) { try await device.start(try browser.qrCode) }
        #expect(error?.errorCode == .accessDenied)
        #expect(try browser.state == "waiting")
    }

    func policyChanged() async throws {
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager)
        let information = try await device.prepare(try await device.start(try browser.qrCode))
        let tightened = TestManager.declaration().replacingOccurrences(
            of: "[[pin, device]]", with: "[[biometric, pin, device]]")
        _ = try Apply(manager.context)(Array("settings:\n  biometric: true\n\(tightened)".utf8))
        let error = await #expect(throws: XignSdkError.self) { try await device.finish(information) }
        #expect(error?.errorCode == .policyChanged)
        #expect(try browser.state == "expired")
    }

    func parallelLogins() async throws {
        let device = try await TestDevice.activated(manager)
        let browsers = try (0..<20).map { _ in try TestBrowser(manager) }
        let results = try await withThrowingTaskGroup(of: Bool.self) { group in
            for browser in browsers {
                group.addTask {
                    if case .userLogin = try await device.logIn(browser) { true } else { false }
                }
            }
            return try await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(results.count == 20 && results.allSatisfy { $0 })
    }
}
