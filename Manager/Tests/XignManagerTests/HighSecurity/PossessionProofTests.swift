import Eventually
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignServer

struct PossessionProofTests {
    @Test("Proofs of possession (DPoP)", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a proof binds the token: it is of the type DPoP, and is read with a proof of the same key", bound),
        TestCase("a bound token is refused as a bearer token, in the header and in a form", asBearer),
        TestCase("the refusal of a bound token as a bearer token asks for a proof", challenge),
        TestCase("a bearer token is refused with a proof", unbound),
        TestCase(
            "what a proof may say besides, or in another spelling, is accepted", accepted,
            each: [
                ["htu": .string("HTTPS://LOGIN.example.org/openid/token")],
                ["htu": .string("https://login.example.org:443/openid/token?a=b#c")],
                ["exp": .integer(1), "nbf": .integer(1), "more": .object([("a", .array([]))])],
                ["ath": .string("of no token")],
            ] as [Changes]),
        TestCase(
            "a proof fifteen seconds ahead or a minute old is accepted", clocks, each: [15, 10, 0, -60] as [Int64]),
        TestCase(
            "a proof with a wrong claim is refused, and the code stays good", wrongClaims,
            each: [
                ["htm": .string("GET")], ["htm": .string("post")], ["htm": nil], ["htm": .array([.string("POST")])],
                ["htu": .string("https://login.example.org/openid/user")], ["htu": .string(endpoint + "/")],
                ["htu": .string("http://login.example.org/openid/token")], ["htu": .string("/openid/token")],
                ["htu": .string("https://login.example.org:8443/openid/token")], ["htu": nil], ["htu": .string("")],
                ["htu": .string("https://a@login.example.org/openid/token")],
                ["htu": .string("https://login.example.org/openid/%74oken")],
                ["htu": .string("https://login.example.org?/openid/token")],
                ["iat": nil], ["iat": .string("1790000001")], ["iat": .integer(1_790_000_001 + 16)],
                ["iat": .integer(1_790_000_001 + 61)], ["iat": .integer(1_790_000_001 - 61)],
                ["iat": .integer(1_790_000_001 - 3600)],
                ["iat": .integer(-9_007_199_254_740_991)], ["iat": .integer(9_007_199_254_740_991)],
                ["jti": nil], ["jti": .string("")], ["jti": .integer(1)],
            ] as [Changes]),
        TestCase(
            "a proof with a wrong header is refused", wrongHeaders,
            each: [
                ["typ": nil], ["typ": .string("JWT")], ["typ": .string("dpop")], ["typ": .integer(1)],
                ["alg": nil], ["alg": .string("none")], ["alg": .string("HS256")], ["alg": .string("RS256")],
                ["alg": .string("EdDSA")], ["alg": .string("ES384")], ["crit": .array([])],
                ["jwk": nil], ["jwk": .string("x")], ["jwk": .object(TestKey.p256().jwk)],
                ["jwk": .object(TestKey.ed25519().jwk)],
            ] as [Changes]),
        TestCase("a key with a private part, of another kind or off its curve is refused", wrongKeys),
        TestCase("what is no single proof is refused: two fields, a list, no signature, a huge one", noProof),
        TestCase("a service that demands proofs gets no bearer token, and the code stays good", demanded),
        TestCase(
            "a proof is used once, also for another code, until it has expired; a code is not touched by the second use",
            replay),
        TestCase("of fifty requests at once with one proof, one is answered", parallel),
        TestCase(
            "a stolen token is useless: with another key, with a proof for another token, endpoint or method", stolen),
        TestCase(
            "a code that is bound by dpop_jkt is redeemed with that key alone, and is used up by another", boundCode),
        TestCase(
            "a dpop_jkt that is no thumbprint is refused", noThumbprint, each: ["x", String(repeating: "a", count: 44)]),
        TestCase("a public client must use a nonce, learns of it, and is not counted as an attacker for that", nonces),
        TestCase(
            "a nonce is accepted for three minutes at most; a wrong one is refused to every client", nonceLifetime),
    ]

    private static let endpoint = Provider.issuer.description + "/openid/token"

    let provider: Provider
    let key = TestKey.p256()

    init() throws { provider = try Provider() }

    private func code(_ website: Website = .shop, _ changes: [String: String?] = [:]) throws -> String {
        var browser = Browser(provider)
        return try browser.logIn(website, changes)
    }

    private func redeem(
        _ code: String, _ proofs: [HeaderField], as website: Website = .shop
    ) throws -> Response {
        try provider.post("/openid/token", website.tokenRequest(code), headers: website.authorization + proofs)
    }

    private func boundToken() throws -> String {
        let response = try redeem(try code(), [try key.proof(at: provider)])
        return try #require(try response.json["access_token"]?.string)
    }

    private func error(_ response: Response) throws -> String? { try response.json["error"]?.string }

