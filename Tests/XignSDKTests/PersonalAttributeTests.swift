import Foundation
import Testing
import XignProtocol

@testable import XignSDK

struct PersonalAttributeTests {
    @Test("the list of attributes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("has each requested attribute once, by the name of the protocol, in one order", list),
        TestCase("shows and sets what the property with the same name has", sameAttribute),
        TestCase("has a control for each kind of value, and limits where a length decides", inputs),
        TestCase(
            "takes and refuses text as the validators do", texts,
            each: [
                (PersonalAttribute.Name.givenName, " Zoë ", AttributeResultCode.valid), (.givenName, " ", .empty),
                (.givenName, "Ada\u{AD}", .invalidCharacter),
                (.givenName, String(repeating: "x", count: 101), .tooLong),
                (.username, "a b", .invalidCharacter), (.email, "alice", .invalidFormat),
                (.nationality, "XX", .unknownCountry),
                (.phoneNumber, "030 1", .invalidFormat), (.gender, "ma\u{200B}le", .invalidCharacter),
                (.birthdate, "1964-08-12", .valid), (.birthdate, "12.8.1964", .invalidFormat),
                (.birthdate, "1964-02-30", .invalidFormat), (.birthdate, "2999-01-01", .inFuture),
                (.birthdate, "1899-12-31", .tooLongAgo), (.birthdate, "", .empty),
                (.address, "1 Weg; 51147; Köln; DE", .valid), (.address, "1 Weg", .invalidFormat),
                (.address, "1 Weg; 51147; ; DE", .incomplete), (.address, "1 Weg; 51147; Köln; XX", .unknownCountry),
            ]),
        TestCase("gives a supplied value back as it can be typed again", again),
    ]

    private func information(_ names: [PersonalAttribute.Name]) throws -> AuthenticationPersonalInformation {
        let missing = AttributeDescription(isRequired: true, isMissing: true, aliases: [])
        return try information(Dictionary(uniqueKeysWithValues: names.map { ($0.rawValue, missing) }))
    }

    private func information(
        _ requested: [String: AttributeDescription]
    ) throws -> AuthenticationPersonalInformation {
        AuthenticationPersonalInformation(
            try #require(ShownAttributes(requested, of: .login, showsAdditions: false)))
    }

    private func attribute(_ name: PersonalAttribute.Name) throws -> PersonalAttribute {
        try #require(information([name]).attributes.first)
    }

    func list() throws {
        let names = PersonalAttribute.Name.allCases
        #expect(Set(names.map(\.rawValue)) == Set(AttributeName.allCases.map(\.rawValue)))
        #expect(try information(names.reversed()).attributes.map(\.name) == names)
        #expect(try information([.email]).attributes.map(\.id) == [.email])
    }

    func sameAttribute() throws {
        let work = AttributeDescription.Alias(id: "1", text: "work", isPrimary: true)
        let home = AttributeDescription.Alias(id: "2", text: "home", isPrimary: false)
        let information = try information([
            "email": AttributeDescription(isRequired: false, isMissing: false, aliases: [work, home])
        ])
        let (email, attribute) = try (#require(information.email), #require(information.attributes.first))
        #expect(!attribute.isRequired)
        #expect(!attribute.isDataMissing)
        #expect(!attribute.needsVerification)
        #expect(attribute.aliases == email.aliases)
        #expect(!attribute.isIncluded)
        attribute.isIncluded = true
        #expect(email.isIncluded)
        attribute.setSelection(email.aliases.first { $0.alias == "home" })
        #expect(email.selection?.alias == "home")
        email.setError(.noAliasSelected)
        #expect(attribute.error == .noAliasSelected)
    }

    func inputs() throws {
        for attribute in try information(PersonalAttribute.Name.allCases).attributes {
            switch attribute.input {
            case .text: #expect(![.birthdate, .address].contains(attribute.name))
            case .date(let date):
                #expect(attribute.name == .birthdate)
                #expect(date.setValue(value: Date(timeIntervalSince1970: 0)) == .valid)
                #expect(attribute.text != nil)
            case .postalAddress: #expect(attribute.name == .address)
            }
        }
        #expect(try attribute(.familyName).lengths == 1...100)
        #expect(try attribute(.birthdate).lengths == nil)
    }

    func texts(name: PersonalAttribute.Name, text: String, code: AttributeResultCode) throws {
        let attribute = try attribute(name)
        #expect(attribute.setText(text) == code)
        #expect((attribute.text != nil) == (code == .valid))
    }

    func again() throws {
        for (name, text) in [
            (PersonalAttribute.Name.birthdate, "1964-08-12"), (.familyName, "Müller"),
            (.phoneNumber, "+4915123456789"),
            (.address, "1 Weg; ; Köln; NW; DE"),
        ] {
            let attribute = try attribute(name)
            #expect(attribute.setText(text) == .valid)
            #expect(attribute.text == text)
        }
        let address = try attribute(.address)
        #expect(address.flaw(in: "1 Weg; 51147; ; DE") == .localityMissing)
    }
}
