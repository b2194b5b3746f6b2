import Testing
import XignProtocol
import XignServer
import XignUseCases

/// The origins that `init` chooses for App-Links.
@Suite("Origins of App-Links")
struct AppLinkOriginTests {
    private func origins(_ texts: [String] = [], issuer: String = "https://login.example.org") throws -> [String] {
        try Configuration(issuer: issuer, database: nil).appLinkOrigins(texts).map(\.description)
    }

    @Test(
        "by default are beside the issuer's host",
        arguments: [
            ("https://login.example.org", "https://app.login.example.org"),
            ("https://login.example.org:8443", "https://app.login.example.org:8443"),
            ("http://127.0.0.1:8080", "http://localhost:8080"), ("http://localhost:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:8080", "http://localhost:8080"),
        ])
    func byDefault(issuer: String, origin: String) throws {
        #expect(try origins(issuer: issuer) == [origin])
    }

    @Test("are those that the operator names, in their order")
    func named() throws {
        let texts = ["https://xign.example.org", "https://app.login.example.org"]
        #expect(try origins(texts) == texts)
    }

    @Test(
        "are refused where pages would share their host, and in any other form",
        arguments: [
            ["https://login.example.org"], ["https://login.example.org:8443"], ["http://localhost:8080"],
            ["https://app.login.example.org/"], ["app.login.example.org"], [""],
            ["https://a.example.org", "https://a.example.org"], (1...9).map { "https://a\($0).example.org" },
        ])
    func refused(_ texts: [String]) throws {
        let error = #expect(throws: ManagerError.self) { try origins(texts) }
        #expect(error?.code == .configuration)
    }

    @Test("must be named for an issuer without a domain")
    func address() throws {
        let error = #expect(throws: ManagerError.self) { try origins(issuer: "https://192.0.2.1") }
        #expect(error?.description.contains("--app-link-origin") == true)
        #expect(try origins(["https://app.example.org"], issuer: "https://192.0.2.1") == ["https://app.example.org"])
    }
}
