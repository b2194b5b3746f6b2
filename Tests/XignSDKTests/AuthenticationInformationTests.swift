import Synchronization
import Testing

@testable import XignSDK

struct AuthenticationInformationTests {
    @Test("decisions about an attribute", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the last of value and selection holds", last),
        TestCase("an alias that is not offered leaves the value as it is", foreignAlias),
        TestCase("a value that is not valid resets the stored one, and the selection before it holds again", reset),
        TestCase("an optional attribute is left out until it is included, filled in or selected", optional),
        TestCase("a required attribute cannot be left out", required),
        TestCase("a thousand writers at the same time leave one whole decision", writers),
        TestCase(
            "an address is read from one line, and then checked", line,
            each: [
                ("Straße 1; 51147; Köln; DE", AddressValidator.ResultCode.valid),
                (" Straße 1 ;51147;Ko\u{308}ln;NW; de ", .valid),
                ("Straße 1; 51147; Köln; XX", .unknownCountry), ("; 51147; Köln; DE", .incomplete),
                ("Stra\u{202E}ße 1; 51147; Köln; DE", .invalidCharacter), ("a; b; c", .empty),
                ("a; b; c; d; e; f", .empty),
            ]),
    ]

    private let work = PersonalInformationAlias(id: "1", alias: "work", isPrimary: true)
    private let home = PersonalInformationAlias(id: "2", alias: "home", isPrimary: false)

    private func information(
        isRequired: Bool = true, isMissing: Bool = false, _ aliases: [PersonalInformationAlias] = []
    ) -> AuthenticationInformation<String, NameValidator> {
        AuthenticationInformation(
            isRequired: isRequired, isDataMissing: isMissing, aliases: aliases, validator: NameValidator())
    }

    func last() {
        let name = information([work, home])
        #expect(name.decision == .undecided)
        name.setSelection(home)
        #expect(name.decision == .alias(id: "2", text: "home"))
        #expect(name.setValue(value: " Alice ") == .valid)
        #expect(name.decision == .supplied("Alice") && name.selection == nil)
        name.setSelection(work)
        #expect(name.decision == .alias(id: "1", text: "work") && name.selection == work)
    }

    func foreignAlias() {
        let name = information([work, home])
        #expect(name.setValue(value: "Alice") == .valid)
        for foreign in [nil, PersonalInformationAlias(id: "1", alias: "work", isPrimary: false)] {
            #expect(name.setSelection(foreign) == nil && name.decision == .supplied("Alice"))
        }
    }

    func reset() {
        let name = information([work])
        #expect(name.setValue(value: "Alice") == .valid && name.decision == .supplied("Alice"))
        #expect(name.setValue(value: nil) == .empty && name.decision == .alias(id: "1", text: "work"))
    }

    func optional() {
        let included = information(isRequired: false)
        #expect(included.decision == .leftOut)
        included.isIncluded = true
        #expect(included.decision == .confirmed)
        let filled = information(isRequired: false, isMissing: true)
        #expect(filled.setValue(value: "") == .empty && filled.decision == .leftOut)
        #expect(filled.setValue(value: "Alice") == .valid && filled.decision == .supplied("Alice"))
        filled.isIncluded = false
        #expect(filled.decision == .leftOut)
        // The only alias is preselected, but not sent until the user decides so.
        let selected = information(isRequired: false, [work])
        #expect(selected.decision == .leftOut && selected.selection == work)
        selected.setSelection(work)
        #expect(selected.decision == .alias(id: "1", text: "work"))
    }

    func required() {
        let name = information(isMissing: true)
        name.isIncluded = false
        #expect(name.isIncluded && name.decision == .undecided)
    }

    func writers() async {
        let name = information([work, home])
        await withTaskGroup { group in
            for number in 0..<1000 {
                group.addTask {
                    switch number % 4 {
                    case 0: _ = name.setValue(value: "Alice \(number)")
                    case 1: name.setSelection(number % 8 == 1 ? self.work : self.home)
                    case 2: name.setError(.invalid)
                    default: _ = (name.decision, name.error, name.selection, name.isIncluded)
                    }
                }
            }
        }
        switch name.decision {
        case .supplied(let text): #expect(text.hasPrefix("Alice "))
        case .alias(let id, let text): #expect((id, text) == ("1", "work") || (id, text) == ("2", "home"))
        default: Issue.record("\(name.decision)")
        }
    }

    func line(_ text: String, _ expected: AddressValidator.ResultCode) {
        #expect(AddressValidator().validate(PostalAddress(text)) == expected)
    }
}
