import DatabaseFixture
import Testing
import XignAdmission
import XignDomain
import XignHTTP
import XignPages
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

struct RecoveryPagesAttackTests {
    @Test("The pages of recovery, and requests of others", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an unknown code and a text that is none have one answer, and leave nothing", unknown),
        TestCase("an unknown code and a text that is none take the same time", sameTime),
        TestCase("a mailed code counts in the browser that asked for it alone", otherBrowser),
        TestCase("no address of these pages has a code or an address", addresses),
        TestCase("a network sends ten forms a minute, and a form of another site uses up none", limit),
        TestCase("opening the pages and the links of the mails changes nothing", opened, each: Engine.allCases),
        TestCase("a form of another site, or of no site, does nothing", forged),
    ]

    private static let unknownCode = "K7QM-2XPD-9RTV-K7QM-2XPD-9RTV"

    func unknown() throws {
        let scene = try RecoveryPagesScene()
        _ = try scene.code()
        let before = try scene.manager.rows()
        var pages: Set<String> = []
        for typed in [Self.unknownCode, "U7QM-2XPD-9RTV-K7QM-2XPD-9RTV", String(repeating: "?", count: 29)] {
            var browser = AccountBrowser(scene.manager)
            let answer = try browser.post("/recover", [("code", typed)])
            #expect(answer.status == .unprocessableContent)
            #expect(browser.set.isEmpty)
            #expect(answer.text.contains("Compare it with your sheet."))
            pages.insert(answer.text.replacing(typed, with: ""))
        }
        #expect(pages.count == 1)
        #expect(try scene.manager.rows() == before)
    }

    func sameTime() throws {
        let scene = try RecoveryPagesScene()
        _ = try scene.code()
        var browser = AccountBrowser(scene.manager)
        func time(_ typed: String) throws -> Duration {
            try ContinuousClock().measure { _ = try browser.post("/recover", [("code", typed)]) }
        }
        let (unknown, malformed) = try shortestTimes(
            runs: 20...400, of: { try time(Self.unknownCode) }, and: { try time("K7QM-2XPD-9RTV-K7QM-2XPD-9RT?") },
            until: { $0 < $1 * 2 && $1 < $0 * 2 })
        // Both do the same work.
        #expect(unknown < malformed * 2)
        #expect(malformed < unknown * 2)
    }

    func otherBrowser() throws {
        var scene = try RecoveryPagesScene()
        let code = try scene.code()
        try scene.ask(code)
        let mailed = try scene.mailedCode()
        var thief = AccountBrowser(scene.manager)
        #expect(try thief.post("/recover/mail/code", [("code", mailed)])["Location"] == "/recover")
        #expect(try thief.get("/recover/mail")["Location"] == "/recover")
        #expect(try thief.get("/recover/device")["Location"] == "/recover")
        _ = try thief.post("/recover", [("code", code)])
        #expect(try thief.post("/recover/mail/code", [("code", mailed)]).status == .unprocessableContent)
        #expect(try scene.manager.events(.recoveryBegun).isEmpty)
    }

    func addresses() throws {
        var scene = try RecoveryPagesScene()
        let code = try scene.code()
        var seen: [String] = []
        seen.append(try scene.browser.submit("/recover", on: "/recover", ["code": code])["Location"] ?? "")
        seen.append(try scene.browser.submit("/recover/mail", on: "/recover/mail")["Location"] ?? "")
        let page = try scene.browser.get("/recover/mail").text
        #expect(!page.contains("ada@example.org"))
        #expect(!page.contains(code))
        let mailed = try scene.mailedCode()
        seen.append(
            try scene.browser.submit("/recover/mail/code", on: "/recover/mail", ["code": mailed])["Location"] ?? "")
        #expect(seen == ["/recover/mail", "/recover/mail", "/recover/mail"])
        #expect(scene.browser.cookies.values.allSatisfy { !$0.contains(code) })
    }

    func limit() throws {
        var limits = Limits()
        limits.exempt = []
        let scene = try RecoveryPagesScene(limits: limits)
        let client = try #require(RemoteAddress("192.0.2.7"))
        var browser = AccountBrowser(scene.manager)
        browser.address = client
        browser.origin = [HeaderField("Sec-Fetch-Site", "cross-site")]
        for _ in 0..<20 { #expect(try browser.post("/recover", [("code", "x")]).status == .forbidden) }
        browser.origin = [HeaderField("Sec-Fetch-Site", "same-origin")]
        for _ in 0..<10 { #expect(try browser.post("/recover", [("code", "x")]).status == .unprocessableContent) }
        let refused = try browser.post("/recover", [("code", "x")])
        #expect(refused.status == .tooManyRequests)
        #expect(refused["Retry-After"] != nil)
        #expect(refused.text.contains(#"value="x""#))
        #expect(refused.text.contains("Wait a minute, then send this one again."))
        for page in ["/recover/mail", "/recover/mail/code"] {
            #expect(try browser.post(page, [("code", "x")]).status == .tooManyRequests)
        }
        #expect(try browser.get("/recover").status == .ok)
        browser.address = try #require(RemoteAddress("198.51.100.7"))
        #expect(try browser.post("/recover", [("code", "x")]).status == .unprocessableContent)
    }

    func opened(_ engine: Engine) throws {
        var scene = try RecoveryPagesScene(engine)
        try scene.begin(try scene.code())
        let links = try scene.mails().compactMap { mail -> String? in
            guard case .notice(let notice) = mail else { return nil }
            return try StopDevice(scene.manager.context).link(to: notice.stoppable)
        }
        #expect(!links.isEmpty)
        let origin = "\(scene.manager.issuer)"
        let targets =
            links.map { String($0.dropFirst(origin.count)) } + ["/recover", "/recover/mail", "/recover/device"]
        let before = try scene.manager.rows()
        for target in targets {
            for method in [XignHTTP.Method.get, .head] {
                _ = scene.manager.router.respond(
                    to: try Request(method, target, headers: [HeaderField("Accept", "text/html")]))
            }
        }
        #expect(try scene.manager.rows() == before)
        #expect(try scene.manager.events(.recoveryStopped).isEmpty)
    }

    func forged() throws {
        var scene = try RecoveryPagesScene()
        let code = try scene.code()
        try scene.ask(code)
        let mailed = try scene.mailedCode()
        for site in ["cross-site", "same-site", "none", nil] {
            scene.browser.origin = site.map { [HeaderField("Sec-Fetch-Site", $0)] } ?? []
            for (path, typed) in [("/recover", code), ("/recover/mail", ""), ("/recover/mail/code", mailed)] {
                #expect(try scene.browser.post(path, [("code", typed)]).status == .forbidden, "\(path)")
            }
        }
        #expect(try scene.manager.events(.recoveryBegun).isEmpty)
    }
}
