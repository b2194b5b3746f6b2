import DatabaseFixture
import Foundation
import Testing

struct UserAttributeCommandTests {
    @Test("xignin-manager user attribute", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Values that were set are listed, as a table and as JSON", list),
        TestCase(
            "A value comes from standard input where - stands for it, so that no argument tells it", standardInput),
        TestCase("A value, or all of an attribute, is removed; removing a missing value is an error", remove),
        TestCase(
            "A misspelt attribute, an invalid value and an unknown user: one line that says what to do, without the value",
            refused),
        TestCase(
            "What people copy from contacts and documents has its one form, or the refusal names the character", typed),
        TestCase("The attributes that a service requests are shown", service),
    ]

    let operatorsFolder: OperatorsFolder

    init() throws {
        operatorsFolder = try OperatorsFolder()
        try operatorsFolder.expect(
            ["apply", "-"], input: "users:\n  - name: ada\n    attributes: {givenName: Ada}\n",
            prints: ["added user ada", "changed attributes of ada: givenName"])
    }

    func list() throws {
        try run("set", "ada", "email", "ada@example.org", "--verified")
        try run("set", "ada", "email", "ada@work.example", "--alias", "Work", "--primary")
        try run("set", "ada", "address", "Weg 1; 51147; Köln; DE")
        let rows = try run("list", "ada").output.split(separator: "\n").map {
            $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        #expect(
            rows == [
                "ATTRIBUTE ALIAS VALUE PRIMARY VERIFIED", "address Address Weg 1; 51147; Köln; DE yes no",
                "email Work ada@work.example yes no", "email E-mail ada@example.org no by operator",
                "givenName Given name Ada yes no",
            ])
        let json = try JSONSerialization.jsonObject(with: Data(try run("list", "ada", "--json").output.utf8))
        let values = try #require(json as? [[String: Any]])
        #expect(values.map { $0["alias"] as? String } == ["Address", "Work", "E-mail", "Given name"])
        #expect(Set(values[0].keys) == ["attribute", "alias", "value", "primary", "verified"])
        #expect(values[2]["verifiedBy"] as? String == "operator")
        #expect(
            values[0]["value"] as? String
                == #"{"country":"DE","locality":"Köln","postal_code":"51147","street_address":"Weg 1"}"#)
    }

    func standardInput() throws {
        try run("set", "ada", "email", "-", input: "ada@example.org\nnot this\n")
        #expect(try run("list", "ada").output.contains("ada@example.org"))
        #expect(try run("set", "--help").output.contains("standard input"))
    }

    func remove() throws {
        for text in ["a@example.org", "b@example.org"] { try run("set", "ada", "email", text) }
        try run("remove", "--yes", "ada", "email", "--alias", "E-mail")
        #expect(try !run("list", "ada").output.contains("a@example.org"))
        try run("remove", "--yes", "ada", "email")
        #expect(try !run("list", "ada").output.contains("email"))
        let again = try operatorsFolder.run(["user", "attribute", "remove", "ada", "email"])
        #expect(again.status == 65)
        #expect(again.errors.contains("user attribute list"))
    }

    func refused() throws {
        let misspelt = try operatorsFolder.run(["user", "attribute", "set", "ada", "emial", "x"])
        #expect(misspelt.status == 65)
        #expect(misspelt.errors.contains("did you mean email?"))
        let wrong = try operatorsFolder.run(["user", "attribute", "set", "ada", "email", "private text"])
        #expect(wrong.status == 65)
        #expect(wrong.errors.contains("email must be a mail address"))
        #expect(!wrong.errors.contains("private"))
        #expect(wrong.errors.split(separator: "\n").count == 1)
        let nobody = try operatorsFolder.run(["user", "attribute", "list", "nobody"])
        #expect(nobody.status == 78)
        #expect(nobody.errors.contains("user list"))
        let misspeltCommand = try operatorsFolder.run(["user", "atribute", "list", "ada"])
        #expect(misspeltCommand.status == 64)
        #expect(misspeltCommand.errors.contains("did you mean attribute?"))
    }

    func typed() throws {
        try run("set", "ada", "phoneNumber", "\u{202A}tel:+49\u{A0}151\u{2011}٢٣٤٥ (678) 9\u{202C}")
        #expect(try run("list", "ada").output.contains("+4915123456789"))
        try run("set", "ada", "address", "Flat 3, 1 Nathan Road; ; Hong Kong; HK")
        #expect(try run("list", "ada").output.contains("Flat 3, 1 Nathan Road; ; Hong Kong; HK"))
        for (attribute, text, reason) in [
            ("phoneNumber", "+49 (0)151 23456789", "must not have (0)"), ("phoneNumber", "+49 151 FLOWERS", "U+0046"),
            ("phoneNumber", "+49 151 23456789;ext=12", "extension"), ("phoneNumber", "+49 151 +23456789", "one + only"),
            ("familyName", "Müller\u{AD}", "U+00AD at the end"),
            ("familyName", "\u{200F}אבי", "U+200F at the beginning"),
            ("familyName", "葛\u{E0100}城", "U+E0100 after the first character"),
            ("address", "1 Weg; 51147; ; DE", "a town"),
        ] {
            let outcome = try operatorsFolder.run(["user", "attribute", "set", "ada", attribute, text])
            #expect(outcome.status == 65 && outcome.errors.contains(reason), "\(text): \(outcome.errors)")
        }
    }

    func service() throws {
        try operatorsFolder.expect(
            ["apply", "-"],
            input: """
                organizations:
                  - name: Example Inc.
                    services:
                      - name: shop
                        redirectUris: ["https://shop.example/"]
                        signingAlgorithm: ES256
                        attributes: [givenName, {name: email, required: false}]
                        roles: [{name: user, alternatives: [[device]]}]
                """, prints: ["added service shop"])
        let shown = try operatorsFolder.run(["service", "show", "shop"]).output
        #expect(shown.contains("ID tokens:      ES256: for clients that"))
        #expect(shown.contains("Claims:         in userInfo\n"))
        #expect(shown.contains("Attribute:      givenName: required\nAttribute:      email: optional, verified\n"))
        let json = try operatorsFolder.run(["service", "show", "shop", "--json"]).output
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        #expect((object["attributes"] as? [[String: Any]])?.map { $0["name"] as? String } == ["givenName", "email"])
        #expect(object["claimsIn"] as? String == "userInfo")
    }

    @discardableResult
    private func run(_ arguments: String..., input: String = "") throws -> ChildProcess.Outcome {
        let outcome = try operatorsFolder.run(["user", "attribute"] + arguments, input: input)
        #expect(outcome.status == 0, "\(outcome.errors)")
        return outcome
    }
}
