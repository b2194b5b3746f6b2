import Testing

@testable import XignWeb

@Suite("Content security policy")
struct ContentSecurityPolicyTests {
    private func formAction(_ redirectURI: String) -> String? {
        ContentSecurityPolicy.login(redirectURI: redirectURI).split(separator: "; ").first {
            $0.hasPrefix("form-action")
        }
        .map(String.init)
    }

    @Test("the login may end at the web, at loopback, or in an app")
    func targets() {
        #expect(formAction("https://shop.example.org/cb") == "form-action 'self' https:")
        #expect(formAction("http://127.0.0.1:4711/cb") == "form-action 'self' https: http:")
        #expect(formAction("org.example.app:/cb") == "form-action 'self' https: org.example.app:")
    }

    @Test("a browser that comes back may end at any website where it began a login")
    func several() {
        let policy = ContentSecurityPolicy.returning(
            to: ["https://a.example/", "http://127.0.0.1:1/", "org.example:/", "http://[::1]:2/"])
        #expect(policy.contains("form-action 'self' https: http: org.example:;"))
        #expect(ContentSecurityPolicy.returning(to: []).contains("form-action 'self' https:;"))
    }

    @Test(
        "a redirect URI cannot add a directive or another source",
        arguments: [
            "x; script-src *:", "x,y:", "* :", "'unsafe-inline':", ":", "1a:", "", "no-colon", "ä:",
            "x\r\nSet-Cookie: a=b",
        ])
    func injection(redirectURI: String) {
        #expect(formAction(redirectURI) == "form-action 'self' https:")
    }

    @Test("scripts and styles come from this origin alone, and nothing frames the page")
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
