import Testing
import XignAdmission
import XignHTTP

@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// The middleware and the limits of all hosts, at those to which App-Links lead.
struct AppLinkLimitTests {
    @Test("Limits of App-Link origins", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("share the limits of the issuer's host", limits, each: ["/a", "/api/device/v1/start"]),
        TestCase("refuse requests that the proxy received without TLS", withoutTLS),
        TestCase("stay closed where a surface is restricted to networks", restrictedSurfaces),
    ]

    func limits(_ target: String) throws {
        var limits = Limits()
        limits.exempt = []
        limits.requests = try .checked(1, 2)
        limits.deviceRequests = try .checked(1, 2)
        let manager = try AppLinkTests.manager(limits: limits)
        let method = target == "/a" ? XignHTTP.Method.get : .post
        for _ in 0..<2 {
            #expect(try AppLinkTests.get(target, at: manager, method: method).status != .tooManyRequests)
        }
        for host in [manager.appLinkHost, manager.issuer.requestHost] {
            let answer = try AppLinkTests.get(target, at: manager, host: host, method: method)
            #expect(answer.status == .tooManyRequests, "\(host)")
            #expect(Int(answer["Retry-After"] ?? "") ?? 0 > 0, "\(host)")
        }
    }

    func withoutTLS() throws {
        let provider = try Provider()
        let router = provider.manager.router(provider.pages)
        let refused = router.respond(to: try Request(.get, "/a", host: "app.login.example.org", scheme: .http))
        #expect(refused.status == .forbidden)
        let answer = router.respond(to: try Request(.get, "/a", host: "app.login.example.org", scheme: .https))
        #expect(answer.status == .ok)
        #expect(answer["Strict-Transport-Security"] == "max-age=31536000")
    }

    func restrictedSurfaces() throws {
        var surfaces: ServedSurfaces = [.account, .console]
        surfaces.networks[.console] = [try #require(AddressRange("127.0.0.0/8"))]
        let manager = try AppLinkTests.manager(surfaces: surfaces)
        #expect(try AppLinkTests.get("/a", at: manager).status == .ok)
        #expect(try AppLinkTests.get("/console", at: manager).status == .notFound)
        #expect(try AppLinkTests.get("/console", at: manager, host: manager.issuer.requestHost).status != .notFound)
    }
}
