import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct PublishedDocumentsTests {
    @Test("Published documents", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("discovery names the issuer, and endpoints that are there", discovery),
        TestCase("discovery has these members, and no others", members),
        TestCase("a feature is in the document as long as an active service has it", features, each: Feature.allCases),
        TestCase("clients of OAuth find the same document at their own address", authorizationServer),
        TestCase("the key set has public halves only, one for each algorithm", keySet),
        TestCase("the key material comes as a list, each document verified by the one before it", keyMaterial),
        TestCase("documents are answered to HEAD, and changed by nobody", methods),
    ]

    let provider: Provider

    init() throws { provider = try Provider() }

    func discovery() throws {
        let response = try provider.get("/.well-known/openid-configuration")
        #expect(response["Content-Type"] == "application/json" && response["Access-Control-Allow-Origin"] == "*")
        let json = try response.json
        #expect(json["issuer"]?.string == "https://login.example.org")
        for name in [
            "authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri", "end_session_endpoint",
        ] {
            let address = try #require(json[name]?.string)
            #expect(address.hasPrefix("https://login.example.org/"))
            #expect(try provider.get(String(address.dropFirst(25))).status != 404, "\(name)")
        }
        #expect(json["response_types_supported"]?.strings == ["code"])
        #expect(json["response_modes_supported"]?.strings == ["query", "form_post"])
        #expect(json["code_challenge_methods_supported"]?.strings == ["S256"])
        #expect(json["id_token_signing_alg_values_supported"]?.strings == ["ES256", "RS256"])
        #expect(json["authorization_response_iss_parameter_supported"]?.boolean == true)
        #expect(json["request_uri_parameter_supported"]?.boolean == false)
        #expect(json["subject_types_supported"]?.strings == ["pairwise"])
        #expect(json["ui_locales_supported"]?.strings == ["en", "de"])
    }

    func members() throws {
        let members = [
            "issuer", "authorization_endpoint", "token_endpoint", "userinfo_endpoint",
            "pushed_authorization_request_endpoint", "dpop_signing_alg_values_supported", "jwks_uri",
            "end_session_endpoint", "revocation_endpoint", "scopes_supported", "response_types_supported",
            "response_modes_supported", "grant_types_supported", "prompt_values_supported", "subject_types_supported",
            "id_token_signing_alg_values_supported", "token_endpoint_auth_methods_supported",
            "revocation_endpoint_auth_methods_supported", "code_challenge_methods_supported", "acr_values_supported",
            "ui_locales_supported", "claims_supported", "claims_parameter_supported", "request_parameter_supported",
            "request_uri_parameter_supported", "authorization_response_iss_parameter_supported",
        ]
        #expect(try Set(document.names) == Set(members))
    }

    /// A feature that is off unless an operator declares it for a service.
    enum Feature: CaseIterable {
        case refreshTokens, backChannelLogout, clientKeys

        func switchOn(at service: inout Service) {
            switch self {
            case .refreshTokens: service.client.offlineAccess = .init(days: 30, idleDays: 7)
            case .backChannelLogout: service.client.backChannelLogoutURI = "https://shop.example.org/logout"
            case .clientKeys:
                service.secretHash = nil
                service.client.keys = [TestKey.p256().clientKey]
            }
        }

        /// The members that are added, and the values that are added to a list.
        var additions: [String: [String]] {
            switch self {
            case .refreshTokens:
                ["scopes_supported": ["offline_access"], "grant_types_supported": ["refresh_token"]]
            case .backChannelLogout:
                ["backchannel_logout_supported": [], "backchannel_logout_session_supported": []]
            case .clientKeys:
                [
                    "token_endpoint_auth_methods_supported": ["private_key_jwt"],
                    "revocation_endpoint_auth_methods_supported": ["private_key_jwt"],
                    "token_endpoint_auth_signing_alg_values_supported": ["ES256", "EdDSA", "Ed25519"],
                    "revocation_endpoint_auth_signing_alg_values_supported": ["ES256", "EdDSA", "Ed25519"],
                ]
            }
        }
    }

    func features(_ feature: Feature) throws {
        let before = try document
        try provider.change("closed") { feature.switchOn(at: &$0) }
        #expect(try document.serialized == before.serialized)
        try provider.change("shop") { feature.switchOn(at: &$0) }
        let after = try document
        var additions: [String: [String]] = [:]
        for name in after.names {
            let values = (after[name]?.strings ?? []).filter { !(before[name]?.strings ?? []).contains($0) }
            if before[name] == nil || !values.isEmpty { additions[name] = values }
        }
        #expect(additions == feature.additions)
        try provider.change("shop") { $0.isActive = false }
        #expect(try document.serialized == before.serialized)
    }

    private var document: JSONValue { get throws { try provider.get("/.well-known/openid-configuration").json } }

    func authorizationServer() throws {
        let response = try provider.get("/.well-known/oauth-authorization-server")
        #expect(response.status == 200)
        #expect(try response.bytes == provider.get("/.well-known/openid-configuration").bytes)
        #expect(response["Access-Control-Allow-Origin"] == "*")
    }

    func keySet() throws {
        let response = try provider.get("/openid/jwks")
        #expect(response["Access-Control-Allow-Origin"] == "*")
        let keys = try #require(try response.json["keys"]).elements
        #expect(keys.compactMap { $0["alg"]?.string }.sorted() == ["ES256", "RS256"])
        for key in keys {
            #expect(Set(key.names).isDisjoint(with: ["d", "p", "q", "dp", "dq", "qi", "k"]))
            #expect(key.names.count == (key["kty"]?.string == "EC" ? 7 : 6))
        }
        #expect(try provider.get("/openid/jwks").bytes == response.bytes)
    }

    func keyMaterial() throws {
        let first = provider.context.keys.material.material
        _ = try RotateEncryptionKeys(provider.context)(force: true)
        let response = try provider.get("/.well-known/xign/key-material")
        #expect(response["Content-Type"] == "application/json" && response["Access-Control-Allow-Origin"] == nil)
        let all = try response.json.elements.map { try SignedKeyMaterial(parsing: $0.serialized) }
        #expect(all.map(\.material.sequence) == [1, 2])
        #expect(all[0].material == first && all[1].serialized == provider.context.keys.material.serialized)
        func sequences(after: String) throws -> [Int64] {
            try provider.get("/.well-known/xign/key-material?after=\(after)").json.elements.map {
                try SignedKeyMaterial(parsing: $0.serialized).material.sequence
            }
        }
        #expect(try sequences(after: "0") == [1, 2] && sequences(after: "1") == [2] && sequences(after: "2") == [])
        #expect(try sequences(after: "999999999999999") == [])
        for wrong in ["", "-1", "x", "1.0", "99999999999999999", "%D9%A1", "1&after=2"] {
            #expect(try provider.get("/.well-known/xign/key-material?after=\(wrong)").status == 400, "\(wrong)")
        }
    }

    func methods() throws {
        for path in ["/.well-known/openid-configuration", "/openid/jwks", "/.well-known/xign/key-material"] {
            #expect(provider.router.respond(to: try Request(.head, path)).status == 200)
            let response = provider.router.respond(to: try Request(.post, path))
            #expect(response.status == 405 && response["Allow"] == "GET, HEAD, OPTIONS")
        }
    }
}
