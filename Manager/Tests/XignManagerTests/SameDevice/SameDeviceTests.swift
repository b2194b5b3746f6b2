import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignSDK
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// A login that a link on the same device began ends in the browser that showed the link, and in no other.
struct SameDeviceTests {
    @Test("Login on one device", arguments: TestCase.all(tests + claimsTests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the browser that showed the link gets in, once, on the way back from the app", login),
        TestCase(
            "the way back asked for twice at once, before anybody has redeemed the code, leads on once", twiceAtOnce),
        TestCase("without the way back the result is given to nobody, as often as the page asks", noReturn),
        TestCase(
            "a way back in another browser gives that browser nothing, the first one nothing, and burns nothing",
            anotherBrowser),
        TestCase("a mailed link that another person follows and confirms never gets its sender in", mailedLink),
        TestCase("the way back is open for a minute", late),
        TestCase("cookie and secret must be of the same session", otherSession),
        TestCase("a cookie that stands twice, or that is changed, opens nothing", doubtfulCookies),
        TestCase("what another site posts is not taken", crossSite, each: ["cross-site", "same-site", "none"]),
        TestCase("a login by QR code has no way back, and none leads to it", crossDevice),
        TestCase("a login that was declined on the device ends as one by QR code does", declined),
        TestCase("the link leads to the app's own origin, which is not the page's, with a pid of kind 3", link),
        TestCase("a browser that opens a link for the app is told what to do, and starts nothing", openedByBrowser),
    ]

    func login() async throws {
        let manager = try TestManager()
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager, state: "of A")
        let session = try browser.session
        let result = try await device.logInByLink(of: browser)
        #expect(try browser.state == "confirmed")
        let snapshot = try #require(try manager.snapshot(session))
        #expect(snapshot.channel == .sameDevice)
        let signed = try manager.context.database.read { try $0.evidence.statement(ofLogin: session) }
        let statement = try ConsentStatement(parsing: try #require(signed))
        #expect(statement.channel == .sameDevice)

        let website = try browser.parameters(of: try browser.comeBack(result.returnURL))
        #expect(website["state"] == "of A" && website["iss"] == manager.issuer.description)
        let redeemed = try browser.redeem(try #require(website["code"]))
        #expect(redeemed.status == 200)
        #expect(try TestBrowser.claims(redeemed.body["id_token"])["nonce"] as? String == "n-1")

        let again = try browser.comeBack(result.returnURL)
        #expect(again.status == .gone && again["Location"] == nil)
        #expect(try browser.postContinue().status == .gone)
        #expect(try manager.auditKinds.count { $0 == .codeIssued } == 1)
    }

    func twiceAtOnce() async throws {
        let (manager, device, browser) = try await stage()
        let result = try await device.logInByLink(of: browser)
        let website = try browser.parameters(of: try browser.comeBack(result.returnURL))
        #expect(try browser.comeBack(result.returnURL).status == .gone)
        // The second did not take the first one's code away.
        #expect(try browser.redeem(try #require(website["code"])).status == 200)
        #expect(try manager.auditKinds.count { $0 == .codeIssued } == 1)
    }

    func noReturn() async throws {
        let (manager, device, browser) = try await stage()
        _ = try await device.logInByLink(of: browser)
        for _ in 0..<3 {
            let answer = try browser.postContinue()
            let page = "/login/\(try browser.session)"
            #expect(answer.status == .seeOther && answer["Location"] == page)
        }
        #expect(try browser.state == "confirmed")
        #expect(!(try manager.auditKinds.contains(.codeIssued)))
    }

    func anotherBrowser() async throws {
        let (manager, device, browser) = try await stage()
        let another = try TestBrowser(manager)
        let result = try await device.logInByLink(of: browser)
        for stranger in [another.cookie, "", "a=b"] {
            let answer = try another.comeBack(result.returnURL, cookie: stranger)
            #expect(answer.status == .forbidden && answer["Location"] == nil && answer["Set-Cookie"] == nil)
            #expect(String(decoding: answer.bytes, as: UTF8.self).contains("Go back to the browser where you began"))
        }
        #expect(try another.state == "waiting")
        #expect(try browser.state == "confirmed")
        #expect(!(try manager.auditKinds.contains(.codeIssued)))
        // The right one can still be found.
        #expect(try browser.parameters(of: try browser.comeBack(result.returnURL))["code"] != nil)
    }

    func mailedLink() async throws {
        let (manager, device, attacker) = try await stage()
        let victim = try TestBrowser(manager)
        let result = try await device.logInByLink(of: attacker)
        #expect(try victim.comeBack(result.returnURL).status == .forbidden)
        #expect(try attacker.postContinue()["Location"] == "/login/\(try attacker.session)")
        // The sender does not know the secret, and cannot guess it.
        for guess in ["", "A", String(repeating: "A", count: 43)] {
            let address = URL(string: "\(manager.issuer)/return#\(guess.isEmpty ? "=" : guess)")
            #expect(try attacker.comeBack(address).status == .forbidden)
        }
        manager.clock.advance(seconds: 60)
        #expect(try attacker.state == "expired")
        #expect(try attacker.proceed()["error"] == "access_denied")
        #expect(!(try manager.auditKinds.contains(.codeIssued)))
    }

    func late() async throws {
        let (manager, device, browser) = try await stage()
        let result = try await device.logInByLink(of: browser)
        manager.clock.advance(seconds: 60)
        let answer = try browser.comeBack(result.returnURL)
        #expect(answer["Location"] == "/login/\(try browser.session)")
        #expect(try browser.state == "expired")
        #expect(!(try manager.auditKinds.contains(.codeIssued)))

        let second = try TestBrowser(manager)
        let inTime = try await device.logInByLink(of: second)
        manager.clock.advance(seconds: 59)
        #expect(try second.parameters(of: try second.comeBack(inTime.returnURL))["code"] != nil)
    }

    func otherSession() async throws {
        let (manager, device, browser) = try await stage()
        let other = try TestBrowser(manager)
        let result = try await device.logInByLink(of: browser)
        let otherResult = try await device.logInByLink(of: other)
        #expect(try browser.comeBack(otherResult.returnURL).status == .forbidden)
        #expect(try other.comeBack(result.returnURL).status == .forbidden)
        // One browser with two logins finds the right one by the secret.
        let both = "\(other.cookie); \(browser.cookie)"
        let answer = try browser.comeBack(result.returnURL, cookie: both)
        #expect(try browser.redeem(try #require(try browser.parameters(of: answer)["code"])).status == 200)
        #expect(try other.state == "confirmed")
    }

    func doubtfulCookies() async throws {
        let (manager, device, browser) = try await stage()
        let result = try await device.logInByLink(of: browser)
        for cookie in ["\(browser.cookie); \(browser.cookie)", browser.cookie + "A", String(browser.cookie.dropLast())]
        {
            #expect(try browser.comeBack(result.returnURL, cookie: cookie).status == .forbidden)
        }
        #expect(!(try manager.auditKinds.contains(.codeIssued)))
    }

    func crossSite(site: String) async throws {
        let (manager, device, browser) = try await stage()
        let result = try await device.logInByLink(of: browser)
        #expect(try browser.comeBack(result.returnURL, site: site).status == .forbidden)
        #expect(!(try manager.auditKinds.contains(.codeIssued)))
        #expect(try browser.parameters(of: try browser.comeBack(result.returnURL))["code"] != nil)
    }

    func crossDevice() async throws {
        let (manager, device, browser) = try await stage()
        guard case .userLogin(let result) = try await device.logIn(browser) else {
            throw TestFailure(what: "not logged in")
        }
        #expect(result.returnURL == nil)
        for secret in ["=", "AA", String(repeating: "A", count: 43)] {
            #expect(try browser.comeBack(URL(string: "\(manager.issuer)/return#\(secret)")).status == .forbidden)
        }
        #expect(try browser.proceed()["code"] != nil)
    }

    func declined() async throws {
        let (_, device, browser) = try await stage()
        let request = try await device.start(try browser.link, source: .opened)
        try await device.sdk.authenticator.abortAuthentication(request: request, reason: .cancelled)
        #expect(try browser.state == "declined-cancelled")
        #expect(try browser.proceed()["error"] == "access_denied")
    }

    // MARK: Pages

    func link() throws {
        let manager = try TestManager()
        let browser = try TestBrowser(manager)
        let link = try InitializationLink(parsing: try browser.link)
        #expect(link.source == .appLink(origin: manager.context.appLinkOrigin))
        #expect(manager.context.appLinkOrigin.host != manager.issuer.host)
        #expect(link.data.process == .authenticationByLink(try browser.session))
    }

    func openedByBrowser() throws {
        let manager = try TestManager()
        let browser = try TestBrowser(manager)
        let answer = manager.router.respond(to: try Request(.get, "/a"))
        #expect(answer.status == .ok && answer["Referrer-Policy"] == "same-origin")
        #expect(answer["Cache-Control"] == "no-store" && answer["Set-Cookie"] == nil)
        #expect(answer["Content-Security-Policy"] == ContentSecurityPolicy.message)
        #expect(try browser.state == "waiting")
    }

    // MARK: -

    func stage() async throws -> (TestManager, TestDevice, TestBrowser) {
        let manager = try TestManager()
        return (manager, try await TestDevice.activated(manager), try TestBrowser(manager))
    }

    /// Why the claim was refused; nil: it was not.
    func refusal(_ device: RawDevice, _ browser: TestBrowser, _ claim: Start.Claim) -> ProtocolErrorCode? {
        do {
            _ = try start(device, browser, claim)
            return nil
        } catch let error as ProtocolError {
            return error.error
        } catch {
            Issue.record(error)
            return nil
        }
    }

    func start(_ device: RawDevice, _ browser: TestBrowser, _ claim: Start.Claim) throws -> Start.Response {
        let session = try browser.session
        return try device.call(
            Start.self,
            .init(activationId: device.activation, sessionId: session, claim: claim, client: RawDevice.client),
            proven: true)
    }

    func prepare(_ device: RawDevice, _ browser: TestBrowser) throws -> RawDevice.Prepared {
        let started = try start(
            device, browser, .link(try InitializationLink(parsing: try browser.link).data.secret))
        #expect(started.channel == .sameDevice)
        let role = try #require(started.roles.first { $0.alternatives == [[.device, .pin]] })
        let session = try browser.session
        let prepared = try device.call(
            Prepare.self,
            .init(sessionId: session, sessionToken: started.sessionToken, roleId: role.id, attributes: [:]))
        return .init(
            session: session, token: started.sessionToken, statement: try #require(prepared.statement).bytes)
    }
}
