import Eventually
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct TokenTests {
    @Test("Token endpoint", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a code is redeemed for tokens that nobody may keep", redeemed),
        TestCase("a code used twice revokes its tokens", replay, each: [0, 31, 61] as [Int64]),
        TestCase("of fifty threads that redeem a code at once one succeeds, and its tokens are revoked", parallel),
        TestCase(
            "a code that is presented with anything wrong is refused and used up", wrong,
            each: [
                ["redirect_uri": nil], ["redirect_uri": "https://shop.example.org/cb?tenant=1"],
                ["redirect_uri": "https://shop.example.org/callback/"], ["code_verifier": nil], ["code_verifier": ""],
                ["code_verifier": Website.shop.verifier + "="], ["code_verifier": Website.shop.challenge],
                ["code_verifier": String(Website.shop.verifier.dropLast())],
                ["code_verifier": String(repeating: "a", count: 129)],
                ["code_verifier": String(repeating: "é", count: 43)],
            ] as [[String: String?]]),
        TestCase("a code of another client is refused and used up", otherClient),
        TestCase("a code lives for one minute", late),
        TestCase(
            "a verifier for a code without a challenge is refused: somebody has taken the challenge away", downgrade),
        TestCase("a code that was never given, is missing, or a hash of one, is refused", unknown),
        TestCase(
            "a lockout, a revocation or a disabled account between login and redemption: no tokens, and the code is used up",
            lookedAtAgain),
        TestCase("a lockout that is over does not refuse a code", lockoutOver),
        TestCase(
            "a confidential client proves itself by either of two methods; a public one by its verifier", clientMethods),
        TestCase("a client that does not prove itself is refused with 401, and the code stays good", clientRefused),
        TestCase("two methods at once, two clients, repetitions, other grants and other forms are refused", malformed),
        TestCase(
            "a client secret is 256 random bits, matches itself alone, and is shown by no description", clientSecret),
    ]

    let provider: Provider

    init() throws { provider = try Provider() }

    private func code(_ website: Website = .shop, _ changes: [String: String?] = [:]) throws -> String {
        var browser = Browser(provider)
        return try browser.logIn(website, changes)
    }

    private func error(_ response: Response) throws -> String? { try response.json["error"]?.string }

    // MARK: Codes

    func redeemed() throws {
        let response = try Website.shop.redeem(try code(), at: provider)
        #expect(response.status == 200 && response["Cache-Control"] == "no-store" && response["Pragma"] == "no-cache")
        #expect(response["Content-Type"] == "application/json" && response["Access-Control-Allow-Origin"] == nil)
        let json = try response.json
        #expect(json["token_type"]?.string == "Bearer" && json["expires_in"]?.integer == 300)
        #expect(json["scope"]?.string == "openid profile")
        #expect(Base64URL.decode(json["access_token"]?.string ?? "")?.count == 32)
        #expect(try provider.count(of: .codeRedeemed) == 1)
    }

    func replay(afterSeconds seconds: Int64) throws {
        let code = try code()
        let token = try #require(try Website.shop.redeem(code, at: provider).json["access_token"]?.string)
        let bearer = [HeaderField("Authorization", "Bearer \(token)")]
        provider.advance(seconds: seconds)
        #expect(try provider.get("/openid/user", headers: bearer).status == 200)
        let replayed = try Website.shop.redeem(code, at: provider)
        #expect(replayed.status == 400)
        #expect(try error(replayed) == "invalid_grant")
        #expect(try provider.get("/openid/user", headers: bearer).status == 401)
        #expect(try provider.count(of: .codeReused) == 1)
    }

    func parallel() throws {
        let code = try code()
        let statuses = inParallel(50) { try Website.shop.redeem(code, at: provider).status.code }
        #expect(statuses.filter { $0 == 200 }.count == 1 && statuses.filter { $0 == 400 }.count == 49)
        let tokens = try provider.context.database.read {
            try $0.rows("SELECT hash FROM access_token").count
        }
        #expect(tokens == 0)
    }

    func wrong(changes: [String: String?]) throws {
        let code = try code()
        let refused = try Website.shop.redeem(code, at: provider, changes)
        #expect(refused.status == 400)
        #expect(try error(refused) == "invalid_grant")
        #expect(try provider.count(of: .codeRefused) == 1)
        #expect(try error(try Website.shop.redeem(code, at: provider)) == "invalid_grant")
        #expect(try provider.count(of: .codeReused) == 1 && provider.count(of: .codeRedeemed) == 0)
    }

    func otherClient() throws {
        let code = try code()
        var thief = Website.legacy
        thief.redirectURI = Website.shop.redirectURI
        for client in [thief, Website.shop] {
            #expect(try error(try client.redeem(code, at: provider)) == "invalid_grant")
        }
    }

    func late() throws {
        let early = try code(), late = try code()
        provider.advance(seconds: 59)
        #expect(try Website.shop.redeem(early, at: provider).status == 200)
        provider.advance(seconds: 1)
        #expect(try error(try Website.shop.redeem(late, at: provider)) == "invalid_grant")
    }

    func downgrade() throws {
        let plain: [String: String?] = ["code_challenge": nil, "code_challenge_method": nil]
        let refused = try Website.legacy.redeem(try code(.legacy, plain), at: provider)
        #expect(try error(refused) == "invalid_grant")
        let taken = try Website.legacy.redeem(try code(.legacy, plain), at: provider, ["code_verifier": nil])
        #expect(taken.status == 200)
        let met = try Website.legacy.redeem(try code(.legacy), at: provider, ["code_verifier": nil])
        #expect(try error(met) == "invalid_grant")
        #expect(try Website.legacy.redeem(try code(.legacy), at: provider).status == 200)
    }

    func unknown() throws {
        let given = try code()
        for code in ["x", Base64URL.encode(BearerHash(of: given).bytes), given + "A"] {
            #expect(try error(try Website.shop.redeem(code, at: provider)) == "invalid_grant")
        }
        #expect(try error(try Website.shop.redeem("", at: provider)) == "invalid_request")
        #expect(try Website.shop.redeem(given, at: provider).status == 200)
    }

    // MARK: Looked at again

    func lookedAtAgain() throws {
        let temporary = LockoutState(
            pinFailures: 3, otpFailures: 0, otherFailures: 0, lockedUntil: provider.now + 30, isPermanent: false)
        var permanent = temporary
        permanent.isPermanent = true
        let changes: [(() throws -> Void, () throws -> Void)] = [
            ({ try provider.save(lockout: temporary) }, { try provider.save(lockout: .none) }),
            ({ try provider.save(lockout: permanent) }, { try provider.save(lockout: .none) }),
            (
                { try provider.write { try $0.accounts.setActive(false, account: Provider.account) } },
                { try provider.write { try $0.accounts.setActive(true, account: Provider.account) } }
            ),
            (
                {
                    try provider.write {
                        _ = try $0.activations.revoke(Provider.activationID)
                    }
                }, {}
            ),
        ]
        for (change, undo) in changes {
            let code = try code()
            try change()
            #expect(try error(try Website.shop.redeem(code, at: provider)) == "invalid_grant")
            try undo()
            #expect(try error(try Website.shop.redeem(code, at: provider)) == "invalid_grant")
        }
    }

    func lockoutOver() throws {
        let code = try code()
        try provider.save(
            lockout: LockoutState(
                pinFailures: 3, otpFailures: 0, otherFailures: 0, lockedUntil: provider.now + 30, isPermanent: false))
        provider.advance(seconds: 30)
        #expect(try Website.shop.redeem(code, at: provider).status == 200)
    }

    // MARK: Clients

    func clientMethods() throws {
        #expect(try Website.shop.redeem(try code(), at: provider).status == 200)
        #expect(try Website.app.redeem(try code(.app), at: provider).status == 200)
        let form = Website.shop.tokenRequest(
            try code(), ["client_id": "shop", "client_secret": Provider.secret.text])
        #expect(try provider.post("/openid/token", form).status == 200)
        let both = Website.shop.tokenRequest(try code(), ["client_id": "shop"])
        #expect(try provider.post("/openid/token", both, headers: Website.shop.authorization).status == 200)
        let escaped = Website.basic("%73hop", RedirectURI.percentEncoded(Provider.secret.text))
        #expect(
            try provider.post("/openid/token", Website.shop.tokenRequest(try code()), headers: [escaped]).status == 200)
    }

    func clientRefused() throws {
        let code = try code(), appCode = try self.code(.app)
        let secret = Provider.secret.text
        let attempts: [([String: String?], [HeaderField])] = [
            ([:], []), (["client_id": "shop"], []), (["client_id": "shop", "client_secret": "x"], []),
            (["client_id": "shop", "client_secret": ""], []), (["client_id": "nobody", "client_secret": secret], []),
            (["client_id": "closed", "client_secret": secret], []), ([:], [Website.basic("shop", "x")]),
            ([:], [Website.basic("shop", "")]), ([:], [Website.basic("", secret)]),
            ([:], [Website.basic("SHOP", secret)]),
            ([:], [Website.basic("shop", secret + "%")]), ([:], [Website.basic("shop", secret + "&a=b")]),
            ([:], [Website.basic("shop", Base64URL.encode(Provider.secret.hash.bytes))]),
            ([:], [HeaderField("Authorization", "Bearer \(secret)")]), ([:], [HeaderField("Authorization", "Basic !")]),
        ]
        for (changes, fields) in attempts {
            let response = try provider.post("/openid/token", Website.shop.tokenRequest(code, changes), headers: fields)
            #expect(response.status == 401 && response["WWW-Authenticate"]?.hasPrefix("Basic realm=") == true)
            #expect(try error(response) == "invalid_client")
            #expect(!response.text.contains(secret))
        }
        // A public client has no secret that could be right.
        for secret in [secret, Base64URL.encode(Array(repeating: UInt8(0), count: 32))] {
            let form = Website.app.tokenRequest(appCode, ["client_secret": secret])
            #expect(try provider.post("/openid/token", form).status == 401)
        }
        #expect(try Website.shop.redeem(code, at: provider).status == 200)
        #expect(try Website.app.redeem(appCode, at: provider).status == 200)
    }

    func malformed() throws {
        let code = try code()
        let basic = Website.shop.authorization
        func attempt(_ changes: [String: String?], more: [(String, String)] = []) throws -> String? {
            try error(
                try provider.post("/openid/token", Website.shop.tokenRequest(code, changes) + more, headers: basic))
        }
        #expect(try attempt(["client_secret": Provider.secret.text]) == "invalid_request")
        #expect(try attempt(["client_id": "legacy"]) == "invalid_request")
        #expect(try attempt([:], more: [("code", code)]) == "invalid_request")
        #expect(try attempt([:], more: [("x", "1"), ("x", "1")]) == "invalid_request")
        #expect(try attempt(["grant_type": nil]) == "invalid_request")
        #expect(try attempt(["grant_type": "refresh_token"]) == "unauthorized_client")
        #expect(try attempt(["grant_type": "client_credentials"]) == "unsupported_grant_type")
        let json = [HeaderField("Content-Type", "application/json")] + basic
        let request = try Request(.post, "/openid/token", headers: json, body: Array("{}".utf8))
        #expect(try error(provider.router.respond(to: request)) == "invalid_request")
        #expect(try provider.get("/openid/token", headers: basic).status == 405)
        // Parameters of the address are ignored: addresses stand in logs.
        let query = "/openid/token?" + Provider.encoded(Website.shop.tokenRequest(code))
        #expect(try error(try provider.post(query, headers: basic)) == "invalid_request")
        #expect(try Website.shop.redeem(code, at: provider).status == 200)
    }

    func clientSecret() {
        let secret = BearerToken.generate()
        #expect(Base64URL.decode(secret.text)?.count == 32 && secret.text != BearerToken.generate().text)
        #expect(BearerHash(of: secret.text) == secret.hash)
        #expect(secret.hash.bytes.count == 32)
        #expect(BearerHash(of: secret.text + "A") != secret.hash)
        #expect(BearerHash(of: "") != secret.hash)
        #expect(BearerHash(of: secret.text) != [])
        #expect(!"\(secret)".contains(secret.text))
    }
}
