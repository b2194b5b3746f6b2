import Logging
import Testing
import Threads
import XignDomain
import XignProtocol
import XignStorage
import XignUseCases

struct LogTests {
    @Test("What an operator finds in log and audit log", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A redirect URI that is not registered is logged with the client, without its query and shortened",
            redirectURI),
        TestCase("An unknown service is logged by the client id that was sent, shortened", unknownService),
        TestCase(
            "Lines name the client's network, unless the operator has turned that off", network, each: [true, false]),
        TestCase("A client that fails to authenticate is audited, a few times and not without end", clientRefused),
        TestCase(
            "The reason why a client failed to authenticate stands in the log, and in no answer", reasons,
            each: [
                ("shop", [], "noCredential"), ("shop", [("client_secret", "wrong")], "wrongSecret"),
                ("app", [("client_secret", "x")], "publicClient"),
                ("nobody", [("client_secret", "x")], "unknownClient"),
                ("closed", [("client_secret", Provider.secret.text)], "inactive"),
                ("keyed", [("client_secret", "x")], "noSecret"), ("keyed", [], "noCredential"),
            ] as [(String, [(String, String)], String)]),
        TestCase(
            "A client whose assertion is not signed by its key learns nothing of the reason, which the log has",
            assertionReasons),
        TestCase("A refused login says why in the audit log", loginRefused),
        TestCase("The refusal of somebody who is no member is audited, once for each login", notAMember),
        TestCase(
            "A redirect URI that need not be shortened is logged without query and fragment, too", shortRedirectURI,
            each: ["", "?secret=1", "#secret", "?a=b#secret"]),
    ]

    private let lines = LogLines()

    private func provider(namesNetworks: Bool = true) throws -> Provider {
        try Provider(log: Log(namesNetworks: namesNetworks) { [lines] in lines.append($0) })
    }

    func redirectURI() throws {
        let provider = try provider()
        let sent = "https://ada:pw@evil.example/cb" + String(repeating: "x", count: 500) + "?secret=1#fragment"
        #expect(try provider.get(Website.shop.target(["redirect_uri": sent])).status == 400)
        let line = try lines.last("pageRefused")
        #expect(line["code"]?.string == "redirectURINotRegistered")
        #expect(line["client"]?.string == "shop")
        let address = try #require(line["redirectURI"]?.string)
        #expect(address.hasPrefix("https://…@evil.example/cbxxx"))
        #expect(address.utf8.count <= 203)
        #expect(!address.contains("secret"))
        #expect(!address.contains("pw"))
    }

    func shortRedirectURI(end: String) throws {
        let provider = try provider()
        let address = "https://evil.example/cb"
        #expect(try provider.get(Website.shop.target(["redirect_uri": address + end])).status == 400)
        #expect(try lines.last("pageRefused")["redirectURI"]?.string == address)
    }

    func unknownService() throws {
        let provider = try provider()
        let sent = String(repeating: "e\u{301}", count: 500)
        #expect(try provider.get(Website.shop.target(["client_id": sent])).status == 400)
        let line = try lines.last("pageRefused")
        #expect(line["code"]?.string == "unknownService")
        #expect(try #require(line["client"]?.string).utf8.count <= 70)
        #expect(line["redirectURI"]?.string == Website.shop.redirectURI)
    }

    func network(isNamed: Bool) throws {
        let provider = try provider(namesNetworks: isNamed)
        #expect(try provider.get(Website.shop.target(["client_id": "nobody"])).status == 400)
        #expect(try lines.last("pageRefused")["network"]?.string == (isNamed ? "127.0.0.1" : nil))
        #expect(try Website.shop.redeem("x", at: provider).status == 400)
        #expect(try lines.last("tokensRefused")["network"]?.string == (isNamed ? "127.0.0.1" : nil))
    }

    func clientRefused() throws {
        let provider = try provider()
        for _ in 0..<20 {
            let response = try provider.post(
                "/openid/token", Website.shop.tokenRequest("x"), headers: [Website.basic("shop", "wrong")])
            #expect(response.status == 401)
        }
        let events = try provider.context.database.read { try $0.audit.newest(100) }
            .filter { $0.kind == .clientRefused }
        #expect(events.count == 5)
        #expect(events.allSatisfy { $0.serviceID == "shop" && $0.detail == "wrong or missing secret" })
        #expect(try lines.last("tokensRefused")["client"]?.string == "shop")
        _ = try provider.post("/openid/token", [], headers: [Website.basic("nobody", "wrong")])
        #expect(try provider.count(of: .clientRefused) == 5)
        provider.advance(seconds: 60)
        _ = try provider.post("/openid/token", [], headers: [Website.basic("shop", "wrong")])
        #expect(try provider.count(of: .clientRefused) == 6)
    }

    func reasons(client: String, credential: [(String, String)], reason: String) throws {
        let provider = try provider()
        try provider.write { transaction in
            var service = try #require(try transaction.services.find(id: "noncing"))
            (service.id, service.name, service.secretHash) = ("keyed", "keyed", nil)
            service.client.keys = [TestKey.p256().clientKey]
            try transaction.services.save(service)
        }
        let form = Website.shop.tokenRequest("x") + [("client_id", client)] + credential
        let response = try provider.post("/openid/token", form)
        #expect(response.status == 401)
        #expect(try response.json["error_description"]?.string == "no such client, or not its secret or key")
        let line = try lines.last("tokensRefused")
        #expect(line["reason"]?.string == reason)
        #expect(line["client"]?.string == client)
    }

    func assertionReasons() throws {
        let provider = try provider()
        let (key, other) = (TestKey.p256(), TestKey.ed25519())
        let keys = [
            ClientKey(id: "a", algorithm: .es256, bytes: key.clientKey.bytes),
            ClientKey(id: "b", algorithm: .edDSA, bytes: other.clientKey.bytes),
        ]
        try provider.change("shop") { ($0.secretHash, $0.client.keys) = (nil, keys) }
        let cases: [(TestKey, String, Changes, String)] = [
            (key, "shop", ["kid": .string("c")], "unknownKeyID"),
            (key, "shop", ["kid": .string("b")], "wrongAlgorithm"),
            (key, "shop", ["alg": .string("RS256")], "wrongAlgorithm"), (.p256(), "shop", [:], "wrongSignature"),
            (.p256(), "shop", ["kid": .string("a")], "wrongSignature"), (key, "legacy", [:], "noKeys"),
            (key, "nobody", [:], "unknownClient"),
        ]
        for (key, client, header, reason) in cases {
            let assertion = try key.assertion(of: client, at: provider, header: header)
            let form = [
                ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
                ("client_assertion", assertion),
            ]
            let response = try provider.post("/openid/token", form)
            #expect(response.status == 401)
            #expect(try response.json["error_description"]?.string == "no such client, or not its secret or key")
            #expect(try lines.last("tokensRefused")["reason"]?.string == reason)
        }
        let known = try key.assertion(at: provider, ["aud": .string("x")])
        _ = try provider.post(
            "/openid/token",
            [
                ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
                ("client_assertion", known),
            ])
        let line = try lines.last("tokensRefused")
        #expect(line["reason"] == nil)
        #expect(line["description"]?.string?.contains("wrong aud") == true)
    }

    func loginRefused() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        _ = try device.finish(try device.prepare(try TestBrowser(manager)), wrongPIN: true)
        let events = try manager.context.database.read { try $0.audit.newest(100) }
        let event = try #require(events.first { $0.kind == .loginRefused })
        #expect(event.detail == "wrong pin, failure 1 in a row, locked for 1 s")
    }

    func notAMember() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        _ = try Apply(manager.context)(Array("users:\n  - name: ada\n    memberships: []\n".utf8))
        let browser = try TestBrowser(manager)
        for _ in 0..<3 {
            let refusal = #expect(throws: ProtocolError.self) { try device.start(browser) }
            #expect(refusal?.error == .notAMember)
        }
        let events = try manager.context.database.read { try $0.audit.newest(100) }.filter { $0.kind == .loginRefused }
        #expect(events.map(\.detail) == ["not a member, or without a role"])
        #expect(events.first?.accountID != nil)
        #expect(events.first?.serviceID != nil)
    }
}
