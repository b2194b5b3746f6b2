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

struct RequirementTests {
    @Test("What a website demands of one login", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "an ID token of the same client says whose login it is, also after its time", hint,
            each: [Website.shop, .legacy]),
        TestCase("an ID token is believed only as a whole, and only from the client that it was for", forgedHint),
        TestCase("an ID token that another manager has signed is not believed, whatever it says", foreignKey),
        TestCase(
            "a subject that the website knows is demanded by its claim, at either place",
            subject),
        TestCase("whom the website does not know is not logged in, nor anybody in that place", unknownSubject),
        TestCase("two people are not logged in at once", twoSubjects),
        TestCase("nobody is logged in without a prompt, whoever is demanded", promptNone),
        TestCase(
            "the demanded kinds are those that both parameters name, and acr_values of others demand nothing",
            contextClasses,
            each: [
                (nil, "urn:xign:acr:multi-factor", [.multiFactor]), (nil, "x urn:xign:acr:device", [.device]),
                (nil, "urn:xign:acr:multi-factor urn:xign:acr:device", [.device, .multiFactor]), (nil, nil, nil),
                (#"{"value":"urn:xign:acr:device","essential":true}"#, nil, [.device]),
                (
                    #"{"values":["urn:xign:acr:device","urn:xign:acr:multi-factor"],"essential":true}"#,
                    "urn:xign:acr:multi-factor", [.multiFactor]
                ),
                (#"{"value":"urn:xign:acr:device"}"#, nil, nil),
                (#"{"essential":true}"#, "urn:xign:acr:multi-factor", [.multiFactor]),
                (nil, "1 2", nil), (nil, "0", nil), (nil, "loa1 urn:mace:incommon:iap:silver", nil),
                (nil, "PHR xphr urn:x:acr:device", nil),
                (#"{"value":"urn:xign:acr:device","essential":true}"#, "1 2", [.device]),
                (nil, "phr urn:xign:acr:multi-factor 1", [.multiFactor]),
            ] as [(String?, String?, Set<AuthenticationMethods.ContextClass>?)]),
        TestCase(
            "a demanded kind that is not known, or that no role has, is refused before anybody scans a code", unmet,
            each: [
                ["acr_values": "phr"], ["acr_values": "1 phrh"], ["acr_values": "urn:xign:acr:other"],
                ["acr_values": "1 urn:xign:"], ["acr_values": "URN:xign:acr:device"],
                ["acr_values": "urn%3Axign%3Aacr%3Amulti-factor"], ["acr_values": "1,urn:xign:acr:multi-factor"],
                ["acr_values": #""urn:xign:acr:multi-factor""#], ["acr_values": #"["urn:xign:acr:multi-factor"]"#],
                ["acr_values": "xign:acr:multi-factor"], ["acr_values": "urn:xignx:acr:device"],
                ["claims": #"{"id_token":{"acr":{"essential":true,"value":"1"}}}"#],
                ["claims": #"{"id_token":{"acr":{"essential":true,"value":"phr"}}}"#],
                [
                    "claims": #"{"id_token":{"acr":{"essential":true,"value":"urn:xign:acr:device"}}}"#,
                    "acr_values": "urn:xign:acr:multi-factor",
                ],
            ] as [[String: String?]]),
        TestCase("a kind that no role of the service has is refused at once", noRole),
        TestCase("who begins anew in the same browser begins with the same demands", again),
    ]

    let provider: Provider

    init() throws { provider = try Provider() }

    // MARK: The account

    func hint(_ website: Website) throws {
        let token = try idToken(website)
        provider.advance(seconds: 86_400)
        #expect(try requirements(website, ["id_token_hint": token]).accountID == Provider.account)
    }

    func forgedHint() throws {
        let token = try idToken(.shop)
        for index in token.utf8.indices where index != token.utf8.startIndex {
            let offset = token.utf8.distance(from: token.utf8.startIndex, to: index)
            guard offset % 7 == 0 else { continue }
            var bytes = Array(token.utf8)
            bytes[offset] = bytes[offset] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(try refusal(["id_token_hint": String(decoding: bytes, as: UTF8.self)]) == "invalid_request")
        }
        let parts = token.split(separator: ".")
        let unsigned = Base64URL.encode(Array(#"{"alg":"none"}"#.utf8))
        for hint in [
            try idToken(.legacy), try idToken(.app), "\(parts[0]).\(parts[1])", "\(parts[0]).\(parts[1]).",
            "\(unsigned).\(parts[1]).", "\(token).", ".\(token)", "..", String(repeating: "a", count: 7000),
        ] {
            #expect(try refusal(["id_token_hint": hint]) == "invalid_request", "\(hint.prefix(80))")
        }
    }

    func foreignKey() throws {
        let parts = try idToken(.shop).split(separator: ".").map(String.init)
        let key = P256.Signing.PrivateKey()
        let input = "\(parts[0]).\(parts[1])"
        let signature = try key.signature(for: Array(input.utf8)).rawRepresentation
        #expect(try refusal(["id_token_hint": "\(input).\(Base64URL.encode(Array(signature)))"]) == "invalid_request")
    }

    func subject() throws {
        let subject = try subject(.shop)
        for place in ["id_token", "userinfo"] {
            let claims = #"{"\#(place)":{"sub":{"value":"\#(subject)"}}}"#
            #expect(try requirements(.shop, ["claims": claims]).accountID == Provider.account)
        }
    }

    func unknownSubject() throws {
        let ofAnotherWebsite = try subject(.legacy)
        for subject in [ofAnotherWebsite, "nobody", Provider.account, ""] {
            #expect(
                try refusal(["claims": #"{"id_token":{"sub":{"value":"\#(subject)"}}}"#]) == "login_required",
                "\(subject)")
        }
    }

    func twoSubjects() throws {
        let (token, subject) = (try idToken(.shop), try subject(.shop))
        func claims(_ subject: String) -> [String: String?] {
            ["id_token_hint": token, "claims": #"{"id_token":{"sub":{"value":"\#(subject)"}}}"#]
        }
        #expect(try refusal(claims("nobody")) == "login_required")
        #expect(try requirements(.shop, claims(subject)).accountID == Provider.account)
    }

    func promptNone() throws {
        #expect(try refusal(["id_token_hint": try idToken(.shop), "prompt": "none"]) == "login_required")
    }

    // MARK: The kind of authentication

    func contextClasses(
        _ acr: String?, _ values: String?, _ expected: Set<AuthenticationMethods.ContextClass>?
    ) throws {
        let changes: [String: String?] = [
            "claims": acr.map { #"{"id_token":{"acr":\#($0)}}"# }, "acr_values": values,
        ]
        #expect(try requirements(.shop, changes).contextClasses == expected)
    }

    func unmet(_ changes: [String: String?]) throws {
        #expect(try refusal(changes) == "unmet_authentication_requirements")
    }

    func noRole() throws {
        try provider.write { transaction in
            guard var role = try transaction.services.roles(of: "shop").first else { return }
            role.alternatives = [[.device]]
            try transaction.services.save(role)
        }
        #expect(try refusal(["acr_values": "urn:xign:acr:multi-factor"]) == "unmet_authentication_requirements")
        #expect(try requirements(.shop, ["acr_values": "urn:xign:acr:device"]).contextClasses == [.device])
    }

    func again() throws {
        var browser = Browser(provider)
        let first = try browser.begin(
            .shop, ["acr_values": "urn:xign:acr:multi-factor", "id_token_hint": idToken(.shop)])
        let second = try browser.session(in: try browser.post("/login/\(first)/again"))
        let demanded = try requirements(of: second)
        #expect(demanded.accountID == Provider.account)
        #expect(demanded.contextClasses == [.multiFactor])
    }

    // MARK: Steps

    private func idToken(_ website: Website) throws -> String {
        var browser = Browser(provider)
        let tokens = try website.redeem(try browser.logIn(website), at: provider).json
        return try #require(tokens["id_token"]?.string)
    }

    private func subject(_ website: Website) throws -> String {
        let parts = try idToken(website).split(separator: ".")
        let claims = try StrictJSON.parse(try #require(Base64URL.decode(parts[1])), limits: .message)
        return try #require(claims["sub"]?.string)
    }

    private func requirements(_ website: Website, _ changes: [String: String?]) throws -> LoginRequirements {
        var browser = Browser(provider)
        return try requirements(of: try browser.begin(website, changes))
    }

    private func requirements(of id: SessionID) throws -> LoginRequirements {
        let process = try provider.context.database.read { try $0.processes.find(id) }
        return try #require(process?.goal.login).requirements
    }

    /// The error that the website is told.
    private func refusal(_ changes: [String: String?]) throws -> String? {
        let answer = try Answer(try provider.get(Website.shop.target(changes)))
        #expect(answer["state"] == Website.shop.state)
        return answer["error"]
    }
}
