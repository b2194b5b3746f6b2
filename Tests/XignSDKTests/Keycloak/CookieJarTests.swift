import Foundation
import Testing

@testable import XignSDK

struct CookieJarTests {
    @Test("the cookies of a login through a Keycloak", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("fields that were joined are found again, whatever their values and dates", joined),
        TestCase("no text makes the parser fail, or a field with a line break", hostile),
        TestCase("a cookie returns to its origin alone, whatever its domain; ports are origins of their own", origins),
        TestCase(
            "a cookie belongs to its path and what is below it", paths,
            each: [
                ("a=b; Path=/realms/demo/", "/realms/demo/x", true), ("a=b; Path=/realms/demo", "/realms/demo", true),
                ("a=b; Path=/realms/demo", "/realms/demo/x", true), ("a=b; Path=/realms/demo", "/realms/demo2", false),
                ("a=b; Path=/realms/demo/", "/realms/demo", false), ("a=b", "/realms/demo/y", true),
                ("a=b", "/realms/other", false), ("a=b; Path=relative", "/realms/demo/y", true),
            ]),
        TestCase(
            "an expired cookie deletes the one before it", expiry,
            each: [
                ("a=; Max-Age=0", true), ("a=; Max-Age=-1", true), ("a=; Expires=Thu, 01 Jan 1970 00:00:10 GMT", true),
                ("a=; Expires=Thursday, 01-Jan-70 00:00:10 GMT", true), ("a=; Expires=Thu Jan  1 00:00:10 1970", true),
                ("a=; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:10 GMT", false),
                ("a=; Expires=Fri, 15 Jan 2027 08:00:01 GMT", false),
                ("a=; Expires=Fri, 15 Jan 2027 07:59:59 GMT", true),
                ("a=; Expires=soon", false),
            ]),
        TestCase("longer paths come first, then older cookies; a quoted value keeps its quotes", order),
    ]

    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func sent(_ setCookie: String, from: String, to: String) throws -> String? {
        var jar = CookieJar()
        jar.store(setCookie, from: try WebAddress(from), at: now)
        return jar.field(for: try WebAddress(to))
    }

    func joined() {
        var random = RandomText(seed: 26)
        let names = ["a", "AUTH_SESSION_ID", "__Host-xign-1", "x.y", "1"]
        let values = ["", "v", "a=b", "\"q w\"", "e30.e30-_~", "a,b", "%2C", "Thu"]
        let attributes = [
            "Path=/", "path=/realms/a, b", "Secure", "HttpOnly", "Max-Age=0", "SameSite=None", "Version=1",
            "Expires=Thu, 01 Jan 1970 00:00:10 GMT", "expires=Thu, 01-Jan-1970 00:00:10 GMT", "Domain=example.org",
        ]
        for _ in 0..<2000 {
            let fields = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                let pair = "\(random.pick(names))=\(random.pick(values))"
                let count = Int.random(in: 0...4, using: &random)
                return ([pair] + (0..<count).map { _ in random.pick(attributes) }).joined(separator: "; ")
            }
            let split = CookieJar.split(fields.joined(separator: ", ")).map { $0.trimmingCharacters(in: .whitespaces) }
            #expect(split == fields)
        }
    }

    func hostile() throws {
        var random = RandomText(seed: 6265)
        let address = try WebAddress("https://sso.example.org/a")
        for _ in 0..<2000 {
            var jar = CookieJar()
            jar.store("a=\(random.text()); \(random.text())=\(random.text()), \(random.text())", from: address, at: now)
            let field = jar.field(for: address) ?? ""
            #expect(field.unicodeScalars.allSatisfy { (0x20...0x7E).contains($0.value) })
        }
        var jar = CookieJar()
        for number in 0..<1000 { jar.store("c\(number)=1", from: address, at: now) }
        #expect(jar.field(for: address)?.components(separatedBy: "; ").count == CookieJar.maximumCount)
        #expect(try sent("a=" + String(repeating: "v", count: 4096), from: address.text, to: address.text) == nil)
    }

    func origins() throws {
        let cookie = "a=b; Domain=example.org; Path=/"
        #expect(try sent(cookie, from: "https://sso.example.org/", to: "https://sso.example.org:443/x") == "a=b")
        for other in [
            "https://login.example.org/", "https://example.org/", "https://sso.example.org:8443/",
            "https://a.sso.example.org/",
        ] {
            #expect(try sent(cookie, from: "https://sso.example.org/", to: other) == nil)
        }
        #expect(try sent("a=b; Secure", from: "http://127.0.0.1:8180/", to: "http://127.0.0.1:8180/") == "a=b")
        #expect(try sent("a=b", from: "http://127.0.0.1:8180/", to: "http://localhost:8180/") == nil)
    }

    func paths(cookie: String, path: String, isSent: Bool) throws {
        let origin = "https://sso.example.org"
        #expect(try (sent(cookie, from: origin + "/realms/demo/x", to: origin + path) != nil) == isSent)
    }

    func expiry(cookie: String, isDeleted: Bool) throws {
        let address = try WebAddress("https://sso.example.org/a")
        var jar = CookieJar()
        jar.store("a=1, b=2", from: address, at: now)
        jar.store(cookie, from: address, at: now)
        #expect(jar.field(for: address) == (isDeleted ? "b=2" : "b=2; a="))
    }

    func order() throws {
        let address = try WebAddress("https://sso.example.org/a/b/c")
        var jar = CookieJar()
        jar.store(#"x="1"; Path=/, y=2; Path=/a/b, z=3; Path=/"#, from: address, at: now)
        #expect(jar.field(for: address) == #"y=2; x="1"; z=3"#)
    }
}
