import Testing
import XignHTTP

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Requests that the reverse proxy received without TLS, at a manager whose issuer is https.
struct PlainHTTPTests {
    @Test("Plain HTTP", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A request that the proxy marks http is refused, whatever it asks", refused,
            each: [
                (Method.get, "/openid/authenticate?client_id=x"), (.post, "/openid/token"), (.get, "/openid/user"),
                (.post, "/api/device/v1/start"), (.get, "/login/x"), (.get, "/nowhere"), (.options, "/openid/token"),
            ]),
        TestCase(
            "Browsers are told to use nothing but TLS from then on, by pages and by refusals", strictTransportSecurity,
            each: [
                (Method.get, "/openid/authenticate?client_id=x"), (.get, "/login/x"), (.post, "/openid/token"),
                (.get, "/nowhere"),
            ]),
        TestCase(
            "A browser that comes without TLS is told so on a page in its language, on which nothing can be sent", page),
        TestCase("Health checks come past the proxy, or from it without TLS, and are answered", health),
        TestCase("A manager whose issuer is http on loopback demands nothing, and says nothing about TLS", loopback),
    ]

    private func answer(
        _ method: XignHTTP.Method, _ target: String, scheme: Scheme?, _ provider: Provider
    ) throws -> Response {
        provider.manager.router(provider.pages).respond(to: try Request(method, target, scheme: scheme))
    }

    func refused(_ method: XignHTTP.Method, _ target: String) throws {
        let answer = try answer(method, target, scheme: .http, Provider())
        #expect(answer.status == .forbidden)
        #expect(String(decoding: answer.bytes, as: UTF8.self).contains("\(Provider.issuer)"))
        // RFC 6797, section 7.2.
        #expect(answer["Strict-Transport-Security"] == nil)
    }

    func strictTransportSecurity(_ method: XignHTTP.Method, _ target: String) throws {
        let provider = try Provider()
        for scheme in [Scheme.https, nil] {
            let answer = try answer(method, target, scheme: scheme, provider)
            #expect(answer.status != .forbidden)
            #expect(answer["Strict-Transport-Security"] == "max-age=31536000")
        }
    }

    func page() throws {
        let provider = try Provider()
        let fields = [HeaderField("Accept", "text/html"), HeaderField("Accept-Language", "de")]
        let answer = provider.manager.router(provider.pages)
            .respond(to: try Request(.get, "/login/x", headers: fields, scheme: .http))
        #expect(answer.status == .forbidden)
        #expect(answer.text.contains("<h1>Diese Verbindung ist nicht verschlüsselt</h1>"))
        #expect(!answer.text.contains("<form"))
        #expect(answer["Strict-Transport-Security"] == nil)
    }

    func health() throws {
        #expect(try answer(.get, "/health/ready", scheme: .http, Provider()).status == .ok)
    }

    func loopback()
        throws
    {
        let manager = try TestManager()
        let answer = manager.router.respond(to: try Request(.get, "/nowhere", scheme: .http))
        #expect(answer.status == .notFound)
        #expect(answer["Strict-Transport-Security"] == nil)
    }
}
