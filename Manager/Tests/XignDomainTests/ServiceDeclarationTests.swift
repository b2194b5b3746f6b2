import Testing
import XignDomain
import XignProtocol

struct ServiceDeclarationTests {
    @Test("The description of a service", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("What is written out is read, and the rest has usual values, which may follow from it", read),
        TestCase("A declaration has no usual values, and is read as the same service", declared),
        TestCase("What is stored is read as it stands, also a text that no declaration could have", stored),
        TestCase("The explicit form has what follows from another member, and nothing that is usual for all", explicit),
        TestCase(
            "Documents were stored without these values: to change one takes a migration that writes it out", usual),
        TestCase("A member that this version does not know is refused, at each level", unknown),
        TestCase("A patch keeps what it leaves out", patch),
        TestCase("A difference has the words and the order of the file, and names what has a name", difference),
        TestCase("Another order of words is no change, and a repeated word is a flaw", words),
        TestCase("What is written against a profile or a kind of client is a flaw at its place", contradictions),
        TestCase("No message quotes a value", messages),
    ]

    private static let shop = """
        {"name":"shop","redirectUris":["https://shop.example/"],"signingAlgorithm":"ES256","profile":"fapi2",\
        "openedQRCodes":"refuse","rememberedLogin":{"minutes":30},"attributes":["email",{"name":"nickname",\
        "required":false}],"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}
        """

    private func service(_ json: String = Self.shop) throws -> ServiceDeclaration {
        try MessageCoding.decode(Reading<ServiceDeclaration>.self, from: Array(json.utf8)).value
    }

    private func text(_ value: JSONValue) -> String { String(decoding: value.serialized, as: UTF8.self) }

    func read() throws {
        let service = try service()
        #expect(service.openedQRCodes == .refuse)
        #expect(service.displayName == "shop" && service.isConfidential && service.sessionSeconds == 300)
        #expect(service.client.dpop == .required && service.client.pushedRequests == .required)
        #expect(service.client.rememberedLogin?.idleMinutes == 30)
        #expect(service.attributes.map(\.mustBeVerified) == [true, false])
        #expect(service.attributes.map(\.isRequired) == [true, false])
        #expect(service.flaws.isEmpty, "\(service.flaws)")
    }

    func declared() throws {
        let service = try service()
        let declared = text(service.rendered(.declared, without: []))
        #expect(!declared.contains("dpop") && !declared.contains("displayName") && !declared.contains("active"))
        #expect(declared.contains(#""attributes":["email",{"name":"nickname","required":false}]"#))
        #expect(try self.service(declared) == service)
    }

    func stored() throws {
        let json = #"{"description":" a\u00adb ","displayName":"A\u030a","name":"n","redirectUris":[]}"#
        let service = try MessageCoding.decode(Stored<ServiceDeclaration>.self, from: Array(json.utf8)).value
        #expect(service.description.map { Array($0.utf8) } == Array(" a\u{AD}b ".utf8))
        #expect(Array(service.displayName.utf8) == Array("A\u{30A}".utf8))
        let again = Array(text(service.rendered(.declared, without: [])).utf8)
        #expect(try MessageCoding.decode(Stored<ServiceDeclaration>.self, from: again).value == service)
    }

