import Foundation
import Terminal
import Testing
import XignProtocol

@testable import XignSDK
@testable import xign

struct AttributeQuestionsTests {
    @Test("questions about attributes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a required stored value is only shown, by its name", confirmed),
        TestCase("every state of an attribute is shown", states),
        TestCase("a value that is shown to the person is not printed where nobody is asked", supplied),
        TestCase("a required value that must be verified is not asked for, and who can help is named", unavailable),
        TestCase("a missing value is asked for until it is valid, with the reason of each refusal", correction),
        TestCase("Return takes the preferred alias, a number another", aliases),
        TestCase("an optional attribute is left out unless the person says yes", optional),
        TestCase("a value without an alias is confirmed like any other", withoutAlias),
        TestCase("an address is asked for part by part, and only the wrong part again", address),
        TestCase("an address may have a region, and semicolons", region),
        TestCase(
            "an address may have no postal code, and an older manager is named that refuses it", withoutPostalCode),
        TestCase(
            "what people copy from contacts and documents has its one form", typed,
            each: [
                "\u{202A}+49 151 23456789\u{202C}", "+49\u{A0}151\u{A0}23456789", "+49 151\u{2011}2345\u{2013}6789",
                "tel:+49-151-23456789", "+49 (151) 234.567/89", "+٤٩ ١٥١ ٢٣٤٥٦٧٨٩", "+４９１５１２３４５６７８９",
            ]),
        TestCase(
            "a refusal names the character and its place, in both languages", refusedCharacter,
            each: [
                (
                    "phoneNumber", "+49 (0)151 23456789", "leave out (0), and write +49 151 23456789",
                    "lassen Sie (0) weg"
                ),
                ("phoneNumber", "+49 151 23456789;ext=12", "leave out the extension", "Durchwahl"),
                ("phoneNumber", "+49 151 FLOWERS", "F (U+0046) after character 8", "F (U+0046) nach Zeichen 8"),
                ("phoneNumber", "+49 151 +23456789", "one + only", "nur am Anfang"),
                ("phoneNumber", "+49 151 23456789#1", "# (U+0023)", "# (U+0023)"),
                ("phoneNumber", "0049 151 23456789", "must begin with +", "mit + und der Ländervorwahl"),
                ("familyName", "Müller\u{AD}", "U+00AD at the end", "U+00AD am Ende"),
                ("familyName", "\u{200F}אבי", "U+200F at the beginning", "U+200F am Anfang"),
                ("familyName", "葛\u{E0100}城", "U+E0100 after the first character", "U+E0100 nach dem ersten Zeichen"),
                ("gender", "ma\u{200B}le", "U+200B after character 2", "U+200B nach Zeichen 2"),
                ("address", "1 Weg; 51147; ; DE", "the town is missing", "der Ort fehlt"),
                ("address", "1 Weg\u{AD}; 51147; Köln; DE", "U+00AD at the end", "U+00AD am Ende"),
            ]),
        TestCase(
            "the name of a device is judged by the same list", deviceName,
            each: [
                ("lap\u{AD}top", "U+00AD after character 3"), ("\u{FEFF}laptop", "U+FEFF at the beginning"),
                ("laptop\u{FE00}", "U+FE00 at the end"),
            ]),
        TestCase(
            "the birthday that is sent is the day that was typed, wherever the device is", birthdate,
            each: [
                "Pacific/Kiritimati", "Pacific/Pago_Pago", "Europe/Berlin", "America/Sao_Paulo", "Asia/Beirut",
                "Asia/Kathmandu", "Africa/Cairo", "America/Havana", "UTC",
            ]),
        TestCase(
            "a text that is not a day is refused, and the form is shown", noDay,
            each: [
                "1964-02-30", "1900-02-29", "1964-13-01", "12.8.1964", "1964-8-12", "64-08-12", "1964-08-12T00", "x",
            ]),
        TestCase("days in the future and in the distant past are refused with their reasons", otherDays),
        TestCase("every attribute is known, by its own name", completeness),
        TestCase("only what the manager refused is asked again", again),
        TestCase(
            "a value that the manager has got in the meantime ends the login; an optional one is left out", meanwhile),
        TestCase("the end of the input is no answer", gone),
    ]

    func confirmed() throws {
        let asked = try Asked(["givenName": .stored("Given name"), "email": .stored("work")])
        #expect(asked.lines() == ["given name required stored", "email address required stored: work"])
        #expect(try asked.answer().wasAsked == false)
        #expect(asked.info.email?.selection?.alias == "work")
    }

    func states() throws {
        let asked = try Asked([
            "givenName": .missing(), "email": .stored("work", "home"), "nickname": .stored("nick", required: false),
            "gender": .missing(required: false), "phoneNumber": .missing(required: false, verified: true),
        ])
        let lines = [
            "given name required missing (you will be asked)",
            "nickname optional stored: nick (you will be asked)",
            "gender optional missing (you will be asked)",
            "email address required stored: home (preferred) or work (you will be asked)",
            "telephone number optional left out: the manager has no verified value",
        ]
        // A long state goes on in a further line of its column.
        #expect(asked.lines().joined(separator: " ") == lines.joined(separator: " "))
        #expect(
            asked.lines(isAsked: false).dropLast()
                == lines.dropLast().map { $0.replacing(" (you will be asked)", with: "") }[...])
    }

    func supplied() throws {
        let asked = try Asked(["givenName": .missing()])
        _ = try asked.answer("Erika")
        #expect(asked.lines() == ["given name required Erika"])
        #expect(asked.lines(isAsked: false) == ["given name required the given value"])
    }

    func unavailable() throws {
        let asked = try Asked(["email": .missing(verified: true)])
        #expect(
            asked.lines() == [
                "email address required no verified value: ask the operator of", "login.example.org",
            ])
        #expect(asked.attributes.undecided.map(\.isUnavailable) == [true])
    }

    func correction() throws {
        let asked = try Asked(["email": .missing()])
        let (wasAsked, errors) = try asked.answer("", "ada", "Ada@EXAMPLE.org ")
        #expect(wasAsked)
        #expect(errors.contains("nothing was entered") && errors.contains("does not have the form name@example.org"))
        #expect(try asked.decision("email") == .supplied("Ada@example.org"))
        #expect(asked.info.email?.decision == .supplied("Ada@example.org"))
    }

    func aliases() throws {
        for (answers, alias) in [([""], "home"), (["1"], "home"), (["2"], "work"), (["3", "two", "2"], "work")] {
            let asked = try Asked(["email": .stored("work", "home")])
            let console = Console(errors: Output { _ in }, keyboard: .answering(answers))
            #expect(try AttributeQuestions(console: console, words: English()).ask(asked.attributes))
            #expect(asked.info.email?.selection?.alias == alias)
        }
    }

    func optional() throws {
        let request: [String: AttributeDescription] = [
            "nickname": .stored("nick", required: false), "gender": .missing(required: false),
            "email": .stored("work", "home", required: false),
        ]
        let none = try Asked(request)
        _ = try none.answer("", "n", "no")
        #expect(none.attributes.all.allSatisfy { $0.decision == .leftOut })
        #expect(none.info.all.values.allSatisfy { $0.decision == .leftOut })
        let all = try Asked(request)
        _ = try all.answer("y", "yes", "Female", "y", "")
        #expect(all.info.nickname?.decision == .alias(id: "id of nick", text: "nick"))
        #expect(all.info.gender?.decision == .supplied("female"))
        #expect(all.info.email?.decision == .alias(id: "id of home", text: "home"))
    }

    func withoutAlias() throws {
        let asked = try Asked([
            "givenName": .init(isRequired: true, isMissing: false, aliases: []),
            "nickname": .init(isRequired: false, isMissing: false, aliases: []),
        ])
        #expect(asked.lines() == ["given name required stored", "nickname optional stored (you will be asked)"])
        _ = try asked.answer("y")
        #expect(asked.info.givenName?.decision == .confirmed && asked.info.nickname?.decision == .confirmed)
    }

    func address() throws {
        let asked = try Asked(["address": .missing()])
        let (_, errors) = try asked.answer(
            " ", "Heidestr. 17", "51147", "Köln", "", "Germany", String(repeating: "x", count: 300), "de")
        #expect(errors.contains("this part is required") && errors.contains("two letters"))
        #expect(try asked.decision("address") == .supplied("Heidestr. 17; 51147; Köln; DE"))
        #expect(
            asked.info.address?.decision
                == .supplied(
                    #"{"country":"DE","locality":"Köln","postal_code":"51147","street_address":"Heidestr. 17"}"#))
    }

    func withoutPostalCode() throws {
        let asked = try Asked(["address": .missing()])
        let (_, errors) = try asked.answer("Flat 3, 1 Nathan Road", "", "", "Hong Kong", "", "hk")
        #expect(errors.contains("this part is required"))
        #expect(try asked.decision("address") == .supplied("Flat 3, 1 Nathan Road; ; Hong Kong; HK"))
        #expect(
            asked.info.address?.decision
                == .supplied(#"{"country":"HK","locality":"Hong Kong","street_address":"Flat 3, 1 Nathan Road"}"#))
        asked.info.address?.setError(.invalid)
        let attribute = try #require(asked.attributes[try PersonalAttribute.Name(named: "address")])
        #expect(attribute.objection == .postalCodeDemanded)
        for words in [English() as any Wording, German()] {
            #expect(!words.attributes.objection(.postalCodeDemanded).rendered(inColour: false).isEmpty)
        }
        #expect(
            English().attributes.objection(.postalCodeDemanded).rendered(inColour: false)
                .contains("older managers demand a postal code"))
        #expect(attribute.supply(line: "Flat 3, 1 Nathan Road; ; Hong Kong; HK") == nil)
    }

    func typed(_ number: String) throws {
        let asked = try Asked(["phoneNumber": .missing(), "familyName": .missing()])
        _ = try asked.answer(" Mary\u{A0}Ann ", number)
        #expect(try asked.decision("phoneNumber") == .supplied("+4915123456789"))
        #expect(try asked.decision("familyName") == .supplied("Mary\u{A0}Ann"))
    }

    func refusedCharacter(_ row: (name: String, typed: String, english: String, german: String)) throws {
        let asked = try Asked([row.name: .missing()])
        let attribute = try #require(asked.attributes[try PersonalAttribute.Name(named: row.name)])
        let refusal = try #require(attribute.supply(line: row.typed))
        #expect(refusal(English()).rendered(inColour: false).contains(row.english))
        #expect(refusal(German()).rendered(inColour: false).contains(row.german))
    }

    func deviceName(_ name: String, _ place: String) throws {
        let refusal = try #require(DeviceName.refusal(of: name))
        #expect(refusal(English()).rendered(inColour: false).contains(place))
        #expect(DeviceName.refusal(of: " Ada\u{2019}s laptop \u{2615}\u{FE0F} ") == nil)
    }

    func region() throws {
        let asked = try Asked(["address": .missing()])
        _ = try asked.answer("1 Main St; Apt 2", "94043", "Mountain View", "CA", "us")
        guard case .supplied(let text) = asked.info.address?.decision else {
            Issue.record("nothing is supplied")
            return
        }
        #expect(text.contains(#""street_address":"1 Main St; Apt 2""#) && text.contains(#""region":"CA""#))
    }

    func birthdate(zone: String) throws {
        let validator = BirthdateValidator(timeZone: try #require(TimeZone(identifier: zone)))
        for day in ["1900-01-01", "1964-08-12", "1980-04-06", "1996-02-29", "2018-10-21", "2018-11-04", "2024-03-31"] {
            let date = try #require(validator.value(line: " \(day) "))
            #expect(validator.canonical(date) == day && validator.validate(date) == .valid)
        }
    }

    private func refusal(ofDay text: String) throws -> Phrase? {
        try #require(Asked(["birthdate": .missing()]).attributes[.birthdate]).supply(line: text)
    }

    func noDay(text: String) throws {
        let refusal = try refusal(ofDay: text)
        #expect(refusal?(English()).rendered(inColour: false).contains("YYYY-MM-DD") == true)
        #expect(refusal?(German()).rendered(inColour: false).contains("JJJJ-MM-TT") == true)
    }

    func otherDays() throws {
        #expect(try refusal(ofDay: "2999-01-01")?(English()) == "this day is in the future")
        #expect(
            try refusal(ofDay: "1899-12-31")?(English()).rendered(inColour: false) == "this day is before 1900-01-01")
    }

    func completeness() throws {
        let names = AttributeName.allCases.map(\.rawValue)
        let asked = try Asked(Dictionary(uniqueKeysWithValues: names.map { ($0, .missing()) }))
        #expect(Set(PersonalAttribute.Name.names) == Set(names))
        #expect(asked.attributes.all.map(\.name.rawValue) == PersonalAttribute.Name.names)
    }

    func again() throws {
        let asked = try Asked([
            "givenName": .missing(), "nickname": .stored("nick"), "email": .stored("work", "home"),
        ])
        _ = try asked.answer("Erika", "2")
        asked.info.nickname?.setError(.dataMissing)
        asked.info.email?.setError(.noAliasSelected)
        #expect(asked.attributes.all.filter { $0.objection != nil }.map(\.name.rawValue) == ["nickname", "email"])
        asked.attributes.all.forEach { $0.reopen() }
        // The alias that was chosen no longer exists.
        _ = try asked.answer("Eri", "1")
        #expect(asked.info.givenName?.decision == .supplied("Erika"))
        #expect(asked.info.nickname?.decision == .supplied("Eri"))
        #expect(asked.info.email?.decision == .alias(id: "id of home", text: "home"))
    }

    func meanwhile() throws {
        let asked = try Asked(["givenName": .missing(), "nickname": .missing(required: false)])
        _ = try asked.answer("Erika", "y", "Eri")
        for attribute in asked.info.all.values { attribute.setError(.notAvailable) }
        asked.attributes.all.forEach { $0.reopen() }
        #expect(asked.attributes.undecided.map(\.name.rawValue) == ["givenName"])
        #expect(asked.attributes.undecided.allSatisfy { $0.isUnavailable && !$0.needsVerifiedValue })
        #expect(asked.info.nickname?.decision == .leftOut)
    }

    func gone() throws {
        let asked = try Asked(["givenName": .missing()])
        #expect(throws: InputError.endOfInput) { try asked.answer("") }
        #expect(try asked.decision("givenName") == nil)
    }
}
