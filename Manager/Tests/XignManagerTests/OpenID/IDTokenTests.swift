import Testing
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignAdmission
@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct IDTokenTests {
    @Test("ID tokens and user info", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "each service's token is signed by its algorithm, and verified by the published key", signed,
            each: [
                (Website.shop, "ES256"), (Website.legacy, "RS256"), (Website.app, "ES256"),
            ]),
        TestCase("a login with the device alone claims no more than that, and no nonce that nobody sent", oneFactor),
        TestCase(
            "an ID token lives for as long as its service says, user info for five minutes all the same", lifetime),
        TestCase("the time of the login is the device's confirmation, not the redemption", authenticationTime),
        TestCase(
            "a person's subject is the same at one service, another at the next, and tells nothing",
            subject),
        TestCase("each login has a sid of its own, which tells nothing of its process", logoutSession),
        TestCase("an access token gives the subject, in the header or in a form, never in the address", userInfo),
        TestCase("a wrong token is refused as RFC 6750 says", wrongToken),
        TestCase(
            "an access token tells nothing without membership or role, nor while a lockout is pending",
            tokenAfterWithdrawal),
        TestCase("an access token falls with its time, its activation, its account and its service", tokenFalls),
    ]

    let provider: Provider

    init() throws { provider = try Provider() }

    private func tokens(
        _ website: Website, factors: [FactorType] = [.device, .pin], _ changes: [String: String?] = [:]
    )
        throws -> JSONValue
    {
        var browser = Browser(provider)
        return try website.redeem(try browser.logIn(website, changes, factors: factors), at: provider).json
    }

    /// Header and claims of a token whose signature a published key verifies.
    private func verified(_ token: String) throws -> (header: JSONValue, claims: JSONValue) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        try #require(parts.count == 3)
        let header = try StrictJSON.parse(try #require(Base64URL.decode(parts[0])), limits: .message)
        let keys = try #require(try provider.get("/openid/jwks").json["keys"]).elements
        let key = try #require(keys.first { $0["kid"]?.string == header["kid"]?.string })
        let signature = try #require(Base64URL.decode(parts[2]))
        let input = Array(token.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
        func member(_ name: String) -> [UInt8] { Base64URL.decode(key[name]?.string ?? "") ?? [] }
        #expect(key["alg"]?.string == header["alg"]?.string && key["use"]?.string == "sig")
        switch header["alg"]?.string {
        case "ES256":
            let publicKey = try P256.Signing.PublicKey(rawRepresentation: member("x") + member("y"))
            #expect(
                publicKey.isValidSignature(try P256.Signing.ECDSASignature(rawRepresentation: signature), for: input))
        case "RS256":
            let publicKey = try RSA.Signing.PublicKey(n: member("n"), e: member("e"))
            #expect(publicKey.isValidSignature(signature, for: input))
        default: Issue.record("the algorithm is none of ours")
        }
        return (header, try StrictJSON.parse(try #require(Base64URL.decode(parts[1])), limits: .message))
    }

    func signed(website: Website, algorithm: String) throws {
        let tokens = try tokens(website)
        let (header, claims) = try verified(try #require(tokens["id_token"]?.string))
        #expect(header["alg"]?.string == algorithm && header["typ"]?.string == "JWT")
        #expect(Set(header.names) == ["alg", "kid", "typ"])
        #expect(Set(claims.names) == Set(IDToken.claims))
        #expect(claims["iss"]?.string == "https://login.example.org" && claims["aud"]?.string == website.clientID)
        let now = provider.now.seconds
        #expect(
            claims["iat"]?.integer == now && claims["exp"]?.integer == now + 300 && claims["auth_time"]?.integer == now)
        #expect(claims["nonce"]?.string == website.nonce && claims["roles"]?.strings == ["user"])
        #expect(claims["amr"]?.strings == ["pop", "swk", "pin", "mfa"])
        #expect(claims["acr"]?.string == "urn:xign:acr:multi-factor")
        let hash = Array(SHA256.hash(data: Array((tokens["access_token"]?.string ?? "").utf8)).prefix(16))
        #expect(claims["at_hash"]?.string == Base64URL.encode(hash))
    }

    func oneFactor() throws {
        let (_, claims) = try verified(
            try #require(try tokens(.shop, factors: [.device], ["nonce": nil])["id_token"]?.string))
        #expect(claims["amr"]?.strings == ["pop", "swk"] && claims["acr"]?.string == "urn:xign:acr:device")
        #expect(claims["nonce"] == nil)
    }

    func lifetime() throws {
        try provider.change("shop") { $0.idTokenMinutes = 600 }
        let tokens = try tokens(.shop)
        let (_, claims) = try verified(try #require(tokens["id_token"]?.string))
        #expect(claims["exp"]?.integer == provider.now.seconds + 36_000)
        #expect(tokens["expires_in"]?.integer == 300)
        provider.advance(seconds: 300)
        let token = try #require(tokens["access_token"]?.string)
        #expect(try provider.get("/openid/user", headers: bearer(token)).status == 401)
    }

    func authenticationTime() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        try provider.confirm(id)
        let confirmed = provider.now.seconds
        provider.advance(seconds: 50)
        let code = try Answer(try browser.post("/login/\(id)/continue"))["code"] ?? ""
        provider.advance(seconds: 50)
        let token = try Website.shop.redeem(code, at: provider).json["id_token"]?.string
        let (_, claims) = try verified(try #require(token))
        #expect(claims["auth_time"]?.integer == confirmed && claims["iat"]?.integer == confirmed + 100)
    }

    func subject() throws {
        func subject(_ website: Website) throws -> String {
            try verified(try #require(try tokens(website)["id_token"]?.string)).claims["sub"]?.string ?? ""
        }
        let first = try subject(.shop)
        #expect(Base64URL.decode(first)?.count == 16)
        #expect(try subject(.shop) == first)
        #expect(try subject(.legacy) != first)
    }

    func logoutSession() throws {
        func session() throws -> (id: SessionID, claim: String) {
            var browser = Browser(provider)
            let id = try browser.begin(.shop)
            try provider.confirm(id)
            let code = try Answer(try browser.post("/login/\(id)/continue"))["code"] ?? ""
            let token = try #require(try Website.shop.redeem(code, at: provider).json["id_token"]?.string)
            return (id, try verified(token).claims["sid"]?.string ?? "")
        }
        let (first, other) = (try session(), try session())
        #expect(Base64URL.decode(first.claim)?.count == 16)
        #expect(first.claim == provider.context.logoutSessionID(of: first.id).text)
        #expect(first.claim != other.claim)
        #expect(Base64URL.decode(first.claim) != first.id.bytes)
    }

    // MARK: User info

    private func bearer(_ token: String) -> [HeaderField] { [HeaderField("Authorization", "Bearer \(token)")] }

    func userInfo() throws {
        let tokens = try tokens(.shop)
        let token = try #require(tokens["access_token"]?.string)
        let subject = try verified(try #require(tokens["id_token"]?.string)).claims["sub"]?.string
        for response in [
            try provider.get("/openid/user", headers: bearer(token)),
            try provider.post("/openid/user", headers: bearer(token)),
            try provider.post("/openid/user", [("access_token", token)]),
        ] {
            #expect(response.status == 200 && response["Cache-Control"] == "no-store")
            let json = try response.json
            #expect(json.names == ["sub"] && json["sub"]?.string == subject)
        }
        let inAddress = try provider.get("/openid/user?access_token=\(token)")
        #expect(inAddress.status == 401 && inAddress["WWW-Authenticate"] == #"Bearer realm="xign""#)
        let both = try provider.post("/openid/user", [("access_token", token)], headers: bearer(token))
        #expect(both.status == 400 && both["WWW-Authenticate"]?.hasSuffix(#"error="invalid_request""#) == true)
        let twice = try provider.post("/openid/user", [("access_token", token), ("access_token", token)])
        #expect(twice.status == 400)
    }

    func wrongToken() throws {
        let token = try #require(try tokens(.shop)["access_token"]?.string)
        for wrong in ["x", token + "A", Base64URL.encode(BearerHash(of: token).bytes), Provider.secret.text] {
            let response = try provider.get("/openid/user", headers: bearer(wrong))
            #expect(response.status == 401)
            #expect(response["WWW-Authenticate"] == #"Bearer realm="xign", error="invalid_token""#)
        }
        #expect(try provider.get("/openid/user", headers: Website.shop.authorization).status == 401)
    }

    func tokenAfterWithdrawal() throws {
        func isGood(_ token: String) throws -> Bool {
            try provider.get("/openid/user", headers: bearer(token)).status == 200
        }
        let token = try #require(try tokens(.shop)["access_token"]?.string)
        try provider.write { try $0.organizations.remove(account: Provider.account, from: "org") }
        #expect(try !isGood(token))
        try provider.write { try $0.organizations.add(account: Provider.account, to: "org") }
        #expect(try isGood(token))
        try provider.write { transaction in
            var role = try transaction.services.roles(of: "shop")[0]
            role.isDefault = false
            try transaction.services.save(role)
        }
        #expect(try !isGood(token))
        try provider.write { try $0.services.assign(role: "role-shop", to: Provider.account) }
        #expect(try isGood(token))
        let lockedUntil = provider.now + 30
        try provider.save(
            lockout: LockoutState(
                pinFailures: 3, otpFailures: 0, otherFailures: 0, lockedUntil: lockedUntil, isPermanent: false))
        #expect(try !isGood(token))
        provider.advance(seconds: 30)
        #expect(try isGood(token))
    }

    func tokenFalls() throws {
        func isGood(_ token: String) throws -> Bool {
            try provider.get("/openid/user", headers: bearer(token)).status == 200
        }
        let token = try #require(try tokens(.shop)["access_token"]?.string)
        try provider.write { try $0.accounts.setActive(false, account: Provider.account) }
        #expect(try !isGood(token))
        try provider.write { try $0.accounts.setActive(true, account: Provider.account) }
        try provider.change("shop") { $0.isActive = false }
        #expect(try !isGood(token))
        try provider.change("shop") { $0.isActive = true }
        try provider.save(
            lockout: LockoutState(
                pinFailures: 10, otpFailures: 0, otherFailures: 0, lockedUntil: nil, isPermanent: true))
        #expect(try !isGood(token))
        try provider.save(lockout: .none)
        provider.advance(seconds: 299)
        #expect(try isGood(token))
        provider.advance(seconds: 1)
        #expect(try !isGood(token))
        let other = try #require(try tokens(.shop)["access_token"]?.string)
        #expect(try isGood(other))
        try provider.write { _ = try $0.activations.revoke(Provider.activationID) }
        #expect(try !isGood(other))
    }
}