    func usual() throws {
        func complete<Value: Described>(_ type: Value.Type, _ json: String) throws -> String {
            let value = try MessageCoding.decode(Stored<Value>.self, from: Array(json.utf8)).value
            return text(value.rendered(.complete, without: []))
        }
        let services = [
            (
                "",
                """
                "active":true,"attributes":[],"claimsIn":"userInfo","confidential":true,"displayName":"n",\
                "dpop":"optional","idTokenMinutes":5,"inApp":false,"legacy":false,"name":"n","native":false,\
                "openedQRCodes":"pair","pkce":"required","popups":false,"postLogoutRedirectUris":[],"pushedRequests":"optional",\
                "redirectUris":[],"sessionSeconds":300,"sharedLogin":false
                """
            ),
            (
                #","profile":"fapi2","legacy":true,"native":true"#,
                """
                "active":true,"attributes":[],"claimsIn":"userInfo","confidential":false,"displayName":"n",\
                "dpop":"required","idTokenMinutes":5,"inApp":false,"legacy":true,"name":"n","native":true,\
                "openedQRCodes":"pair","pkce":"optional","popups":false,"postLogoutRedirectUris":[],"profile":"fapi2",\
                "pushedRequests":"required","redirectUris":[],"sessionSeconds":300,"sharedLogin":false
                """
            ),
        ]
        for (members, expected) in services {
            #expect(
                try complete(ServiceDeclaration.self, #"{"name":"n","redirectUris":[]\#(members)}"#) == "{\(expected)}")
        }
        #expect(
            try complete(ServiceAttribute.self, #"{"name":"email"}"#)
                == #"{"name":"email","required":true,"verified":true}"#)
        #expect(
            try complete(ServiceAttribute.self, #"{"name":"nickname"}"#)
                == #"{"name":"nickname","required":true,"verified":false}"#)
        #expect(
            try complete(RoleDeclaration.self, #"{"alternatives":[],"name":"r"}"#)
                == #"{"alternatives":[],"assigned":false,"name":"r"}"#)
        #expect(try complete(OrganizationDeclaration.self, #"{"name":"o"}"#) == #"{"groups":[],"name":"o"}"#)
    }

    func explicit() throws {
        let service = try service()
        let columns: Set = ["name", "displayName", "redirectUris", "signingAlgorithm", "attributes", "openedQRCodes"]
        let explicit = text(service.rendered(.explicit, without: columns))
        #expect(
            explicit == """
                {"dpop":"required","keys":[{"alg":"EdDSA","key":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}],\
                "profile":"fapi2","pushedRequests":"required","rememberedLogin":{"idleMinutes":30,"minutes":30}}
                """)
    }

    func unknown() throws {
        for (member, other) in [
            (#""profile""#, #""quantum":"required","profile""#), (#""minutes":30"#, #""minutes":30,"network":true"#),
            (#""required":false"#, #""required":false,"secret":true"#), (#""refuse""#, #""never""#),
        ] {
            #expect(throws: (any Error).self) { try service(Self.shop.replacing(member, with: other)) }
        }
    }

    func patch() throws {
        let former = try service()
        let changes = try MessageCoding.decode(
            Patch<ServiceDeclaration>.self, from: Array(#"{"openedQRCodes":"allow"}"#.utf8))
        var expected = former
        expected.openedQRCodes = .allow
        #expect(changes.applied(to: former) == expected)
    }

    func difference() throws {
        let former = try service()
        var service = former
        (service.openedQRCodes, service.isActive, service.client.rememberedLogin) = (.pair, false, nil)
        service.attributes.removeLast()
        #expect(
            differences(from: former.rendered(.complete), to: service.rendered(.complete, without: [])) == """
                active: true -> false; openedQRCodes: refuse -> pair; \
                attributes.nickname: {name: nickname, required: false, verified: false} -> none; \
                rememberedLogin: {minutes: 30, idleMinutes: 30} -> none
                """)
        #expect(differences(from: former.rendered(.complete), to: former.rendered(.complete, without: [])).isEmpty)
    }

    func words() throws {
        #expect(Words<Platform>([.iOS, .android]) == Words([.android, .iOS]))
        #expect(Words<Platform>([.iOS, .android, .iOS]).flaws == [Flaw("[2]", "is there before it")])
        #expect(Words<Platform>([]).flaws.map(\.path) == [""])
    }

    func contradictions() throws {
        for (change, path) in [
            (#""dpop":"optional""#, "dpop"), (#""pkce":"optional""#, "pkce"), (#""inApp":true"#, "inApp"),
            (#""confidential":false"#, "keys"), (#""sessionSeconds":601"#, "sessionSeconds"),
            (#""idTokenMinutes":4"#, "idTokenMinutes"), (#""idTokenMinutes":601"#, "idTokenMinutes"),
            (#""displayName":"\u200b""#, "displayName"), (#""website":"javascript:alert(1)""#, "website"),
        ] {
            let flaws = try service(Self.shop.replacing(#""profile""#, with: "\(change),\"profile\"")).flaws
            #expect(flaws.map(\.path).contains(path), "\(flaws)")
        }
    }

    func messages() throws {
        let wrong = Self.shop.replacing(#""profile""#, with: #""website":"ftp://marked","profile""#)
            .replacing("30", with: "123456")
        let reasons = try service(wrong).flaws.map(\.reason)
        #expect(reasons.count >= 2)
        #expect(reasons.allSatisfy { !$0.contains("marked") && !$0.contains("123456") }, "\(reasons)")
    }
}
