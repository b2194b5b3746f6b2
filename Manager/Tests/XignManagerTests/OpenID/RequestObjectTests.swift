import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer

struct RequestObjectTests {
    @Test("Request objects, which are refused", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a readable request object says how its refusal goes back, before the query", requestObject),
        TestCase(
            "what is no readable request object changes nothing of its refusal", unreadableObject,
            each: ["x", "e30.e30", "e30.e30.", "eyJhbGciOiJub25lIn0.W10.", "eyJhbGciOiJub25lIn0.e30.=", "a.b.c.d.e"]),
        TestCase("a request object sends no answer to another address", addressOfObject),
    ]

    let provider: Provider

    init() throws { provider = try Provider() }

    func requestObject() throws {
        let answer = try Answer(try refused(["state": .string("of the object")]))
        #expect(answer["error"] == "request_not_supported")
        #expect(answer["state"] == "of the object")
        let alone = try Answer(try refused(["state": .string("a b&c")], ["state": nil]))
        #expect(alone["state"] == "a b&c")
        let none = try Answer(try refused([:]))
        #expect(none["state"] == Website.shop.state)
        let form = try PostedForm(try refused(["response_mode": .string("form_post"), "state": .string("s")]))
        #expect(form.action == Website.shop.redirectURI)
        #expect(form.fields["error"] == "request_not_supported")
        #expect(form.fields["state"] == "s")
        let query = try Answer(
            try refused(["response_mode": .string("query")], ["response_mode": "form_post"]))
        #expect(query["state"] == Website.shop.state)
        let long = String(repeating: "s", count: 5000)
        #expect(try Answer(try refused(["state": .string(long)]))["state"] == long)
        #expect(try Answer(try refused(["state": .integer(7), "response_mode": .array([])]))["state"] == "af0ifjsldkj")
        let signed = try TestKey.p256().jwt(
            header: [("alg", .string("ES256"))], claims: [("state", .string("signed"))])
        #expect(try Answer(try provider.get(Website.shop.target(["request": signed])))["state"] == "signed")
    }

    /// Sends a request with an unsigned object.
    private func refused(_ claims: [String: JSONValue], _ changes: [String: String?] = [:]) throws -> Response {
        let parts = [[("alg", JSONValue.string("none"))], claims.map { ($0.key, $0.value) }]
            .map { Base64URL.encode(JSONValue.object($0).serialized) }
        let object: [String: String?] = ["request": parts.joined(separator: ".") + "."]
        return try provider.post("/openid/authenticate", Website.shop.request(object.merging(changes) { $1 }))
    }

    func unreadableObject(object: String) throws {
        let answer = try Answer(try provider.get(Website.shop.target(["request": object])))
        #expect(answer["error"] == "request_not_supported")
        #expect(answer["state"] == Website.shop.state)
    }

    func addressOfObject() throws {
        let elsewhere: [String: JSONValue] = [
            "redirect_uri": .string("https://shop.example.org/cb?tenant=1"), "client_id": .string("legacy"),
        ]
        #expect(try Answer(try refused(elsewhere)).address == Website.shop.redirectURI)
        let page = try refused(elsewhere, ["redirect_uri": nil])
        #expect(page.status == 400)
        #expect(page["Location"] == nil)
    }
}
