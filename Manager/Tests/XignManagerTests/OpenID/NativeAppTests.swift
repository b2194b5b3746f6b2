import Foundation
import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct NativeAppTests {
    @Test("Native apps", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "a native app gets its code at any port of its loopback address, or at its own scheme", login,
            each: ["http://127.0.0.1:49152/cb", "http://[::1]:61000/cb", "org.example.app:/cb"]),
        TestCase("a code is redeemed with the port that it was sent to, and with no other", otherPort),
        TestCase(
            "no other address gets an answer", refused,
            each: ["http://localhost:49152/cb", "http://127.0.0.1:49152/cb/", "org.example.app:/", "org.example:/cb"]),
    ]

    let provider: Provider

    init() throws {
        provider = try Provider()
        try provider.change("app") {
            $0.redirectURIs = ["http://127.0.0.1/cb", "http://[::1]/cb", "org.example.app:/cb"]
            $0.client.isNative = true
        }
    }

    func login(_ uri: String) throws {
        let app = Website(clientID: "app", redirectURI: uri, isConfidential: false)
        var browser = Browser(provider)
        let id = try browser.begin(app)
        let goal = try provider.context.database.read { try $0.processes.find(id)?.goal.login }
        #expect(goal?.origin == "app")
        let page = try browser.get("/login/\(id)")
        #expect(page.status == 200)
        try provider.confirm(id)
        let answer = try Answer(try browser.post("/login/\(id)/continue"))
        #expect(answer.address == uri)
        #expect(try app.redeem(try #require(answer["code"]), at: provider).status == 200)
    }

    func otherPort() throws {
        let app = Website(clientID: "app", redirectURI: "http://127.0.0.1:49152/cb", isConfidential: false)
        var browser = Browser(provider)
        let code = try browser.logIn(app)
        #expect(try app.redeem(code, at: provider, ["redirect_uri": "http://127.0.0.1:49153/cb"]).status == 400)
    }

    func refused(_ uri: String) throws {
        let app = Website(clientID: "app", redirectURI: uri, isConfidential: false)
        #expect(try provider.get(app.target()).status == 400)
    }
}
