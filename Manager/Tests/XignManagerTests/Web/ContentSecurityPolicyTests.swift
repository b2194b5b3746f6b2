import Testing

@testable import XignWeb

struct ContentSecurityPolicyTests {
    @Test("Content security policy", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the login may end at the web, at loopback, or in an app", targets),
        TestCase("a browser that comes back may end at any website where it began a login", several),
        TestCase(
            "a redirect URI cannot add a directive or another source", injection,
            each: [
                "x; script-src *:", "x,y:", "* :", "'unsafe-inline':", ":", "1a:", "", "no-colon", "ä:",
                "x\r\nSet-Cookie: a=b",
            ]),
        TestCase("scripts and styles come from this origin alone, and nothing frames the page", strictness),
    ]

    private func formAction(_ redirectURI: String) -> String? {
        ContentSecurityPolicy.login(redirectURI: redirectURI).split(separator: "; ").first {
            $0.hasPrefix("form-action")
        }
        .map(String.init)
    }

    func targets() {
        #expect(formAction("https://shop.example.org/cb") == "form-action 'self' https:")
        #expect(formAction("http://127.0.0.1:4711/cb") == "form-action 'self' https: http:")
        #expect(formAction("org.example.app:/cb") == "form-action 'self' https: org.example.app:")
    }

    func several() {
        let policy = ContentSecurityPolicy.returning(
            to: ["https://a.example/", "http://127.0.0.1:1/", "org.example:/", "http://[::1]:2/"])
        #expect(policy.contains("form-action 'self' https: http: org.example:;"))
        #expect(ContentSecurityPolicy.returning(to: []).contains("form-action 'self' https:;"))
    }

    func injection(redirectURI: String) {
        #expect(formAction(redirectURI) == "form-action 'self' https:")
    }

    func strictness() {
        for policy in [
            ContentSecurityPolicy.login(redirectURI: "https://shop.example.org/"), ContentSecurityPolicy.message,
            ContentSecurityPolicy.picture,
        ] {
            #expect(policy.hasPrefix("default-src 'none'; "))
            #expect(policy.contains("base-uri 'none'; frame-ancestors 'none'"))
            for source in ["unsafe", "*", "data:"] { #expect(!policy.contains(source)) }
        }
        #expect(!ContentSecurityPolicy.picture.contains("script-src"))
    }
}