    private func use(_ token: String, _ proof: HeaderField?, scheme: String = "DPoP") throws -> Response {
        try provider.get(
            "/openid/user", headers: [HeaderField("Authorization", "\(scheme) \(token)")] + (proof.map { [$0] } ?? []))
    }

    // MARK: At the token endpoint

    func bound() throws {
        for key in [key, .ed25519()] {
            let response = try redeem(try code(), [try key.proof(at: provider)])
            #expect(response.status == 200)
            #expect(try response.json["token_type"]?.string == "DPoP")
            let token = try #require(try response.json["access_token"]?.string)
            #expect(try use(token, try key.use(of: token, at: provider)).status == 200)
            #expect(try use(token, try key.use(of: token, at: provider), scheme: "dPOP").status == 200)
        }
    }

    func asBearer() throws {
        let token = try boundToken()
        let response = try use(token, nil, scheme: "Bearer")
        #expect(response.status == 401)
        #expect(response["WWW-Authenticate"]?.contains(#"error="invalid_token""#) == true)
        #expect(try use(token, try key.use(of: token, at: provider), scheme: "Bearer").status == 401)
        #expect(try provider.post("/openid/user", [("access_token", token)]).status == 401)
    }

    func challenge() throws {
        let token = try boundToken()
        let challenge = #"DPoP algs="ES256 EdDSA Ed25519", error="invalid_token""#
        #expect(try use(token, nil, scheme: "Bearer")["WWW-Authenticate"] == challenge)
        let proof = try key.use(of: token, at: provider)
        #expect(try use(token, proof, scheme: "Bearer")["WWW-Authenticate"] == challenge)
        #expect(try provider.post("/openid/user", [("access_token", token)])["WWW-Authenticate"] == challenge)
        let unknown = try use("x", nil, scheme: "Bearer")
        #expect(unknown["WWW-Authenticate"] == #"Bearer realm="xign", error="invalid_token""#)
        provider.advance(seconds: 301)
        #expect(try use(token, nil, scheme: "Bearer")["WWW-Authenticate"]?.hasPrefix("Bearer ") == true)
    }

    func unbound() throws {
        let token = try #require(try Website.shop.redeem(try code(), at: provider).json["access_token"]?.string)
        #expect(try use(token, try key.use(of: token, at: provider)).status == 401)
        #expect(try use(token, nil, scheme: "Bearer").status == 200)
    }

    func accepted(claims: Changes) throws {
        let header: Changes = ["kid": .string("1"), "more": .string("a")]
        #expect(try redeem(try code(), [try key.proof(at: provider, header: header, claims)]).status == 200)
    }

    func clocks(offset: Int64) throws {
        let proof = try key.proof(at: provider, ["iat": .integer(provider.now.seconds + offset)])
        #expect(try redeem(try code(), [proof]).status == 200)
    }

    func wrongClaims(claims: Changes) throws {
        let code = try code()
        let refused = try redeem(code, [try key.proof(at: provider, claims)])
        #expect(refused.status == 400)
        #expect(try error(refused) == "invalid_dpop_proof")
        #expect(try redeem(code, [try key.proof(at: provider)]).status == 200)
    }

    func wrongHeaders(header: Changes) throws {
        let refused = try redeem(try code(), [try key.proof(at: provider, header: header)])
        #expect(refused.status == 400)
        #expect(try error(refused) == "invalid_dpop_proof")
    }

    func wrongKeys() throws {
        let zero = JSONValue.string(Base64URL.encode([UInt8](repeating: 0, count: 32)))
        let jwks: [Members] = [
            key.jwk + [("d", zero)], key.jwk + [("k", zero)], changed(key.jwk, ["y": zero]),
            changed(key.jwk, ["x": key.jwk[3].value]), changed(key.jwk, ["crv": .string("P-384")]),
            changed(key.jwk, ["use": .string("enc")]),
            [("kty", .string("oct")), ("k", zero)],
            [("kty", .string("RSA")), ("n", zero), ("e", .string("AQAB"))],
        ]
        for jwk in jwks {
            let refused = try redeem(try code(), [try key.proof(at: provider, header: ["jwk": .object(jwk)])])
            #expect(try error(refused) == "invalid_dpop_proof", "\(jwk)")
        }
    }

