import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct WithdrawnTests {
    @Test("What is withdrawn after the confirmation", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Nobody is sent to an address that the operator has withdrawn, with a code or without", redirectURI),
        TestCase(
            "Who has left the organization gets no code, and a code that was issued before gives no tokens", membership),
        TestCase("A device that is revoked after it confirmed gives no code", revoked),
    ]

    let manager: TestManager
    let device: RawDevice

    init() throws {
        manager = try TestManager()
        device = try RawDevice(manager)
    }

    func redirectURI() throws {
        let (confirmed, declined) = (try TestBrowser(manager), try TestBrowser(manager))
        _ = try device.finish(try device.prepare(confirmed))
        let prepared = try device.prepare(declined)
        _ = try device.call(
            Abort.self, .init(sessionId: prepared.session, sessionToken: prepared.token, reason: .cancelled))
        let moved = TestManager.declaration().replacing(
            "https://website.example/callback", with: "https://new.example/")
        _ = try Apply(manager.context)(Array(moved.utf8))
        for browser in [confirmed, declined] {
            let answer = try browser.pressContinue()
            #expect(answer.status.code == 400 && answer["Location"] == nil)
        }
        #expect(try !manager.auditKinds.contains(.codeIssued))
    }

    func membership() throws {
        let (early, late) = (try TestBrowser(manager), try TestBrowser(manager))
        for browser in [early, late] { _ = try device.finish(try device.prepare(browser)) }
        let code = try #require(try early.proceed()["code"])
        _ = try Apply(manager.context)(Array("users:\n  - name: ada\n    memberships: []\n".utf8))
        #expect(try late.proceed()["error"] == "access_denied")
        #expect(try early.redeem(code).status == 400)
    }

    func revoked() throws {
        let browser = try TestBrowser(manager)
        _ = try device.finish(try device.prepare(browser))
        _ = try device.call(Revoke.self, .init(activationId: device.activation), proven: true)
        #expect(try browser.proceed()["error"] == "access_denied")
    }
}
