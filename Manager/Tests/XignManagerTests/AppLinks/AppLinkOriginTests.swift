import Testing
import XignProtocol
import XignServer
import XignUseCases

/// The origins that `init` chooses for App-Links.
struct AppLinkOriginTests {
    @Test("Origins of App-Links", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "by default are beside the issuer's host", byDefault,
            each: [
                ("https://login.example.org", "https://app.login.example.org"),
                ("https://login.example.org:8443", "https://app.login.example.org:8443"),
                ("http://127.0.0.1:8080", "http://localhost:8080"), ("http://localhost:8080", "http://127.0.0.1:8080"),
                ("http://[::1]:8080", "http://localhost:8080"),
            ]),
        TestCase("are those that the operator names, in their order", named),
        TestCase(
            "are refused where pages would share their host, and in any other form", refused,
            each: [
                ["https://login.example.org"], ["https://login.example.org:8443"], ["http://localhost:8080"],
                ["https://app.login.example.org/"], ["app.login.example.org"], [""],
                ["https://a.example.org", "https://a.example.org"], (1...9).map { "https://a\($0).example.org" },
            ]),
        TestCase("must be named for an issuer without a domain", address),
    ]

    private func origins(_ texts: [String] = [], issuer: String = "https://login.example.org") throws -> [String] {
        try Configuration(issuer: issuer, database: nil).appLinkOrigins(texts).map(\.description)
    }

    func byDefault(issuer: String, origin: String) throws {
        #expect(try origins(issuer: issuer) == [origin])
    }

    func named() throws {
        let texts = ["https://xign.example.org", "https://app.login.example.org"]
        #expect(try origins(texts) == texts)
    }

    func refused(_ texts: [String]) throws {
        let error = #expect(throws: ManagerError.self) { try origins(texts) }
        #expect(error?.code == .configuration)
    }

    func address() throws {
        let error = #expect(throws: ManagerError.self) { try origins(issuer: "https://192.0.2.1") }
        #expect(error?.description.contains("--app-link-origin") == true)
        #expect(try origins(["https://app.example.org"], issuer: "https://192.0.2.1") == ["https://app.example.org"])
    }
}
