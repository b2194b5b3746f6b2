import Foundation
import Testing
import XignProtocol

@testable import XignDomain

struct RedirectURITests {
    @Test("Redirect URIs", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A service may register https, and http on loopback", acceptable,
            each: [
                "https://website.example/callback", "https://website.example", "https://website.example:8443/a?b=c",
                "http://localhost:8090/callback", "http://127.0.0.1/callback", "http://[::1]:8043/",
            ]),
        TestCase(
            "Any other URI is refused", unacceptable,
            each: [
                "http://website.example/", "https://ada@website.example/", "https://website.example/#x",
                "https://*.example/",
                "https://website.example/*", "https://Website.example/", "https://website.example:443/",
                "javascript:alert(1)",
                "https://", "https:///x", "//website.example/", "https://website.example\\@evil.example/",
                "https://web site.example/",
                "https://website.example/\u{0}", "https://website.example/\n", "https://wébsite.example/", "",
                "app://callback",
                "http://localhost.evil.example/", "http://127.0.0.2/", "http://2130706433/",
            ]),
        TestCase(
            "A parameter of the answer that stands in the URI's own query is found, however it is written",
            answerParameter,
            each: [
                ("https://w.example/cb?code=x", "code"), ("https://w.example/cb?tenant=1&state", "state"),
                ("https://w.example/cb?%63ode=x", "code"), ("https://w.example/?a=b&&%69%73%73=", "iss"),
                ("https://w.example?error=none", "error"), ("https://w.example/cb?x=?&%65rror", "error"),
                ("https://w.example/cb?error_description=x", "error_description"),
                ("https://w.example/cb?error%5Fdescription=x", "error_description"),
                ("https://w.example/cb", nil), ("https://w.example/code=x", nil),
                ("https://w.example/cb?tenant=code", nil),
                ("https://w.example/cb?codes=1&Code=2&%=3&%6=4&%zzcode=5", nil),
                ("https://w.example/cb?%2563ode=x", nil),
            ] as [(String, String?)]),
        TestCase("The origin of any URI is the part before its path", odd),
        TestCase("A request's URI is one of the service's by bytes alone", exact),
        TestCase(
            "A native app may register https, a loopback number, and a scheme with a dot", native,
            each: [
                "https://app.example/cb", "http://127.0.0.1/cb", "http://127.0.0.1:8080/cb", "http://[::1]/cb",
                "org.example.app:/cb", "org.example.my-app://cb?x=y",
            ]),
        TestCase(
            "A native app may register no other address", notNative,
            each: [
                "http://localhost/cb", "http://127.0.0.2/cb", "http://app.example/cb", "myapp:/cb", "myapp://cb",
                "javascript:alert(1)", "java.script:alert(1)", "Org.example:/cb", "org.:/cb", ".org:/cb",
                "1org.example:/cb",
                "org.example:/cb#x", "org.example:/*", "org.example:", "org.example", "org.ex ample:/",
                "org.ex_ample:/",
                "data.:text", "",
            ]),
        TestCase("The port of a native app's loopback address is any, and nothing else of it is", nativeMatches),
        TestCase("A website's loopback address has the port that is registered", websiteMatches),
        TestCase("A statement names an app, and not an address on the user's machine", statedOrigin),
        TestCase(
            "An address that is not registered differs from the closest one at a place", difference,
            each: [
                ("https://shop.example/callback/", "https://shop.example/callback", 30),
                ("https://shop.example/Callback", "https://shop.example/callback", 22),
                ("http://shop.example/callback", "https://shop.example/callback", 5),
                ("https://shop.example/", "https://shop.example/tenant", 22),
                ("https://shop.example/tenant/1", "https://shop.example/tenant", 28),
            ]),
        TestCase("The port of a native app's loopback address is no difference", nativeDifference),
        TestCase("Appended parameters are percent-encoded, and follow the URI's own query", appending),
    ]

    func acceptable(_ uri: String) { #expect(RedirectURI.isAcceptable(uri)) }

    func unacceptable(_ uri: String) { #expect(!RedirectURI.isAcceptable(uri)) }

    func answerParameter(_ uri: String, _ name: String?) {
        #expect(RedirectURI.isAcceptable(uri))
        #expect(RedirectURI.answerParameter(in: uri) == name)
    }

    func odd() {
        let pieces = [
            "", "http", "https", ":", "/", "//", "://", "?", "#", "@", "\\", "*", "|", "^", "\"", "website.example",
            "localhost",
            "[::1]", ":8443", ":443", ".", "..", "\u{301}", "\r\n", "é", "%", "a:b",
        ]
        var accepted = 0
        for start in ["https://", "http://", "https:", "https://website.example", "http://localhost", ""] {
            for first in pieces {
                for second in pieces {
                    for third in pieces {
                        let uri = start + first + second + third
                        let origin = RedirectURI.origin(of: uri)
                        #expect(origin == Self.originByCharacters(uri), "\(uri)")
                        if origin != nil { accepted += 1 }
                    }
                }
            }
        }
        #expect(accepted > 1000)
        for count in [2000, 2001] {
            let start = "https://website.example/"
            let uri = start + String(repeating: "x", count: count - start.count)
            #expect(RedirectURI.isAcceptable(uri) == (count == 2000))
        }
    }

    /// The origin by a simple, slow reading of the characters.
    private static func originByCharacters(_ uri: String) -> ManagerOrigin? {
        guard uri.utf8.count <= 2000, uri.unicodeScalars.allSatisfy({ $0 > " " && $0 < "\u{7F}" }),
            !uri.contains(where: { "#\\*\"<>^`{|}".contains($0) }), let scheme = uri.range(of: "://")
        else { return nil }
        let rest = uri[scheme.upperBound...]
        return ManagerOrigin(String(uri[..<scheme.upperBound]) + rest.prefix { !"/?".contains($0) })
    }

    func exact() {
        let registered = "https://website.example/callback"
        let service = service([registered], isNative: false)
        #expect(RedirectURI.matches(registered, service))
        for uri in [
            registered + "/", registered + "?x", registered + "#", "https://website.example/Callback",
            "https://website.example//callback", "https://website.example/./callback",
            "https://website.example/%63allback",
            "https://website.example:443/callback", "http://website.example/callback",
            "https://website.example/callback ",
        ] { #expect(!RedirectURI.matches(uri, service), "\(uri)") }
    }

    func native(_ uri: String) { #expect(RedirectURI.isAcceptableForNativeApp(uri)) }

    func notNative(_ uri: String) { #expect(!RedirectURI.isAcceptableForNativeApp(uri)) }

    func nativeMatches() {
        let app = service(["http://127.0.0.1/cb?x=1", "http://[::1]:5/cb", "org.example.app:/cb"], isNative: true)
        for uri in [
            "http://127.0.0.1/cb?x=1", "http://127.0.0.1:49152/cb?x=1", "http://[::1]/cb", "http://[::1]:65535/cb",
            "org.example.app:/cb",
        ] { #expect(RedirectURI.matches(uri, app), "\(uri)") }
        for uri in [
            "http://127.0.0.1:49152/cb", "http://127.0.0.1:49152/cb?x=2", "http://127.0.0.1:49152/cb?x=1&y",
            "http://localhost:49152/cb?x=1", "http://127.0.0.1:65536/cb?x=1", "http://127.0.0.1:/cb?x=1",
            "http://127.0.0.1:1@evil.example/cb?x=1", "http://127.0.0.1:0/cb?x=1", "http://[::1]:5/cb?x=1",
            "https://127.0.0.1:49152/cb?x=1", "https://127.0.0.1/cb?x=1", "org.example.app:/cb2",
            "org.example.app://cb",
        ] { #expect(!RedirectURI.matches(uri, app), "\(uri)") }
    }

    func websiteMatches() {
        let website = service(["http://127.0.0.1/cb"], isNative: false)
        #expect(RedirectURI.matches("http://127.0.0.1/cb", website))
        #expect(!RedirectURI.matches("http://127.0.0.1:49152/cb", website))
    }

    func statedOrigin() {
        let app = service(["http://127.0.0.1/cb", "org.example.app:/cb", "https://app.example/cb"], isNative: true)
        #expect(RedirectURI.statedOrigin(of: "http://127.0.0.1:49152/cb", app) == "app")
        #expect(RedirectURI.statedOrigin(of: "org.example.app:/cb", app) == "app")
        #expect(RedirectURI.statedOrigin(of: "https://app.example/cb", app) == "https://app.example")
        let website = service(["http://127.0.0.1:1/cb"], isNative: false)
        #expect(RedirectURI.statedOrigin(of: "http://127.0.0.1:1/cb", website) == "http://127.0.0.1:1")
    }

    func difference(_ uri: String, _ registered: String, _ character: Int) {
        let website = service(["https://shop.example/callback", "https://shop.example/tenant"], isNative: false)
        let difference = RedirectURI.difference(of: uri, at: website)
        #expect(difference?.registered == registered)
        #expect(difference?.character == character)
    }

    func nativeDifference() {
        let app = service(["http://127.0.0.1/cb", "org.example.app:/cb"], isNative: true)
        let difference = RedirectURI.difference(of: "http://127.0.0.1:49152/cb/", at: app)
        #expect(difference?.registered == "http://127.0.0.1:49152/cb")
        #expect(difference?.character == 26)
        #expect(RedirectURI.difference(of: "x", at: service([], isNative: false)) == nil)
    }

    private func service(_ redirectURIs: [String], isNative: Bool) -> Service {
        Service(
            id: "id", organizationID: "o", name: "n", displayName: "N", description: nil, redirectURIs: redirectURIs,
            signingAlgorithm: .es256, proofKey: .required, secretHash: nil, isActive: true, sessionSeconds: 300,
            client: ClientSettings(isNative: isNative), policyVersion: 1)
    }

    func appending() {
        let parameters = [(name: "code", value: "a&b=c"), (name: "state", value: "ä ?/#+%")]
        #expect(
            RedirectURI.appending(parameters, to: "https://w.example/cb")
                == "https://w.example/cb?code=a%26b%3Dc&state=%C3%A4%20%3F%2F%23%2B%25")
        #expect(RedirectURI.appending([("a", "1")], to: "https://w.example/cb?x=y") == "https://w.example/cb?x=y&a=1")
    }
}
