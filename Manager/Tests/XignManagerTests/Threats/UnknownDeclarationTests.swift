import Testing
import XignDomain
import XignHTTP
import XignStorage

@testable import XignServer
@testable import XignUseCases

/// A later version may have declared something that this one does not know, and that may be a demand.
struct UnknownDeclarationTests {
    @Test("A service with a member that this version does not know", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is refused at each endpoint, and so are its logins under way", refused),
        TestCase("leaves logins at other services and the discovery document alone", others),
        TestCase("leaves the pages of its organization's members as they are but for its roles", members),
        TestCase("lets no declaration be applied, and is named", notApplied),
    ]

    /// Adds a member to the declaration of a service, as a later version would.
    private func change(_ service: String, _ provider: Provider) throws {
        try provider.write { transaction in
            let document: String = try #require(
                try transaction.row("SELECT document FROM service WHERE name = \(service)")?("document"))
            let later = document.dropLast() + #","support":"mailto:help@shop.example"}"#
            try transaction.execute("UPDATE service SET document = \(String(later)) WHERE name = \(service)")
            try Declarations.replaceToken(transaction)
        }
    }

    func refused() throws {
        let provider = try Provider()
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        try change("shop", provider)
        #expect(try browser.get("/login/\(id)").status.code == 500)
        let answer = try provider.get(Website.shop.target())
        #expect(answer.status.code == 500)
        #expect(!answer.text.contains("support"))
        let form = Website.shop.tokenRequest("code")
        let headers = [Website.basic("shop", Provider.secret.text)]
        #expect(try provider.post("/openid/token", form, headers: headers).status.code == 500)
    }

    func others() throws {
        let provider = try Provider()
        try change("shop", provider)
        var browser = Browser(provider)
        let id = try browser.begin(.noncing, ["nonce": "n"])
        try provider.confirm(id)
        #expect(try browser.post("/login/\(id)/continue")["Location"]?.contains("code=") == true)
        #expect(try provider.get("/.well-known/openid-configuration").status.code == 200)
        #expect(try provider.context.providerFeatures().browserOrigins == ["https://app.example.org"])
    }

    func members() throws {
        let provider = try Provider()
        func held() throws -> [String] {
            try provider.context.database.read { try $0.services.roles(heldBy: Provider.account) }.map(\.service)
        }
        let before = try held()
        #expect(before.contains("shop"))
        try change("shop", provider)
        #expect(try held() == before.filter { $0 != "shop" })
    }

    func notApplied() throws {
        let provider = try Provider()
        try change("shop", provider)
        let error = #expect(throws: StorageError.self) {
            try Apply(provider.context)(Array("organizations: [{ name: Another }]".utf8))
        }
        #expect(error?.code == .unknownDeclaration)
        #expect(error?.description.contains("(service shop)") == true)
    }
}
