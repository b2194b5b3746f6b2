import Testing
import XignDomain
import XignProtocol

struct PolicyDeclarationTests {
    @Test("The description of the settings", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A change keeps what it leaves out, also within pin, and replaces audit, security and registration", partial
        ),
        TestCase("The complete form has all settings, and is read as the same policy", complete),
        TestCase("A flaw is found at its place", flaws),
        TestCase("A profile of the operator is written without what is usual, but for its language", profile),
    ]

    private static let former = """
        {"attributes":[{"claim":"cost_centre","label":{"de":"Kostenstelle","en":"Cost centre"},"name":"costCentre",\
        "type":"text"}],"audit":{"retentionDays":365},"biometric":["iOS","Android"],"lockoutSeconds":[30,60],\
        "mailedCodesPerDay":500,"permanentLockoutAfter":5,"permanentUnlock":true,"pin":{"maximumLength":12,"minimumLength":7},\
        "registration":{"memberships":["Club"],"open":true},\
        "security":{"minimumSystem":{"iOS":"17"},"refuse":["rooted"]}}
        """

    private func changed(_ json: String, _ former: PolicyDeclaration = PolicyDeclaration()) throws -> PolicyDeclaration
    {
        try MessageCoding.decode(Patch<PolicyDeclaration>.self, from: Array(json.utf8)).applied(to: former)
    }

    private func text(_ value: JSONValue?) -> String { String(decoding: value?.serialized ?? [], as: UTF8.self) }

    func partial() throws {
        let former = try changed(Self.former)
        var expected = former
        expected.pin.minimumLength = 8
        #expect(try changed(#"{"pin":{"minimumLength":8}}"#, former) == expected)
        expected = former
        (expected.audit, expected.security) = (PolicyDeclaration.AuditRules(), SecurityDeclaration())
        #expect(try changed(#"{"audit":{},"security":{}}"#, former) == expected)
        expected = former
        expected.registration = Registration(isOpen: true, memberships: [])
        #expect(try changed(#"{"registration":{"open":true}}"#, former) == expected)
        #expect(throws: (any Error).self) { try changed(#"{"pin":{"minimum":8}}"#, former) }
    }

    func complete() throws {
        let declared = try changed(Self.former)
        #expect(Policy(declared).declared == declared)
        #expect(
            text(declared.rendered(.complete))
                == Self.former.replacing(#"["iOS","Android"]"#, with: #"["Android","iOS"]"#))
        #expect(Policy.standard.declared == PolicyDeclaration())
        #expect(
            text(PolicyDeclaration().rendered(.complete)) == """
                {"attributes":[],"audit":{},"biometric":false,"lockoutSeconds":[1,5,30,60,300,900,3600],"mailedCodesPerDay":1000,\
                "permanentLockoutAfter":10,"permanentUnlock":false,"pin":{"maximumLength":32,"minimumLength":6},\
                "registration":{"memberships":[],"open":false},"security":{}}
                """)
    }

    func flaws() throws {
        for (json, path) in [
            (#"{"lockoutSeconds":[]}"#, "lockoutSeconds"), (#"{"permanentLockoutAfter":2}"#, "permanentLockoutAfter"),
            (#"{"audit":{"retentionDays":1}}"#, "audit.retentionDays"), (#"{"pin":{"minimumLength":33}}"#, "pin"),
            (#"{"biometric":["iOS","iOS"]}"#, "biometric[1]"), (#"{"biometric":[]}"#, "biometric"),
            (#"{"registration":{"memberships":["a","a "]}}"#, "registration.memberships[1]"),
            (#"{"attributes":[{"name":"Cost","label":"Cost"}]}"#, "attributes[0].name"),
        ] {
            let flaws = try changed(json).flaws
            #expect(flaws.map(\.path) == [path])
            #expect(flaws.first?.isBelow(path.split { !$0.isLetter }.map(String.init)[0]) == true)
        }
        #expect(!Flaw("pinned", "").isBelow("pin"))
    }

    func profile() throws {
        #expect(text(OperatorProfile.none.rendered(.declared)) == #"{"language":"en"}"#)
        let json = #"{"app":{"name":"Login"},"help":"mailto:help@example.org","language":"de","name":"Example"}"#
        let profile = try MessageCoding.decode(Reading<OperatorProfile>.self, from: Array(json.utf8)).value
        #expect(text(profile.rendered(.declared)) == json)
        #expect(profile.language == .german && profile.flaws.isEmpty)
    }
}
