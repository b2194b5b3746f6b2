import Foundation
import Terminal
import Testing
import XignProtocol

@testable import XignSDK
@testable import xign

struct AttributeOptionsTests {
    @Test("options about attributes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("every open question can be answered by an option", complete),
        TestCase("open questions are reported with the options that answer them", open),
        TestCase("an option that does not fit the request is refused with the reason, and without the value", refused),
        TestCase("an option answers the question that a person would be asked", interactive),
        TestCase("values are read from standard input in their order, and the PIN is left there", input),
        TestCase(
            "misspelt and contradicting options are refused before anything is sent", usage,
            each: [
                (["--set", "givenname=x"], "did you mean givenName?"),
                (["--set", "shoeSize=46"], "the attributes are username"),
                (["--set", "givenName"], "--set does not take givenName"),
                (["--without", "emial"], "did you mean email?"),
                (["--alias", "email"], "--alias does not take email"),
                (["--set", "email=a@b.example", "--alias", "email=work"], "more than one option concerns email"),
                (["--include", "email", "--without", "email"], "more than one option concerns email"),
            ]),
        TestCase("standard input cannot give the picture and a value", inputTwice),
        TestCase("consent by an option gives no permission, unless an option includes it", permissions),
        TestCase("additions are included and chosen by the manager's names", additions),
    ]

    private func options(
        set: [String] = [], alias: [String] = [], include: [String] = [], without: [String] = []
    ) throws -> AttributeOptions {
        AttributeOptions(
            values: try set.map { try #require(try AttributeOptions.Assignment($0)) },
            aliases: try alias.map { try #require(AttributeOptions.Choice($0)) },
            included: include.map { AttributeOptions.Name($0) },
            leftOut: try without.map { try PersonalAttribute.Name(named: $0) })
    }

    private func message(_ body: () throws -> Void) -> String? {
        do { try body() } catch let error as CommandFailure { return error.english } catch {
        }
        return nil
    }

    func complete() throws {
        let asked = try Asked([
            "givenName": .missing(), "birthdate": .missing(), "address": .missing(), "email": .stored("work", "home"),
            "nickname": .stored("nick", required: false), "gender": .missing(required: false),
            "salutation": .stored("Dr.", required: false),
        ])
        try options(
            set: ["givenName=Erika=Maria", "birthdate=1964-08-12", "address=Heidestr. 17; 51147; Köln; de"],
            alias: ["email=work"], include: ["nickname"], without: ["salutation", "phoneNumber"]
        ).apply(to: asked.attributes, of: "Shop")
        asked.attributes.leaveOutUnmentioned()
        try asked.attributes.requireDecisions()
        #expect(asked.info.givenName?.decision == .supplied("Erika=Maria"))
        #expect(asked.info.birthdate?.decision == .supplied("1964-08-12"))
        #expect(asked.info.email?.decision == .alias(id: "id of work", text: "work"))
        #expect(asked.info.nickname?.decision == .alias(id: "id of nick", text: "nick"))
        #expect(asked.info.gender?.decision == .leftOut && asked.info.salutation?.decision == .leftOut)
        #expect(try asked.decision("address") == .supplied("Heidestr. 17; 51147; Köln; DE"))
    }

    func open() throws {
        let asked = try Asked([
            "givenName": .missing(), "email": .stored("work", "home"), "gender": .missing(required: false),
            "nickname": .missing(required: false),
        ])
        try options(include: ["nickname"]).apply(to: asked.attributes, of: "Shop")
        asked.attributes.leaveOutUnmentioned()
        let message = message { try asked.attributes.requireDecisions() }
        #expect(
            message
                == """
                options are missing: --set givenName=..., and --set nickname=..., and --alias email=home or \
                --alias email=work
                """)
    }

    func refused() throws {
        let asked = try Asked([
            "givenName": .stored("name"), "email": .stored("work", "home"), "nickname": .missing(),
            "phoneNumber": .missing(verified: true),
        ])
        func refusal(_ options: AttributeOptions) -> String? {
            message { try options.apply(to: asked.attributes, of: "Shop") }
        }
        #expect(refusal(try options(set: ["gender=x"]))?.contains("Shop does not request gender") == true)
        #expect(refusal(try options(include: ["gender"]))?.contains("does not request") == true)
        #expect(refusal(try options(set: ["givenName=secret"]))?.hasSuffix("omit --set givenName") == true)
        #expect(refusal(try options(set: ["email=secret@example.org"]))?.hasSuffix("--alias email=...") == true)
        #expect(refusal(try options(alias: ["email=wrok"]))?.contains("home, work") == true)
        #expect(refusal(try options(alias: ["nickname=nick"]))?.contains("--set nickname=...") == true)
        #expect(refusal(try options(without: ["givenName"]))?.contains("requires your given name") == true)
        #expect(refusal(try options(set: ["phoneNumber=+4930123456"]))?.contains("must enter and verify it") == true)
        let invalid = refusal(try options(set: ["nickname=" + String(repeating: "secret", count: 50)]))
        #expect(invalid?.contains("too long") == true && invalid?.contains("secret") == false)
    }

    func permissions() throws {
        let asked = try Asked(["Stay logged in": .stayLoggedIn])
        asked.attributes.leaveOutUnmentioned()
        try asked.attributes.requireDecisions()
        #expect(try asked.addition("Stay logged in").decision == .leftOut)
        #expect(asked.info.all["Stay logged in"]?.decision == .leftOut)
        try options(include: ["Stay logged in"]).apply(to: asked.attributes, of: "Shop")
        asked.attributes.leaveOutUnmentioned()
        #expect(asked.info.all["Stay logged in"]?.decision == .alias(id: "stay", text: "for 10 hours"))
    }

    func additions() throws {
        let asked = try Asked([
            "Groups": .addition("staff, ops", required: false), "Cost centre": .addition("4711", "4712"),
            "Quota": .addition("5 GB"), "Team": .addition("blue", required: false), "Car": .addition(required: false),
        ])
        asked.attributes.leaveOutUnmentioned()
        #expect(
            message { try asked.attributes.requireDecisions() }
                == #"options are missing: --alias "Cost centre=4712" or --alias "Cost centre=4711""#)
        try options(alias: ["Cost centre=4711"], include: ["Groups"]).apply(to: asked.attributes, of: "Shop")
        asked.attributes.leaveOutUnmentioned()
        try asked.attributes.requireDecisions()
        #expect(
            asked.info.all.mapValues(\.decision)
                == [
                    "Groups": .alias(id: "id of staff, ops", text: "staff, ops"),
                    "Cost centre": .alias(id: "id of 4711", text: "4711"),
                    "Quota": .alias(id: "id of 5 GB", text: "5 GB"), "Team": .leftOut, "Car": .leftOut,
                ])
        func refusal(_ options: AttributeOptions) -> String? {
            message { try options.apply(to: asked.attributes, of: "Shop") }
        }
        #expect(refusal(try options(include: ["Group"]))?.hasSuffix("did you mean Groups?") == true)
        #expect(refusal(try options(include: ["Car"]))?.contains("must enter and verify it") == true)
        #expect(refusal(try options(alias: ["Cost centre=1"]))?.contains("4712, 4711") == true)
    }

