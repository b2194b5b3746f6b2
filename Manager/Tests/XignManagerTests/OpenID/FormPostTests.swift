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

struct FormPostTests {
    @Test("Answers by form post", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "the code is posted to the redirect URI with the state and the issuer, and stands in no address", code),
        TestCase("the page posts to the web alone, and tells the website no more than who posts", headers),
        TestCase(
            "a refusal is posted too, with its state", refusals,
            each: [
                (["prompt": "none"], "login_required"), (["scope": "profile"], "invalid_scope"),
                (["response_type": "token"], "unsupported_response_type"), (["code_challenge": nil], "invalid_request"),
                (["claims": "{"], "invalid_request"),
            ] as [([String: String?], String)]),
        TestCase("a login that is cancelled is answered by a form", cancelled),
        TestCase("a login that begins again is still answered by a form", again),
        TestCase("a state with markup is a value of the form", markup),
        TestCase("a response mode that is unknown or repeated is refused in the address", unknownMode),
        TestCase("no form is posted to a private-use scheme", privateUse),
    ]

    private static let formPost: [String: String?] = ["response_mode": "form_post"]

    let provider: Provider

    init() throws { provider = try Provider() }

    func code() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop, Self.formPost)
        try provider.confirm(id)
        let response = try browser.post("/login/\(id)/continue")
        let form = try PostedForm(response)
        #expect(form.action == Website.shop.redirectURI)
        #expect(form.fields["state"] == Website.shop.state)
        #expect(form.fields["iss"] == "https://login.example.org")
        #expect(form.fields.count == 3)
        #expect(response["Location"] == nil)
        #expect(try Website.shop.redeem(try #require(form.fields["code"]), at: provider).status == 200)
    }

    func headers() throws {
        let response = try provider.get(Website.shop.target(["response_mode": "form_post", "prompt": "none"]))
        let policy = try #require(response["Content-Security-Policy"])
        #expect(policy.contains("form-action https:; "))
        #expect(policy.contains("default-src 'none'; script-src 'self';"))
        #expect(response["Referrer-Policy"] == "strict-origin")
        #expect(response["Cache-Control"] == "no-store")
    }

    func refusals(_ changes: [String: String?], _ error: String) throws {
        let changes = changes.merging(Self.formPost) { one, _ in one }
        let form = try PostedForm(try provider.get(Website.shop.target(changes)))
        #expect(form.action == Website.shop.redirectURI)
        #expect(form.fields["error"] == error)
        #expect(form.fields["state"] == Website.shop.state)
        #expect(form.fields["iss"] == "https://login.example.org")
        #expect(form.fields["code"] == nil)
    }

    func cancelled() throws {
        var browser = Browser(provider)
        let id = try browser.begin(.shop, Self.formPost)
        let form = try PostedForm(try browser.post("/login/\(id)/cancel"))
        #expect(form.fields["error"] == "access_denied")
    }

    func again() throws {
        var browser = Browser(provider)
        let first = try browser.begin(.shop, Self.formPost)
        try provider.decline(first, .cancelled)
        let id = try browser.session(in: try browser.post("/login/\(first)/again"))
        try provider.confirm(id)
        #expect(try PostedForm(try browser.post("/login/\(id)/continue")).fields["code"] != nil)
    }

    func markup() throws {
        let state = "\"><script>alert(1)</script>'&amp;"
        let response = try provider.get(
            Website.shop.target(["response_mode": "form_post", "prompt": "none", "state": state]))
        #expect(!response.text.contains("<script>alert"))
        #expect(try PostedForm(response).fields["state"] == state)
    }

    func unknownMode() throws {
        #expect(
            try Answer(try provider.get(Website.shop.target(["response_mode": "web_message"])))["error"]
                == "invalid_request")
        let twice = Website.shop.target(Self.formPost) + "&response_mode=form_post"
        #expect(try Answer(try provider.get(twice))["error"] == "invalid_request")
    }

    func privateUse() throws {
        try provider.change("app") {
            $0.redirectURIs = ["org.example.app:/cb"]
            $0.client.isNative = true
        }
        let app = Website(clientID: "app", redirectURI: "org.example.app:/cb", isConfidential: false)
        let answer = try Answer(try provider.get(app.target(Self.formPost)))
        #expect(answer["error"] == "invalid_request")
        #expect(answer.address == "org.example.app:/cb")
    }
}

/// The form of a page that a browser posts to a website.
struct PostedForm {
    let action: String
    let fields: [String: String]

    init(_ response: Response) throws {
        guard response.status == 200, let form = response.text.firstMatch(of: #/<form action="([^"]*)" method="post">/#)
        else { throw Unexpected(response: response) }
        action = Self.unescaped(form.output.1)
        let inputs = response.text.matches(of: #/<input type="hidden" name="([^"]*)" value="([^"]*)">/#)
        fields = Dictionary(
            uniqueKeysWithValues: inputs.map { (Self.unescaped($0.output.1), Self.unescaped($0.output.2)) })
    }

    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
