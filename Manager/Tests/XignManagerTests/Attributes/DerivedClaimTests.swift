import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignUseCases

struct DerivedClaimTests {
    @Test("Claims that are made of attributes, with the real SDK", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A request for the full name alone gets the full name alone, and other claims where it asks for them",
            nameAlone,
            each: [
                (#"{"userinfo":{"name":null}}"#, "openid", ["name"]),
                (#"{"id_token":{"name":{"essential":true}}}"#, "openid", ["id_token name"]),
                (
                    #"{"userinfo":{"name":null},"id_token":{"family_name":null}}"#, "openid",
                    ["id_token family_name", "name"]
                ),
                (#"{"userinfo":{"name":null,"given_name":null}}"#, "openid", ["given_name", "name"]),
                (
                    #"{"id_token":{"name":null}}"#, "openid profile",
                    ["family_name", "given_name", "id_token name", "name"]
                ),
                (
                    #"{"userinfo":{"given_name":null,"family_name":null}}"#, "openid",
                    ["family_name", "given_name", "name"]
                ),
            ] as [(String, String, [String])]),
        TestCase(
            "Whether a value was verified is told without the value, where nothing else is asked for", verifiedAlone),
        TestCase("Nobody is asked for half of a name that cannot be told", halfName),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    func nameAlone(claims: String, scope: String, told: [String]) async throws {
        try manager.ask(for: .optional(.givenName), .required(.familyName))
        try manager.store(.givenName, "Ada", alias: "passport")
        try manager.store(.familyName, "Lovelace", alias: "passport")
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager, scope: scope, claims: claims)
        let request = try await device.start(try browser.qrCode)
        request.info.givenName?.isIncluded = true
        _ = try await device.finish(try await device.prepare(request))
        let tokens = try tokens(browser)
        let userInfo = try userInfo(tokens)
        let names: Set<String> = ["name", "given_name", "family_name"]
        let inIDToken = try TestBrowser.claims(tokens["id_token"]).keys.filter(names.contains)
        #expect((userInfo.names.filter(names.contains) + inIDToken.map { "id_token \($0)" }).sorted() == told)
    }

    func verifiedAlone() async throws {
        try manager.ask(for: .required(.email))
        try manager.store(.email, "ada@example.org", alias: "home", isVerified: true)
        let device = try await TestDevice.activated(manager)
        let browser = try TestBrowser(manager, claims: #"{"userinfo":{"email_verified":null}}"#)
        _ = try await device.logIn(browser)
        let userInfo = try userInfo(try tokens(browser))
        #expect(userInfo.names.sorted() == ["email_verified", "sub"])
        #expect(userInfo["email_verified"]?.boolean == true)
    }

    func halfName() async throws {
        try manager.ask(for: .optional(.givenName))
        let device = try await TestDevice.activated(manager)
        let request = try await device.start(try TestBrowser(manager, claims: #"{"userinfo":{"name":null}}"#).qrCode)
        #expect(request.info.givenName == nil)
    }

    private func tokens(_ browser: TestBrowser) throws -> [String: String] {
        let code = try #require(try browser.proceed()["code"])
        return try browser.redeem(code).body
    }

    private func userInfo(_ tokens: [String: String]) throws -> JSONValue {
        let token = try #require(tokens["access_token"])
        let bearer = [HeaderField("Authorization", "Bearer \(token)")]
        return try manager.router.respond(to: try Request(.get, "/openid/user", headers: bearer)).json
    }
}
