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
