import Testing
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct ContinueTests {
    @Test("The way back to the website", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a button that is pressed without end gives a few codes, of which the last is good, and one row in the audit log",
            repeated),
        TestCase(
            "after the website was told that the time is over, a device that finishes late confirms nothing",
            toldThatItIsOver),
        TestCase(
            "after the website was told that the time is over, a confirmation of before gives no code",
            confirmedTooLongAgo),
        TestCase("sixty ended logins in one browser do not break the way back", manyEnded),
        TestCase("cookies of ended logins are forgotten before those of logins that go on", endedFirst),
        TestCase("a login that ended a moment ago can still be begun again in its tab", endedTab),
        TestCase("no answer deletes more cookies than the head of an answer can hold", fewDeletions),
        TestCase("who comes back from the app too late is told so, also after another tab was", lateReturn),
    ]

    let provider: Provider

    init() throws { provider = try Provider() }

    func repeated() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        try provider.confirm(id)
        var codes: [String] = []
        for _ in 0..<XignDomain.Process.maximumCodes {
            codes.append(try #require(try Answer(try browser.post("/login/\(id)/continue"))["code"]))
        }
        for _ in 0..<20 { #expect(try browser.post("/login/\(id)/continue").status == 410) }
        #expect(Set(codes).count == XignDomain.Process.maximumCodes)
        #expect(try provider.count(of: .codeIssued) == 1)
        for void in codes.dropLast() { #expect(try Website.shop.redeem(void, at: provider).status == 400) }
        #expect(try Website.shop.redeem(try #require(codes.last), at: provider).status == 200)
    }

    func toldThatItIsOver() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let browser = try TestBrowser(manager)
        let prepared = try device.prepare(browser)
        manager.clock.advance(seconds: 301)
        #expect(try browser.proceed()["error"] == "access_denied")
        // The moment at which the device's request arrived, which another thread still works on.
        manager.clock.advance(seconds: -301)
        let refusal = #expect(throws: ProtocolError.self) { try device.finish(prepared) }
        #expect(refusal?.error == .sessionEnded)
        #expect(try browser.proceed()["error"] == "access_denied")
        #expect(try !manager.auditKinds.contains(.codeIssued))
    }

    func confirmedTooLongAgo() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        try provider.confirm(id)
        provider.advance(seconds: 60)
        #expect(try Answer(try browser.post("/login/\(id)/continue"))["error"] == "access_denied")
        provider.advance(seconds: -60)
        #expect(try Answer(try browser.post("/login/\(id)/continue"))["error"] == "access_denied")
    }

    // MARK: Cookies

    func manyEnded() throws {
        var browser = Browser(provider)
        for _ in 0..<60 { try provider.decline(try browser.begin(.shop), .cancelled) }
        let (id, secret) = try confirmedByLink(&browser)
        #expect(browser.cookies.count <= LoginCookie.keptCount + 1)
        #expect(try comeBack(with: secret, to: browser)["code"] != nil)
        #expect(try provider.context.database.read { try $0.processes.find(id) }?.phase.name == .collected)
    }

    func endedFirst() throws {
        var browser = Browser(provider)
        let (_, secret) = try confirmedByLink(&browser)
        for _ in 0..<30 { try provider.decline(try browser.begin(.shop), .cancelled) }
        #expect(browser.cookies.count <= LoginCookie.keptCount + 1)
        #expect(try comeBack(with: secret, to: browser)["code"] != nil)
    }

    func endedTab() throws {
        var browser = Browser(provider)
        let ended = try browser.begin(.shop)
        try provider.decline(ended, .cancelled)
        _ = try browser.begin(.shop)
        _ = try browser.session(in: try browser.post("/login/\(ended)/again"))
    }

    func fewDeletions() throws {
        let names = (0..<150).map { _ in "__Host-xign-\(SessionID.random().description.prefix(8))=x" }
        let response = try provider.get(
            Website.shop.target(), headers: [HeaderField("Cookie", names.joined(separator: "; "))])
        let deletions = response.headers.filter { $0.name == "Set-Cookie" && $0.value.contains("Max-Age=0") }
        #expect(deletions.count == 20)
    }

    func lateReturn() throws {
        var browser = Browser(provider)
        let (id, secret) = try confirmedByLink(&browser)
        provider.advance(seconds: 61)
        #expect(try Answer(try browser.post("/login/\(id)/continue"))["error"] == "access_denied")
        let response = try provider.post(
            "/return", [("secret", Base64URL.encode(secret.bytes))],
            headers: [browser.cookieField, HeaderField("Sec-Fetch-Site", "same-origin")])
        #expect(response["Location"] == "/login/\(id)")
    }

    // MARK: Steps

    /// A login that an app on the same device has confirmed.
    private func confirmedByLink(_ browser: inout Browser) throws -> (SessionID, SecretOctets) {
        let id = try browser.begin(.shop)
        let secret = SecretOctets.random(count: 32)
        let now = provider.now
        try provider.write { transaction in
            let claimed = try transaction.processes.claim(
                id, by: Provider.activationID, channel: .sameDevice, tokenHash: [1], at: now)
            #expect(claimed)
        }
        try provider.prepare(id)
        try provider.write { transaction in
            _ = try transaction.processes.finish(
                id, factors: [.device, .pin], returnHash: BearerHash(of: secret), at: now)
        }
        return (id, secret)
    }

    private func comeBack(with secret: SecretOctets, to browser: Browser) throws -> Answer {
        try Answer(
            try provider.post(
                "/return", [("secret", Base64URL.encode(secret.bytes))],
                headers: [browser.cookieField, HeaderField("Sec-Fetch-Site", "same-origin")]))
    }
}