    func interactive() throws {
        let asked = try Asked(["nickname": .missing(required: false), "email": .stored("work", "home")])
        try options(alias: ["email=work"], include: ["nickname"]).apply(to: asked.attributes, of: "Shop")
        _ = try asked.answer("Eri")
        #expect(try asked.decision("nickname") == .supplied("Eri"))
        let other = try Asked(["nickname": .missing(required: false)])
        try options(without: ["nickname"]).apply(to: other.attributes, of: "Shop")
        #expect(try other.answer().wasAsked == false)
    }

    func input() throws {
        var options = try options(set: ["givenName=-", "familyName=Mustermann", "birthdate=-"])
        #expect(options.readsInput)
        let input = LineInput("Erika\n1964-08-12\n735198\n")
        try options.read(input)
        #expect(options.values.map(\.text) == ["Erika", "Mustermann", "1964-08-12"])
        #expect(try input.readLine() == "735198")
        var missing = try self.options(set: ["givenName=-"])
        #expect(throws: InputError.endOfInput) { try missing.read(LineInput("")) }
    }

    func usage(arguments: [String], message: String) throws {
        let console = Lines()
        let status = Xign.program(English()).run(
            ["--home", try TemporaryFolder().path + "/home", "login", "x"] + arguments,
            console: Console(errors: Output { console.append($0) }, keyboard: .none))
        #expect(status == 64 && console.text.contains(message))
    }

    func inputTwice() throws {
        let transcript = Transcript("login", "-", "--set", "givenName=-", home: try TemporaryFolder())
        #expect(transcript.status == 64)
    }
}
