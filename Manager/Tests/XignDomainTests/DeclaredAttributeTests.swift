import Testing
import XignDomain
import XignProtocol

struct DeclaredAttributeTests {
    @Test("Declared attributes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A value is text, a number or a truth value, in one form", values),
        TestCase("The claim is the name by default, and one label is enough", usual),
        TestCase("What has a meaning of its own is refused, and so is what looks like it", refused, each: refusals),
        TestCase("Names, claims and labels of two attributes differ", differing),
        TestCase("A service asks for ten of them, each once, beside the twelve", demands),
        TestCase("An account name has a claim that nothing else has", accountName),
    ]

    private func attribute(_ json: String) throws -> DeclaredAttribute {
        try MessageCoding.decode(Reading<DeclaredAttribute>.self, from: Array(json.utf8)).value
    }

    private func settings(_ attributes: String) throws -> PolicyDeclaration {
        try MessageCoding.decode(
            Patch<PolicyDeclaration>.self, from: Array("{\"attributes\":[\(attributes)]}".utf8)
        ).applied(to: PolicyDeclaration())
    }

    func values() throws {
        let text = try attribute(#"{"name":"a","label":"A"}"#)
        #expect(text.canonicalText(ofTyped: " 4711 ") == "4711")
        #expect(text.canonicalText(ofTyped: "  ") == nil)
        #expect(text.canonicalText(ofTyped: String(repeating: "a", count: 200)) != nil)
        #expect(text.canonicalText(ofTyped: String(repeating: "a", count: 201)) == nil)
        #expect(text.canonicalText(ofTyped: "a\u{200B}b") == nil)
        let number = try attribute(#"{"name":"a","label":"A","type":"number"}"#)
        #expect(number.canonicalText(ofTyped: "007") == "7")
        #expect(number.canonicalText(ofTyped: "-9007199254740991") == "-9007199254740991")
        #expect(number.canonicalText(ofTyped: "9007199254740992") == nil)
        #expect(number.canonicalText(ofTyped: "1.5") == nil)
        if case .integer(let value)? = number.claimValue(of: "12") { #expect(value == 12) } else { Issue.record() }
        let boolean = try attribute(#"{"name":"a","label":"A","type":"boolean"}"#)
        if case .boolean(let value)? = boolean.claimValue(of: "true") { #expect(value) } else { Issue.record() }
        #expect(boolean.canonicalText(ofTyped: "yes") == nil)
    }

    func usual() throws {
        let attribute = try attribute(#"{"name":"costCentre","label":"Cost centre"}"#)
        #expect(attribute.claim == "costCentre")
        #expect(attribute.label.text(in: .german) == "Cost centre")
        #expect(attribute.flaws == [])
        let stored = try MessageCoding.decode(DeclaredAttribute.self, from: MessageCoding.encode(attribute))
        #expect(stored == attribute)
    }

    private static let refusals: [(String, String)] =
        [
            "Cost", "1st", "cost_centre", "email", "groups", "roles", "name", "accountName", "sharedLogin", "language",
            "",
        ].map {
            (#"{"name":"\#($0)","label":"Cost","claim":"cost"}"#, "name")
        }
        + [
            "sub", "aud", "groups", "roles", "name", "email", "email_verified", "preferred_username", "sid", "a b", "",
            "ä",
        ].map { (#"{"name":"cost","label":"Cost","claim":"\#($0)"}"#, "claim") }
        + ["openid", "groups", "roles", "offline_access", "a b", "\u{FC}"].map {
            (#"{"name":"cost","label":"Cost","scope":"\#($0)"}"#, "scope")
        }
        + [
            "", "Groups", "GRUPPEN", "e-mail", "Email address", "email", "Given  name", "Vorname", "Account name",
            "Account at Cloud", "Konto bei Cloud", "Kontoname", "Stay logged in at the websites of this organization",
            "\u{FF23}ost", "a\u{200B}", "Ä23456789 123456789 123456789 123456789 123456789 123456789 1234",
        ].map { (#"{"name":"cost","label":"\#($0)"}"#, "label") }

    func refused(json: String, member: String) throws {
        let flaws = try settings(json).flaws
        #expect(!flaws.isEmpty)
        #expect(flaws.allSatisfy { $0.isBelow("attributes[0].\(member)") }, "\(flaws)")
    }

    func differing() throws {
        let first = #"{"name":"one","label":{"en":"One","de":"Eins"}}"#
        for (second, path) in [
            (#"{"name":"one","label":"Two"}"#, "attributes[1].name"),
            (#"{"name":"two","label":"Two","claim":"one"}"#, "attributes[1].claim"),
            (#"{"name":"two","label":"ONE"}"#, "attributes[1].label"),
            (#"{"name":"two","label":{"en":"Two","de":"one"}}"#, "attributes[1].label"),
            (#"{"name":"two","label":"eins"}"#, "attributes[1].label"),
        ] {
            #expect(try settings("\(first),\(second)").flaws.map(\.path) == [path])
        }
        #expect(try settings(#"\#(first),{"name":"two","label":"Two"}"#).flaws == [])
        let many = (0...50).map { #"{"name":"a\#($0)","label":"L\#($0)"}"# }.joined(separator: ",")
        #expect(try settings(many).flaws.map(\.path) == ["attributes"])
    }

    private func service(_ members: String) throws -> ServiceDeclaration {
        try MessageCoding.decode(
            Reading<ServiceDeclaration>.self,
            from: Array(
                #"{"name":"s","redirectUris":["https://s.example/"],"signingAlgorithm":"ES256",\#(members)}"#.utf8)
        ).value
    }

    func demands() throws {
        let declared = try settings(#"{"name":"cost","label":"Cost"},{"name":"seats","label":"Seats"}"#).attributes
        let service = try service(#""attributes":["email","cost",{"name":"seats","required":false}]"#)
        #expect(service.attributes.map(\.name) == [.email])
        #expect(
            service.declaredAttributes == [
                DeclaredAttributeDemand(name: "cost", isRequired: true),
                DeclaredAttributeDemand(name: "seats", isRequired: false),
            ])
        #expect(service.flaws(with: declared) == [])
        let unknown = try self.service(#""attributes":["email","cots"]"#).flaws(with: declared)
        #expect(unknown.map(\.path) == ["attributes[1]"])
        #expect(unknown.first?.reason.contains("did you mean cost?") == true)
        #expect(try self.service(#""attributes":["cost","cost"]"#).flaws.map(\.path) == ["attributes[1]"])
        let many = (0...10).map { "\"a\($0)\"" }.joined(separator: ",")
        #expect(try self.service("\"attributes\":[\(many)]").flaws.map(\.path) == ["attributes"])
    }

    func accountName() throws {
        let declared = try settings(#"{"name":"cost","label":"Cost","claim":"account"}"#).attributes
        #expect(try service(#""accountName":"preferred_username""#).flaws == [])
        for members in [
            #""accountName":"sub""#, #""accountName":"email""#, #""accountName":"a b""#,
            #""accountName":"preferred_username","attributes":["username"]"#,
            #""accountName":"login","native":true,"confidential":false"#,
        ] {
            #expect(try service(members).flaws.contains { $0.path == "accountName" }, "\(members)")
        }
        let clash = try service(#""accountName":"account","attributes":["cost"]"#)
        #expect(clash.flaws(with: declared).map(\.path) == ["accountName"])
        #expect(try service(#""accountName":"account""#).flaws(with: declared) == [])
    }
}
