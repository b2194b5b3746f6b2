import Testing

@testable import XignManager

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
        ] {
            #expect(policy.hasPrefix("default-src 'none'; "))
            #expect(policy.contains("base-uri 'none'; frame-ancestors 'none'"))
            #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("data:"))
        }
        #expect(!ContentSecurityPolicy.message.contains("script-src"))
    }
}
