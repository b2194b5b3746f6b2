import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct PopupTests {
    @Test("Logins in popups", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("every answer on the way of a popup keeps the window that opened it", opener),
        TestCase("so do refusals, forms and error pages", refusals),
        TestCase("no answer of another service's login does", others),
    ]

    let provider: Provider

    init() throws {
        provider = try Provider()
        try provider.change("shop") { $0.client.opensPopups = true }
    }

    func opener() throws {
        var browser = Browser(provider)
        let begun = try browser.get(Website.shop.target())
        #expect(begun["Cross-Origin-Opener-Policy"] == "unsafe-none")
        let id = try browser.session(in: begun)
        let page = try browser.get("/login/\(id)")
        #expect(page["Cross-Origin-Opener-Policy"] == "unsafe-none")
        let open = try browser.post("/login/\(id)/continue")
        #expect(open["Cross-Origin-Opener-Policy"] == "unsafe-none")
        try provider.confirm(id)
        let answer = try browser.post("/login/\(id)/continue")
        #expect(answer["Cross-Origin-Opener-Policy"] == "unsafe-none")
        #expect(try Answer(answer)["code"] != nil)
    }

    func refusals() throws {
        let refusal = try provider.get(Website.shop.target(["prompt": "none", "response_mode": "form_post"]))
        #expect(refusal["Cross-Origin-Opener-Policy"] == "unsafe-none")
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        let forged = try browser.post("/login/\(id)/cancel", fetchSite: "cross-site")
        #expect(forged.status == 403)
        #expect(forged["Cross-Origin-Opener-Policy"] == "unsafe-none")
    }

    func others() throws {
        var browser = Browser(provider)
        let begun = try browser.get(Website.noncing.target())
        #expect(begun["Cross-Origin-Opener-Policy"] == nil)
        let id = try browser.session(in: begun)
        #expect(try browser.get("/login/\(id)")["Cross-Origin-Opener-Policy"] == nil)
        try provider.confirm(id)
        #expect(try browser.post("/login/\(id)/continue")["Cross-Origin-Opener-Policy"] == nil)
        #expect(try provider.get(Website.noncing.target(["prompt": "none"]))["Cross-Origin-Opener-Policy"] == nil)
        #expect(try provider.get("/login/\(id)")["Cross-Origin-Opener-Policy"] == nil)
    }
}