    func noProof() throws {
        let text = try key.proofText(at: provider)
        let code = try code()
        let wrong = [
            [HeaderField("DPoP", text), HeaderField("DPoP", try key.proofText(at: provider))],
            [HeaderField("DPoP", "\(text), \(text)")], [HeaderField("DPoP", "")], [HeaderField("DPoP", "a.b.c")],
            [HeaderField("DPoP", String(text[...text.lastIndex(of: ".")!]))],  // A JWT has two dots.
            [try key.proof(at: provider, ["pad": .string(String(repeating: "a", count: 7000))])],
        ]
        for fields in wrong { #expect(try error(try redeem(code, fields)) == "invalid_dpop_proof") }
        #expect(try redeem(code, [try key.proof(at: provider)]).status == 200)
    }

    func demanded() throws {
        try provider.change("shop") { $0.client.dpop = .required }
        let code = try code()
        let refused = try redeem(code, [])
        #expect(refused.status == 400)
        #expect(try error(refused) == "invalid_request")
        #expect(try redeem(code, [try key.proof(at: provider)]).status == 200)
    }

    // MARK: Once

    func replay() throws {
        let proof = try key.proof(at: provider)
        #expect(try redeem(try code(), [proof]).status == 200)
        let other = try code()
        #expect(try error(try redeem(other, [proof])) == "invalid_dpop_proof")
        provider.advance(seconds: 50)
        #expect(try error(try redeem(other, [proof])) == "invalid_dpop_proof")
        #expect(try redeem(other, [try key.proof(at: provider)]).status == 200)
    }

    func parallel() throws {
        let token = try boundToken()
        let proof = try key.use(of: token, at: provider)
        let statuses = inParallel(50) { try use(token, proof).status.code }
        #expect(statuses.filter { $0 == 200 }.count == 1)
    }

    // MARK: At user info

    func stolen() throws {
        let token = try boundToken()
        let other = try boundToken()
        let wrong = [
            try TestKey.p256().use(of: token, at: provider), try key.use(of: other, at: provider),
            try key.use(of: token, at: provider, ["htm": .string("POST")]),
            try key.use(of: token, at: provider, ["htu": .string(Self.endpoint)]),
            try key.use(of: token, at: provider, ["ath": nil]),
            try key.use(of: token, at: provider, ["ath": .string("")]),
            try key.proof("GET", "/openid/user", at: provider), try key.proof(at: provider),
        ]
        for proof in wrong {
            let refused = try use(token, proof)
            #expect(refused.status == 401)
            #expect(
                refused["WWW-Authenticate"]?.hasPrefix(#"DPoP algs="ES256 EdDSA Ed25519", error="invalid_"#) == true)
        }
        #expect(try use(token, nil).status == 401)
        #expect(try use(token, try key.use(of: token, at: provider)).status == 200)
    }

    // MARK: Codes

    func boundCode() throws {
        let changes = ["dpop_jkt": key.thumbprint]
        #expect(try redeem(try code(.shop, changes), [try key.proof(at: provider)]).status == 200)
        for proofs in [[try TestKey.p256().proof(at: provider)], []] {
            let code = try code(.shop, changes)
            #expect(try error(try redeem(code, proofs)) == "invalid_grant")
            #expect(try error(try redeem(code, [try key.proof(at: provider)])) == "invalid_grant")
        }
    }

    func noThumbprint(text: String) throws {
        let answer = try provider.get(Website.shop.target(["dpop_jkt": text]))
        #expect(answer["Location"]?.contains("error=invalid_request") == true)
    }

    // MARK: Nonces

    func nonces() throws {
        let code = try code(.app)
        for _ in 0..<200 {
            let refused = try redeem(code, [try key.proof(at: provider)], as: .app)
            #expect(refused.status == 400)
            #expect(try error(refused) == "use_dpop_nonce")
        }
        let nonce = try #require(
            try redeem(code, [try key.proof(at: provider)], as: .app)["DPoP-Nonce"])
        let response = try redeem(code, [try key.proof(at: provider, ["nonce": .string(nonce)])], as: .app)
        #expect(response.status == 200)
        let token = try #require(try response.json["access_token"]?.string)
        for _ in 0..<200 { #expect(try use(token, try key.use(of: token, at: provider)).status == 401) }
        let refused = try use(token, try key.use(of: token, at: provider))
        #expect(refused["WWW-Authenticate"]?.contains(#"error="use_dpop_nonce""#) == true)
        #expect(refused["DPoP-Nonce"] == nonce)
        #expect(try use(token, try key.use(of: token, at: provider, ["nonce": .string(nonce)])).status == 200)
    }

    func nonceLifetime() throws {
        let nonce = provider.context.proofNonce.text
        let code = try code()
        for wrong in ["", "x", nonce + "A"] {
            let refused = try redeem(code, [try key.proof(at: provider, ["nonce": .string(wrong)])])
            #expect(try error(refused) == "use_dpop_nonce")
        }
        provider.advance(seconds: 180)
        let later = try self.code()
        let refused = try redeem(later, [try key.proof(at: provider, ["nonce": .string(nonce)])])
        #expect(try error(refused) == "use_dpop_nonce")
        let fresh = try #require(refused["DPoP-Nonce"])
        #expect(fresh != nonce)
        provider.advance(seconds: 55)
        #expect(try redeem(later, [try key.proof(at: provider, ["nonce": .string(fresh)])]).status == 200)
    }
}
