import Testing
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

struct ReleasedClaimsTests {
    @Test("What websites receive of people", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "each attribute is told by the claim that the standard has for it", mapping,
            each: [
                (.username, "ada", #"{"preferred_username":"ada"}"#),
                (.nickname, "Ady", #"{"nickname":"Ady"}"#),
                (.givenName, "Ada", #"{"given_name":"Ada"}"#),
                (.familyName, "Lovelace", #"{"family_name":"Lovelace"}"#),
                (.birthdate, "1964-08-12", #"{"birthdate":"1964-08-12"}"#),
                (
                    .address,
                    #"{"country":"DE","locality":"Köln","postal_code":"51147","street_address":"Weg 1\u000aHinterhaus"}"#,
                    #"{"address":{"country":"DE","locality":"Köln","postal_code":"51147","street_address":"Weg 1\u000aHinterhaus"}}"#
                ),
                (.nationality, "DE", #"{"nationalities":["DE"]}"#),
                (.placeOfBirth, "London", #"{"place_of_birth":{"locality":"London"}}"#),
                (.gender, "female", #"{"gender":"female"}"#),
                (.salutation, "Dr.", #"{"salutation":"Dr."}"#),
                (.email, "ada@example.org", #"{"email":"ada@example.org","email_verified":false}"#),
                (.phoneNumber, "+4930123456", #"{"phone_number":"+4930123456","phone_number_verified":false}"#),
            ] as [(AttributeName, String, String)]),
        TestCase("that somebody has verified it is told, of mail address and telephone number alone", verified),
        TestCase(
            "a value goes where it was confirmed for: to the ID token, to the user info endpoint, or to both",
            destinations),
        TestCase("the full name is told where both its parts are told, and nowhere else", name),
        TestCase(
            "the role stands in every ID token, and in user info where the scope or the claims ask for it", roles,
            each: [
                (["scope": "openid"], false), (["scope": "openid roles"], true),
                (["claims": #"{"userinfo":{"roles":null}}"#], true),
                (["claims": #"{"userinfo":{"roles":{"essential":true,"values":["other"]}}}"#], true),
                (["claims": #"{"id_token":{"roles":null}}"#], false),
                (["claims": #"{"userinfo":{"role":null}}"#], false),
            ] as [([String: String?], Bool)]),
        TestCase("no claim of an attribute can take the place of one that the manager states itself", ownClaims),
        TestCase("what a service asks for and nobody has confirmed is told to nobody", unconfirmed),
        TestCase("what was confirmed for one session is told by its tokens alone", sessions),
        TestCase("what its operator has taken from a service is told no more, by tokens of before either", withdrawn),
        TestCase("a code used twice, or with anything wrong, takes what was released with it", refused),
        TestCase("a lockout, a revocation or a disabled account: nothing is told", fallen),
        TestCase(
            "what was released stands in the database sealed, and no longer than the tokens that tell it", housekeeping),
    ]

    let provider: Provider

    init() throws {
        provider = try Provider()
        try ask(for: AttributeName.allCases)
    }

    // MARK: Claims

    func mapping(attribute: AttributeName, text: String, expected: String) throws {
        #expect(attribute.accepts(text, today: CalendarDay(latestAt: provider.now.seconds)))
        let told = try logIn([release(attribute, text)])
        #expect(told.userInfo.serialized == Array(expected.utf8))
        #expect(Set(told.idToken.names) == Set(IDToken.claims))
    }

    func verified() throws {
        let told = try logIn([
            release(.email, "ada@example.org", isVerified: true),
            release(.phoneNumber, "+4930123456", isVerified: true),
            release(.givenName, "Ada", isVerified: true),
        ]).userInfo
        #expect(told["email_verified"]?.boolean == true && told["phone_number_verified"]?.boolean == true)
        #expect(told.names.count == 5)
    }

    func destinations() throws {
        let told = try logIn([
            release(.givenName, "Ada", in: [.idToken]), release(.familyName, "Lovelace", in: [.userInfo]),
            release(.email, "ada@example.org", in: [.idToken, .userInfo]), release(.gender, "female", in: []),
        ])
        #expect(Set(told.idToken.names).subtracting(IDToken.claims) == ["given_name", "email", "email_verified"])
        #expect(Set(told.userInfo.names) == ["family_name", "email", "email_verified"])
    }

    func name() throws {
        let both = try logIn([release(.familyName, "Lovelace"), release(.givenName, "Ada")])
        #expect(both.userInfo["name"]?.string == "Ada Lovelace" && both.idToken["name"] == nil)
        let one = try logIn([release(.givenName, "Ada")])
        #expect(one.userInfo.names == ["given_name"])
        let apart = try logIn([release(.givenName, "Ada", in: [.idToken]), release(.familyName, "Lovelace")])
        #expect(apart.userInfo["name"] == nil && apart.idToken["name"] == nil)
        try ask(for: [.givenName])
        let withdrawn = try logIn([release(.familyName, "Lovelace"), release(.givenName, "Ada")])
        #expect(withdrawn.userInfo.names == ["given_name"])
    }

    func roles(changes: [String: String?], isTold: Bool) throws {
        var browser = Browser(provider)
        let tokens = try redeem(try browser.logIn(.shop, changes))
        #expect(try idToken(tokens)["roles"]?.strings == ["user"])
        #expect(try userInfo(tokens)["roles"]?.strings == (isTold ? ["user"] : nil))
        #expect(try userInfo(tokens).names.sorted() == (isTold ? ["roles", "sub"] : ["sub"]))
    }

    func ownClaims() {
        #expect(Set(AttributeName.claims).isDisjoint(with: IDToken.claims))
        #expect(Set(AttributeName.claims).count == AttributeName.allCases.count + 3)
        for attribute in AttributeName.allCases {
            #expect(RequestedClaim(named: attribute.definition.claim) == .value(attribute))
        }
        #expect(
            Set((AttributeName.claims + ["groups"]).compactMap { RequestedClaim(named: $0) }) == Set(RequestedClaim.all)
        )
    }

    // MARK: Only what was confirmed, and only as long as it holds

    func unconfirmed() throws {
        let told = try logIn([])
        #expect(told.userInfo.names.isEmpty && Set(told.idToken.names) == Set(IDToken.claims))
        let prepared = try redeem(
            try confirmed([release(.givenName, "Ada", in: [.idToken, .userInfo])], isSigned: false))
        #expect(try userInfo(prepared).names == ["sub"] && idToken(prepared)["given_name"] == nil)
        let one = try logIn([release(.givenName, "Ada")])
        #expect(one.userInfo.names == ["given_name"])
    }

    func sessions() throws {
        let first = try confirmed([release(.givenName, "Ada")])
        let second = try confirmed([release(.givenName, "Augusta")])
        let (early, late) = (try redeem(first), try redeem(second))
        #expect(try userInfo(early)["given_name"]?.string == "Ada")
        #expect(try userInfo(late)["given_name"]?.string == "Augusta")
    }

    func withdrawn() throws {
        let code = try confirmed([
            release(.givenName, "Ada", in: [.idToken, .userInfo]), release(.email, "ada@example.org"),
            release(.gender, "female"),
        ])
        try ask(for: [.email, .gender])
        let tokens = try redeem(code)
        #expect(try idToken(tokens)["given_name"] == nil)
        #expect(try Set(userInfo(tokens).names) == ["sub", "email", "email_verified", "gender"])
        try provider.change("shop") {
            $0.attributes = [ServiceAttribute(name: .email, isRequired: true, mustBeVerified: true)]
        }
        #expect(try userInfo(tokens).names == ["sub"])
        try ask(for: [])
        #expect(try userInfo(tokens).names == ["sub"])
    }

    func refused() throws {
        let used = try confirmed([release(.givenName, "Ada")])
        let tokens = try redeem(used)
        _ = try Website.shop.redeem(used, at: provider)
        #expect(try provider.get("/openid/user", headers: bearer(tokens)).status == 401)
        #expect(try releases() == 0)
        let wrong = try confirmed([release(.givenName, "Ada")])
        #expect(try Website.shop.redeem(wrong, at: provider, ["code_verifier": nil]).status == 400)
        #expect(try releases() == 0)
    }

    func fallen() throws {
        let tokens = try redeem(try confirmed([release(.givenName, "Ada")]))
        try provider.write { try $0.accounts.setActive(false, account: Provider.account) }
        let refused = try provider.get("/openid/user", headers: bearer(tokens))
        #expect(refused.status == 401 && !refused.text.contains("Ada"))
        try provider.write { try $0.accounts.setActive(true, account: Provider.account) }
        let code = try confirmed([release(.givenName, "Ada", in: [.idToken])])
        try provider.write { _ = try $0.activations.revoke(Provider.activationID) }
        #expect(try !Website.shop.redeem(code, at: provider).text.contains("id_token"))
        #expect(try provider.get("/openid/user", headers: bearer(tokens)).status == 401)
    }

    func housekeeping() throws {
        let secret = "A value that stands nowhere else"
        let code = try confirmed([release(.nickname, secret)])
        let sealed = try provider.context.database.read {
            try $0.rows("SELECT sealed_releases FROM attribute_release").map {
                try $0("sealed_releases", as: [UInt8].self)
            }
        }
        #expect(sealed.count == 1 && !String(decoding: sealed[0], as: UTF8.self).contains("stands nowhere"))
        let tokens = try redeem(code)
        Housekeeping(provider.manager).runOnce()
        #expect(try userInfo(tokens)["nickname"]?.string == secret)
        provider.advance(seconds: Self.keptSeconds + 1)
        Housekeeping(provider.manager).runOnce()
        #expect(try releases() == 0)
    }

    // MARK: Steps

    private static let keptSeconds: Int64 = 480

    private func ask(for attributes: [AttributeName]) throws {
        try provider.change("shop") { service in
            service.attributes = attributes.map {
                ServiceAttribute(name: $0, isRequired: true, mustBeVerified: false)
            }
        }
    }

    private func release(
        _ attribute: AttributeName, _ text: String, isVerified: Bool = false,
        in destinations: Set<ClaimDestination> = [.userInfo]
    ) -> AttributeRelease {
        let disclosure = AttributeDisclosure(
            salt: Array(repeating: 5, count: 16), name: attribute.rawValue, value: text)
        return AttributeRelease(
            attribute: attribute, disclosure: disclosure, source: .supplied,
            verification: isVerified ? .operator : nil,
            destinations: destinations)
    }

    /// Logs in, with a device that confirms these; returns the code.
    private func confirmed(_ releases: [AttributeRelease], isSigned: Bool = true) throws -> String {
        var browser = Browser(provider)
        let id = try browser.begin(.shop)
        try provider.confirm(id)
        if !releases.isEmpty {
            try provider.write { transaction in
                let repository = transaction.attributeReleases
                try repository.prepare(
                    Releases(attributes: releases), of: id, activation: Provider.activationID,
                    expiresAt: provider.now + 300)
                if isSigned { try repository.confirm(id, keptUntil: provider.now + Self.keptSeconds) }
            }
        }
        return try #require(try Answer(try browser.post("/login/\(id)/continue"))["code"])
    }

    private func redeem(_ code: String) throws -> JSONValue { try Website.shop.redeem(code, at: provider).json }

    /// Logs in, and returns the claims of the ID token and those of the user info endpoint without the subject.
    private func logIn(_ releases: [AttributeRelease]) throws -> (idToken: JSONValue, userInfo: JSONValue) {
        let tokens = try redeem(try confirmed(releases))
        let (idToken, userInfo) = (try idToken(tokens), try userInfo(tokens))
        #expect(userInfo["sub"]?.string == idToken["sub"]?.string)
        guard case .object(let members) = userInfo else { return (idToken, userInfo) }
        return (idToken, .object(members.filter { $0.name != "sub" }))
    }

    private func bearer(_ tokens: JSONValue) -> [HeaderField] {
        [HeaderField("Authorization", "Bearer \(tokens["access_token"]?.string ?? "")")]
    }

    private func userInfo(_ tokens: JSONValue) throws -> JSONValue {
        try provider.get("/openid/user", headers: bearer(tokens)).json
    }

    private func idToken(_ tokens: JSONValue) throws -> JSONValue {
        let parts = try #require(tokens["id_token"]?.string).split(separator: ".")
        return try StrictJSON.parse(try #require(Base64URL.decode(parts[1])), limits: .message)
    }

    private func releases() throws -> Int {
        try provider.context.database.read { try $0.rows("SELECT session_id FROM attribute_release").count }
    }
}
