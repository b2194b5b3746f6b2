import Testing
import XignDomain
import XignHTTP
import XignStorage

@testable import XignServer
@testable import XignUseCases

/// A change by another process takes effect at once, although nobody tells the manager of it.
struct ServiceChangeTests {
    @Test("Services that another process changes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an address that was withdrawn a moment ago gets no error's redirect either", withdrawnAddress),
        TestCase("a service with a new secret is known by it at once, and by the old one no more", rotatedSecret),
        TestCase("a service that was put out of use a moment ago gets no tokens", inactive),
        TestCase("an open page of a website that is switched off is told at once, waiting or scanned", switchedOff),
        TestCase("the login page of a website that was switched off a moment ago says so, and shows no code", page),
    ]

    func withdrawnAddress() throws {
        let provider = try Provider()
        let wrong = Website.shop.target(["response_type": "token"])
        #expect(try provider.get(wrong)["Location"]?.hasPrefix(Website.shop.redirectURI) == true)
        try change(provider) { $0.redirectURIs = ["https://new.example.org/callback"] }
        let answer = try provider.get(wrong)
        #expect(answer.status.code == 400 && answer["Location"] == nil)
    }

    func rotatedSecret() throws {
        let provider = try Provider()
        let code = try code(at: provider)
        let secret = BearerToken.generate()
        try change(provider) { $0.secretHash = secret.hash }
        #expect(try Website.shop.redeem(code, at: provider).status.code == 401)
        let answer = try provider.post(
            "/openid/token", Website.shop.tokenRequest(code), headers: [Website.basic("shop", secret.text)])
        #expect(answer.status.code == 200)
    }

    func inactive() throws {
        let provider = try Provider()
        let code = try code(at: provider)
        try change(provider) { $0.isActive = false }
        #expect(try Website.shop.redeem(code, at: provider).status.code == 401)
    }

    func page() throws {
        let provider = try Provider()
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        #expect(try browser.get("/login/\(id)").text.contains(#"data-state="waiting""#))
        try change(provider) { $0.isActive = false }
        let page = try browser.get("/login/\(id)").text
        #expect(page.contains(#"data-state="switchedOff""#))
        #expect(page.contains("This website was switched off"))
        #expect(!page.contains("data-qr-key"))
        #expect(try browser.get("/login/\(id)/code.png").status.code == 404)
        // The way back ends the login, so that it cannot be confirmed if the website is switched on again.
        let answer = try browser.post("/login/\(id)/cancel")
        #expect(answer["Location"]?.contains("error=access_denied") == true)
        try change(provider) { $0.isActive = true }
        #expect(try browser.get("/login/\(id)").text.contains(#"data-state="expired""#))
    }

    func switchedOff() throws {
        let provider = try Provider()
        let server = try EventServer(provider)
        var browser = Browser(provider)
        let (waiting, claimed, other) = (
            try browser.begin(.shop), try browser.begin(.shop), try browser.begin(.legacy)
        )
        try provider.claim(claimed)
        let streams = [waiting, claimed, other].map { server.open($0, browser.cookieField) }
        let before = streams.map { $0.next() }
        #expect(before == [#"{"state":"waiting"}"#, #"{"state":"scanned"}"#, #"{"state":"waiting"}"#])
        try switchShopOff(at: provider)
        for stream in streams.dropLast() {
            #expect(stream.next() == #"{"state":"switchedOff"}"#)
            #expect(stream.next() == nil)
        }
        // Another website's page hears nothing of it.
        try provider.claim(other)
        #expect(streams[2].next() == #"{"state":"scanned"}"#)
        let late = server.open(waiting, browser.cookieField)
        #expect(late.next() == #"{"state":"switchedOff"}"#)
        #expect(late.next() == nil)
    }

    private func switchShopOff(at provider: Provider) throws {
        let yaml = """
            organizations:
              - name: Example Trading Ltd
                services:
                  - name: shop
                    active: false
                    redirectUris: ["https://shop.example.org/callback"]
                    roles:
                      - name: user
                        alternatives: [[device, pin]]
            """
        _ = try Apply(provider.context).report(Array(yaml.utf8))
    }

    private func code(at provider: Provider) throws -> String {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        try provider.confirm(id)
        let location = try #require(try browser.post("/login/\(id)/continue")["Location"])
        let code = try #require(location.split(separator: "code=").last?.prefix { $0 != "&" })
        return String(code)
    }

    private func change(_ provider: Provider, _ change: @escaping @Sendable (inout Service) -> Void) throws {
        let other = try SQLiteDatabase(path: provider.path, vault: provider.context.database.vault)
        defer { other.close() }
        try other.write { transaction in
            var service = try #require(try transaction.services.find(id: "shop"))
            change(&service)
            try transaction.services.save(service)
        }
    }
}
