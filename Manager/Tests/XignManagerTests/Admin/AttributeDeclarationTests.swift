import Foundation
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct AttributeDeclarationTests {
    @Test("Declaring attributes", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A service asks for what is declared, required and verified unless the declaration says otherwise", service),
        TestCase("Another attribute, or another place for claims, makes statements of before void", policyVersion),
        TestCase(
            "A mistake in what a service asks for is named by its place", refusedService,
            each: [
                ("attributes: [givenNam]", "attributes[0]", "did you mean givenName?"),
                ("attributes: [{name: e-mail}]", "attributes[0].name", "did you mean email?"),
                ("attributes: [email, givenName, {name: email}]", "attributes[2]", "must be there once"),
                (
                    "attributes: [{name: nickname, verified: true}]", "attributes[0].verified",
                    "only email and phoneNumber"
                ),
                ("claimsIn: code", "claimsIn", "must be userInfo or idToken"),
            ]),
        TestCase("A misspelt key is refused, wherever attributes are declared", unknownKeys),
        TestCase(
            "A value can be a text, a mapping or a list, an address also its parts, and each is stored in its one form",
            values),
        TestCase(
            "Applying the same again changes nothing, and a value that stays keeps its id, salt, alias and verification",
            idempotent),
        TestCase(
            "Lists are exact for the attributes that are there: what is not listed goes, with the choices of it", exact),
        TestCase("Values can exchange their aliases, and a new one can take an alias over", aliases),
        TestCase("What people copy from contacts and documents has its one form", typed),
        TestCase("What was changed is recorded by the attributes' names alone", audit),
        TestCase(
            "What cannot be a value is named by its place, never quoted, and nothing of the file takes effect", refused,
            each: [
                ("givenNam: Ada", "givenNam", "did you mean givenName?"),
                ("givenName: ''", "givenName", "1 to 100 characters"),
                ("givenName: [Ada, \(String(repeating: "x", count: 101))]", "givenName[1]", "1 to 100 characters"),
                (#"givenName: "Ad\u200Ba""#, "givenName", "U+200B"),
                (#"givenName: "Ad\u202Ea""#, "givenName", "direction"),
                (#"givenName: "e\u0323\u0323""#, "givenName", "twice in a row"),
                ("givenName: [Ada, Ada]", "givenName[1]", "once"),
                ("username: ada lovelace", "username", "without white space"),
                ("birthdate: 12.08.1964", "birthdate", "1964-08-12"),
                ("birthdate: 2999-01-01", "birthdate", "to today"),
                ("birthdate: 1964-02-30", "birthdate", "1964-08-12"), ("nationality: XX", "nationality", "ISO 3166-1"),
                // Upper case makes two letters of one.
                ("nationality: ß", "nationality", "ISO 3166-1"),
                ("address: Weg 1; 51147; Köln; ß", "address", "ISO 3166-1"),
                ("address: {street: W, postalCode: '5', locality: K, country: ß}", "address", "ISO 3166-1"),
                ("email: nobody", "email", "mail address"),
                ("phoneNumber: '030 123456'", "phoneNumber", "international"),
                ("phoneNumber: '0049 151 23456789'", "phoneNumber", "international"),
                (
                    "phoneNumber: '+49 (0)151 23456789'", "phoneNumber",
                    "(0), ( (U+0028) after character 4: write +49 151"
                ),
                ("phoneNumber: '+49 151 23456789;ext=12'", "phoneNumber", "extension"),
                ("phoneNumber: +49 151 FLOWERS", "phoneNumber", "letters: it has F (U+0046) after character 8"),
                ("phoneNumber: '+49 151 +23456789'", "phoneNumber", "one + only, at its beginning"),
                ("phoneNumber: '+49 151 23456789#1'", "phoneNumber", "# (U+0023) after character 16"),
                (#"phoneNumber: "+49 151\u200B23456789""#, "phoneNumber", "U+200B after character 7"),
                (#"familyName: "M\u00FCller\u00AD""#, "familyName", "U+00AD at the end"),
                (#"familyName: "\u200F\u05D0\u05D1\u05D9""#, "familyName", "U+200F at the beginning"),
                (#"familyName: "\u845B\U000E0100\u57CE""#, "familyName", "U+E0100 after the first character"),
                ("address: {street: 1 Weg, postalCode: '51147', locality: '', country: DE}", "address", "a town"),
                ("address: '1 Weg; 51147; ; DE'", "address", "a town"),
                (
                    #"address: {street: 1 Weg, locality: "K\u00ADln", country: DE}"#, "address",
                    "after the first character"
                ),
                ("address: Weg 1", "address", "four or five parts"),
                ("address: Weg 1; 51147; Köln; XX", "address", "ISO 3166-1"),
                ("address: {street: '', postalCode: '5', locality: K, country: DE}", "address", "street"),
                ("givenName: {street: W, postalCode: '5', locality: K, country: DE}", "givenName", "must be a text"),
                (
                    "email: [{value: a@b.example, primary: true}, {value: c@d.example, primary: true}]", "email[1]",
                    "primary"
                ),
                ("email: [{value: a@b.example, alias: x}, {value: c@d.example, alias: x}]", "email[1]", "alias"),
                (#"email: {value: a@b.example, alias: "a\nb"}"#, "email", "alias"),
                ("givenName: {value: Ada, verified: true}", "givenName", "only email and phoneNumber"),
                ("email: [\((0...20).map { "a\($0)@b.example" }.joined(separator: ", "))]", "email", "at most 20"),
            ]),
    ]

    let manager: TestManager

    init() throws { manager = try TestManager() }

    // MARK: Attributes of services

    func service() throws {
        #expect(try manager.service.attributes.isEmpty && manager.service.claimsIn == .userInfo)
        let declared = "[givenName, {name: nickname, required: false}, email, {name: phoneNumber, verified: false}]"
        #expect(try apply(service: "attributes: \(declared)", "claimsIn: idToken").count == 1)
        #expect(
            try manager.service.attributes == [
                ServiceAttribute(name: .givenName, isRequired: true, mustBeVerified: false),
                ServiceAttribute(name: .nickname, isRequired: false, mustBeVerified: false),
                ServiceAttribute(name: .email, isRequired: true, mustBeVerified: true),
                ServiceAttribute(name: .phoneNumber, isRequired: true, mustBeVerified: false),
            ])
        #expect(try manager.service.claimsIn == .idToken)
        #expect(try apply(service: "attributes: \(declared)", "claimsIn: idToken").isEmpty)
    }

    func policyVersion() throws {
        let before = try manager.service.policyVersion
        _ = try apply(service: "attributes: [givenName]")
        #expect(try manager.service.policyVersion == before + 1)
        _ = try apply(service: "attributes: [{name: givenName, required: false}]")
        _ = try apply(service: "attributes: [{name: givenName, required: false}]", "claimsIn: idToken")
        _ = try apply(TestManager.declaration())
        #expect(try manager.service.policyVersion == before + 4)
        #expect(try manager.service.attributes.isEmpty && manager.service.claimsIn == .userInfo)
    }

    func refusedService(line: String, path: String, reason: String) throws {
        let error = #expect(throws: DeclarationErrors.self) { try apply(service: line) }
        #expect(error?.all.map(\.path) == ["organizations[0].services[0].\(path)"])
        #expect(error?.all.first?.reason.contains(reason) == true, "\(String(describing: error))")
    }

    func unknownKeys() throws {
        for line in ["attributes: [{name: email, requird: true}]", "attributes: [{nam: email}]", "attributes: email"] {
            #expect(throws: (any Error).self) { try apply(service: line) }
        }
        for line in ["email: {value: a@b.example, primry: true}", "email: [{alias: x}]", "address: {street: x}"] {
            #expect(throws: (any Error).self) { try apply(user: line) }
        }
    }

    // MARK: Attributes of users

    func typed() throws {
        for number in [
            #""\u202A+49 151 23456789\u202C""#, #""+49\u00A0151\u00A023456789""#, #""+49 151\u20112345\u20136789""#,
            "tel:+49-151-23456789", "+49 (151) 234.567/89", "+٤٩ ١٥١ ٢٣٤٥٦٧٨٩", "+４９１５１２３４５６７８９", "+४९ १५१ 23456789",
        ] {
            _ = try apply(user: "phoneNumber: [\(number)]")
            #expect(try manager.values(.phoneNumber).map(\.text) == ["+4915123456789"], "\(number)")
        }
        for name in ["Lovelace", "Mary\u{A0}Ann", "Jean\u{2010}Luc"] {
            _ = try apply(user: "familyName: \"  \(name) \"")
            #expect(try manager.values(.familyName).first?.text.hasSameBytes(as: name) == true, "\(name)")
        }
        for address in [
            "'Flat 3, 1 Nathan Road; ; Hong Kong; HK'",
            "{street: 'Flat 3, 1 Nathan Road', postalCode: '', locality: Hong Kong, country: HK}",
            "{street: 'Flat 3, 1 Nathan Road', locality: Hong Kong, country: HK}",
        ] {
            _ = try apply(user: "address: [\(address)]")
            #expect(
                try manager.values(.address).map(\.text) == [
                    #"{"country":"HK","locality":"Hong Kong","street_address":"Flat 3, 1 Nathan Road"}"#
                ])
        }
        let exported = String(decoding: try ExportDeclaration(manager.context).yaml(.attributes), as: UTF8.self)
        #expect(exported.contains("Hong Kong") && !exported.contains("postalCode"))
    }

    func values() throws {
        let changes = try apply(
            user: "givenName: ' Ada '", "familyName: {value: Lovelace}", "birthdate: 1964-08-12", "nationality: gb",
            "email: [Ada@EXAMPLE.org, {value: ada@work.example, alias: Work, primary: true, verified: true}]",
            "phoneNumber: '+49 (30) 123-456'", "address: Weg 1; 51147;  Köln ;de", "username: ada", "gender: female",
            "placeOfBirth: London", "salutation: Dr.", "nickname: Ady")
        #expect(changes.count == 1 && changes[0].hasPrefix("changed attributes of ada: "))
        #expect(
            try shown() == [
                #"address "Address" primary {"country":"DE","locality":"Köln","postal_code":"51147","street_address":"Weg 1"}"#,
                #"birthdate "Date of birth" primary 1964-08-12"#, #"email "Work" primary verified ada@work.example"#,
                #"email "E-mail" Ada@example.org"#, #"familyName "Family name" primary Lovelace"#,
                #"gender "Gender" primary female"#, #"givenName "Given name" primary Ada"#,
                #"nationality "Nationality" primary GB"#, #"nickname "Nickname" primary Ady"#,
                #"phoneNumber "Phone number" primary +4930123456"#, #"placeOfBirth "Place of birth" primary London"#,
                #"salutation "Form of address" primary Dr."#, #"username "User name" primary ada"#,
            ])
        let parts = "{street: Weg 1, postalCode: '51147', locality: Köln, country: DE}"
        #expect(try apply(user: "address: \(parts)").isEmpty)
        #expect(try apply(user: "address: [{value: \(parts), alias: Home}]").count == 1)
    }

    func idempotent() throws {
        let line = "email: [a@example.org, {value: b@example.org, verified: true}]"
        _ = try apply(user: line)
        let before = try stored()
        #expect(try apply(user: line).isEmpty)
        #expect(try stored() == before)
        _ = try apply(user: "email: [c@example.org, b@example.org, a@example.org]")
        let after = try stored()
        #expect(after.count == 3 && after[0].text == "c@example.org" && after[0].isPrimary)
        for old in before {
            let new = try #require(after.first { $0.id == old.id })
            #expect(new.disclosure == old.disclosure && new.isVerified == old.isVerified && new.alias == old.alias)
        }
        _ = try apply(user: "email: [{value: b@example.org, verified: false}]")
        #expect(try stored().map(\.isVerified) == [false])
    }

    func exact() throws {
        _ = try apply(user: "email: [a@example.org, b@example.org]", "givenName: Ada")
        let (account, values) = (try account, try stored())
        let service = try manager.service.id
        for (index, value) in values.filter({ $0.attribute == .email }).enumerated() {
            try manager.context.database.write {
                try $0.chosenAliases.remember(
                    Array(repeating: UInt8(index), count: 16), value: value.id, of: .email, for: account.id, at: service
                )
            }
        }
        let chosen = { try manager.context.database.read { try $0.chosenAliases.all(of: account.id) } }
        #expect(try chosen().count == 1)
        _ = try apply(user: "email: [a@example.org]")
        #expect(try shown() == [#"email "E-mail" primary a@example.org"#, #"givenName "Given name" primary Ada"#])
        #expect(try chosen().isEmpty)
        _ = try apply(user: "email: []")
        #expect(try shown() == [#"givenName "Given name" primary Ada"#])
    }

    func aliases() throws {
        _ = try apply(user: "email: [{value: a@example.org, alias: X}, {value: b@example.org, alias: Y}]")
        let ids = try Dictionary(uniqueKeysWithValues: stored().map { ($0.text, $0.id) })
        _ = try apply(user: "email: [{value: a@example.org, alias: Y}, {value: b@example.org, alias: X}]")
        #expect(try shown() == [#"email "Y" primary a@example.org"#, #"email "X" b@example.org"#])
        #expect(try stored().allSatisfy { ids[$0.text] == $0.id })
        _ = try apply(user: "email: [{value: c@example.org, alias: Y}, a@example.org]")
        #expect(try shown() == [#"email "Y" primary c@example.org"#, #"email "E-mail" a@example.org"#])
    }

    func audit() throws {
        _ = try apply(user: "email: [{value: secret@example.org, alias: Hidden}]", "givenName: Augusta")
        let events = try manager.context.database.read { try $0.audit.newest(10) }
        let event = try #require(events.first { $0.kind == .attributesChanged })
        #expect(try event.accountID == account.id && event.detail == "email, givenName")
        #expect(!events.contains { $0.detail.map { $0.contains("secret@") || $0.contains("Hidden") } ?? false })
        _ = try apply(user: "givenName: Augusta")
        let again = try manager.context.database.read { try $0.audit.newest(10) }
        #expect(again.count { $0.kind == .attributesChanged } == 1)
    }

    func refused(line: String, path: String, reason: String) throws {
        let error = #expect(throws: DeclarationErrors.self) { try apply(user: "gender: female", line) }
        #expect(error?.all.map(\.path) == ["users[0].attributes.\(path)"])
        #expect(error?.all.first?.reason.contains(reason) == true, "\(String(describing: error))")
        for value in ["Ada", "lovelace", "12.08", "2999", "nobody", "030", "Weg", "b.example", "xxx"] {
            #expect(error?.description.contains(value) == false)
        }
        #expect(try stored().isEmpty)
    }

    // MARK: Steps

    private func apply(_ yaml: String) throws -> [String] { try Apply(manager.context)(Array(yaml.utf8)) }

    private func apply(service lines: String...) throws -> [String] {
        let session = "sessionSeconds: 300"
        let replaced = ([session] + lines).joined(separator: "\n        ")
        #expect(TestManager.declaration().contains(session))
        return try apply(TestManager.declaration().replacingOccurrences(of: session, with: replaced))
    }

    private func apply(user lines: String...) throws -> [String] {
        try apply("users:\n  - name: ada\n    attributes:\n" + lines.map { "      \($0)\n" }.joined())
    }

    private var account: Account {
        get throws {
            try #require(try manager.context.database.read { try $0.accounts.find(name: TestManager.userName) })
        }
    }

    private func stored() throws -> [AttributeValue] {
        let account = try account
        return try manager.context.database.read {
            try $0.attributeValues.all(of: account.id)
        }
    }

    private func shown() throws -> [String] {
        try stored().map { value in
            let terms = (value.isPrimary ? ["primary"] : []) + (value.isVerified ? ["verified"] : [])
            return ([value.attribute.rawValue, "\"\(value.alias)\""] + terms + [value.text]).joined(separator: " ")
        }
    }
}
