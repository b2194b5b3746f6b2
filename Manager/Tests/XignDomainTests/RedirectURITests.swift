import Testing
import XignProtocol

@testable import XignDomain

@Suite("Redirect URIs")
struct RedirectURITests {
    @Test(
        "What a service may register",
        arguments: [
            "https://website.example/callback", "https://website.example", "https://website.example:8443/a?b=c",
            "http://localhost:8090/callback", "http://127.0.0.1/callback", "http://[::1]:8043/",
        ])
    func acceptable(_ uri: String) { #expect(RedirectURI.isAcceptable(uri)) }

    @Test(
        "What it may not",
        arguments: [
            "http://website.example/", "https://ada@website.example/", "https://website.example/#x",
            "https://*.example/",
            "https://website.example/*", "https://Website.example/", "https://website.example:443/",
            "javascript:alert(1)",
            "https://", "https:///x", "//website.example/", "https://website.example\\@evil.example/",
            "https://web site.example/",
            "https://website.example/\u{0}", "https://website.example/\n", "https://wébsite.example/", "",
            "app://callback",
            "http://localhost.evil.example/", "http://127.0.0.2/", "http://2130706433/",
        ])
    func unacceptable(_ uri: String) { #expect(!RedirectURI.isAcceptable(uri)) }

    @Test("A request's URI is one of the service's by bytes alone")
    func exact() {
        let registered = "https://website.example/callback"
        let service = Service(
            id: "id", organizationID: "o", name: "n", displayName: "N", description: nil, redirectURIs: [registered],
            signingAlgorithm: .es256, proofKey: .required, secretHash: nil, isActive: true, sessionSeconds: 300,
            policyVersion: 1)
        #expect(RedirectURI.matches(registered, service))
        for uri in [
            registered + "/", registered + "?x", registered + "#", "https://website.example/Callback",
            "https://website.example//callback", "https://website.example/./callback",
            "https://website.example/%63allback",
            "https://website.example:443/callback", "http://website.example/callback",
            "https://website.example/callback ",
        ] { #expect(!RedirectURI.matches(uri, service), "\(uri)") }
    }

    @Test("Parameters are appended so that the website reads what was meant")
    func appending() {
        let parameters = [(name: "code", value: "a&b=c"), (name: "state", value: "ä ?/#+%")]
        #expect(
            RedirectURI.appending(parameters, to: "https://w.example/cb")
                == "https://w.example/cb?code=a%26b%3Dc&state=%C3%A4%20%3F%2F%23%2B%25")
        #expect(RedirectURI.appending([("a", "1")], to: "https://w.example/cb?x=y") == "https://w.example/cb?x=y&a=1")
    }
}
