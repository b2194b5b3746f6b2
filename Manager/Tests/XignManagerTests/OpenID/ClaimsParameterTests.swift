import Testing
import XignDomain
import XignOAuth
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct ClaimsParameterTests {
    @Test("The claims parameter", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "what it names is understood, wherever and however it is asked for, and everything else is ignored",
            understood,
            each: [
                ("{}", [], []),
                (#"{"userinfo":{},"id_token":null}"#, [], []),
                (#"{"userinfo":{"given_name":null}}"#, [], [.value(.givenName)]),
                (#" { "id_token" : { "birthdate" : { "essential" : true } } } "#, [.value(.birthdate)], []),
                (
                    #"{"userinfo":{"email":null,"email_verified":{"essential":false}},"id_token":{"phone_number_verified":{}}}"#,
                    [.verification(.phoneNumber)], [.value(.email), .verification(.email)]
                ),
                (
                    #"{"id_token":{"nationalities":null,"place_of_birth":null,"salutation":null,"preferred_username":null}}"#,
                    [.value(.nationality), .value(.placeOfBirth), .value(.salutation), .value(.username)], []
                ),
                (
                    #"{"userinfo":{"name":null},"id_token":{"name":{"essential":true}}}"#, [.fullName],
                    [.fullName]
                ),
                // Conditions that nothing comes of (section 5.5.1), and members of others.
                (
                    #"{"userinfo":{"gender":{"value":"x","values":["a",null,3],"more":{"a":[null]}}}}"#, [],
                    [.value(.gender)]
                ),
                (#"{"id_token":{"acr":{"values":["x"]},"sub":null,"given_name#de":null}}"#, [], []),
                (#"{"userinfo":{"Email":null,"email ":null,"":null,"givenName":null},"other":"null"}"#, [], []),
                // The word in texts is no null, with or without a quotation mark before it.
                (
                    #"{"null":"null","a\"null":null,"userinfo":{"nickname":{"value":"\\"},"null":null}}"#, [],
                    [.value(.nickname)]
                ),
                (#"{"userinfo":{"\u0065mail":null}}"#, [], [.value(.email)]),
            ] as [(String, Set<RequestedClaim>, Set<RequestedClaim>)]),
        TestCase(
            "what two readers could understand differently, and what is no claims request, is refused", refused,
            each: [
                "", " ", "null", "[]", "true", "\"\"", "{", "{}x", "{} {}", "{,}", "{}{}", "\u{FEFF}{}",
                #"{"userinfo":[]}"#, #"{"userinfo":"email"}"#, #"{"id_token":true}"#, #"{"id_token":1}"#,
                #"{"userinfo":{"email":true}}"#, #"{"userinfo":{"email":"x"}}"#, #"{"userinfo":{"unknown":[]}}"#,
                #"{"userinfo":{"email":{"essential":"true"}}}"#, #"{"userinfo":{"email":{"essential":null}}}"#,
                #"{"userinfo":{"email":{"values":"x"}}}"#, #"{"userinfo":{"email":{"values":null}}}"#,
                #"{"id_token":{"sub":{"value":null}}}"#, #"{"id_token":{"sub":{"value":1}}}"#,
                #"{"userinfo":{"sub":{"values":["a","b"]}}}"#, #"{"id_token":{"sub":{"value":"a","values":["b"]}}}"#,
                #"{"id_token":{"sub":{"value":"\u00e4"}}}"#, #"{"id_token":{"sub":{"value":"\u0000"}}}"#,
                #"{"id_token":{"acr":{"essential":true,"values":[1]}}}"#,
                #"{"id_token":{"acr":{"essential":true,"value":{}}}}"#,
                #"{"userinfo":{},"userinfo":{}}"#, #"{"userinfo":{"email":null,"\u0065mail":null}}"#,
                #"{"userinfo":{"email":nul}}"#, #"{"userinfo":{"email":nulll}}"#, #"{"userinfo":{"email":nullnull}}"#,
                #"{"userinfo":{"email":NULL}}"#, #"{"userinfo":{null:null}}"#, #"{null}"#, #"{"userinfo" null}"#,
                #"{"userinfo":{"email":{"value":1null}}}"#, #"{"userinfo":{"email":{"value":"\ud800"}}}"#,
                #"{"userinfo":{"email":{"value":1.5}}}"#, "{\"userinfo\":{\"a\nb\":null}}", #"{"a":"\"#,
                #"{"userinfo":{"email":{"value":\#(String(repeating: "[", count: 6))\#(String(repeating: "]", count: 6))}}}"#,
                String(repeating: "[", count: 4096), #"{"a":"\#(String(repeating: "x", count: 4090))"}"#,
            ]),
        TestCase(
            "a value of sub is a demand, and values of acr are one where it is essential in the ID token", demands,
            each: [
                (#"{"id_token":{"sub":{"value":"a"}}}"#, ["a"], nil),
                (
                    #"{"userinfo":{"sub":{"values":["a"]}},"id_token":{"sub":{"essential":true,"value":"b"}}}"#,
                    ["b", "a"], nil
                ),
                (#"{"id_token":{"sub":{"essential":true},"acr":{"essential":true}}}"#, [], nil),
                (#"{"id_token":{"sub":{"values":[]},"acr":{"values":["x"],"essential":false}}}"#, [], nil),
                (#"{"id_token":{"acr":{"value":"x","essential":true,"values":["y"]}}}"#, [], ["x", "y"]),
                (#"{"userinfo":{"acr":{"value":"x","essential":true}}}"#, [], nil),
            ] as [(String, [String], [String]?)]),
        TestCase("all claims of attributes can be asked for at both places, with values", everything),
        TestCase("what a website names is kept with the session, and a mistake is told to the website", kept),
        TestCase("discovery names every claim, and says that the parameter is understood", discovery),
    ]

    func understood(text: String, idToken: Set<RequestedClaim>, userInfo: Set<RequestedClaim>) throws {
        #expect(try ClaimsParameter(text).attributes == ClaimsRequest(idToken: idToken, userInfo: userInfo))
    }

    func refused(text: String) {
        let refusal = #expect(throws: AuthorizationRefusal.self) { try ClaimsParameter(text) }
        #expect(refusal?.code == .invalidRequest)
        // RFC 6749, section 4.1.2.1.
        let description = refusal?.description ?? ""
        #expect(!description.isEmpty && description.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != 0x22 })
    }

    func demands(text: String, subjects: [String], contextClasses: [String]?) throws {
        let parameter = try ClaimsParameter(text)
        #expect(parameter.subjects == subjects)
        #expect(parameter.contextClasses == contextClasses)
    }

    func everything() throws {
        let claims = (AttributeName.claims + ["groups"]).map {
            #""\#($0)":{"essential":true,"values":["one","another"]}"#
        }
        let list = claims.joined(separator: ",")
        let request = try ClaimsParameter(#"{"userinfo":{\#(list)},"id_token":{\#(list)}}"#)
        #expect(
            request.attributes
                == ClaimsRequest(idToken: Set(RequestedClaim.all), userInfo: Set(RequestedClaim.all)))
        #expect(request.subjects.isEmpty && request.contextClasses == nil)
    }

    func kept() throws {
        let provider = try Provider()
        var browser = Browser(provider)
        let id = try browser.begin(
            .shop, ["claims": #"{"userinfo":{"given_name":{"essential":true}},"id_token":{"email":null}}"#])
        let process = try #require(try provider.context.database.read { try $0.processes.find(id) })
        let claims = ClaimsRequest(idToken: [.value(.email)], userInfo: [.value(.givenName)])
        #expect(process.goal.login?.requirements.claims == claims)
        let answer = try Answer(
            try provider.get(Website.shop.target(["claims": #"{"userinfo":{"email":null,"email":null}}"#])))
        #expect(answer["error"] == "invalid_request" && answer["state"] == "af0ifjsldkj")
        #expect(answer["error_description"]?.hasPrefix("claims ") == true)
    }

    func discovery() throws {
        let json = try Provider().get("/.well-known/openid-configuration").json
        #expect(json["claims_parameter_supported"]?.boolean == true)
        let supported = try #require(json["claims_supported"]).strings
        #expect(Set(supported) == Set(IDToken.claims + AttributeName.claims) && Set(supported).count == supported.count)
        #expect(json["scopes_supported"]?.strings == ["openid", "profile", "email", "phone", "address", "roles"])
    }
}
