import Terminal
import Testing

@testable import xign

struct PairingTests {
    @Test("the digits of the page", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("are asked for until there are two, and the person is told that nothing was sent", corrected),
        TestCase(
            "a person who has none declines, or says that they did not begin", declined,
            each: [("n", Consent.declined), ("X", .notMe)]),
        TestCase("agreeing is no answer to the question", agreeing),
        TestCase("where nobody can be asked, the command says how to come back with them", noTerminal),
        TestCase(
            "as an option have their form, before anything is sent", option, each: ["4", "420", "4a", "", "٤", "--"]),
        TestCase(
            "may be given, or announced for standard input", accepted,
            each: [["--pairing", "42"], ["--pairing", "-"]]),
        TestCase("belong to a page: a login in an app has none", inApp),
    ]

    /// Asks a person who types these answers.
    /// - Returns: the person's decision, the digits that were taken, and the reported errors.
    private func ask(
        _ answers: String..., in words: any Wording = English()
    ) throws -> (consent: Consent, digits: String?, errors: String) {
        let errors = Lines()
        let console = Console(errors: Output { errors.append($0) }, keyboard: .answering(answers))
        var digits: String?
        let consent = try console.askPairingDigits(words) { text in
            guard text.count == 2, text.allSatisfy(\.isNumber) else { return false }
            digits = text
            return true
        }
        return (consent, digits, errors.text)
    }

    func corrected() throws {
        let (consent, digits, errors) = try ask("", "4", "420", "42")
        #expect(consent == .agreed)
        #expect(digits == "42")
        #expect(errors.components(separatedBy: "nothing was sent").count == 4)
    }

    func declined(answer: String, consent: Consent) throws {
        for words in [English(), German()] as [any Wording] {
            let asked = try ask(answer, in: words)
            #expect(asked.consent == consent)
            #expect(asked.digits == nil)
        }
    }

    func agreeing() throws { #expect(try ask("y", "n").consent == .declined) }

    func noTerminal() throws {
        let failure = #expect(throws: CommandFailure.self) {
            try Console(keyboard: .none).askPairingDigits(English()) { _ in true }
        }
        #expect(failure?.exitStatus == .noInput)
        #expect(failure?.english.contains("--pairing") == true)
    }

    func option(digits: String) throws {
        let transcript = Transcript(["login", "x", "--pairing=\(digits)"], home: try TemporaryFolder())
        #expect(transcript.status == 64)
        #expect(transcript.errors.contains("not two digits"))
    }

    func accepted(arguments: [String]) throws {
        let transcript = Transcript(["login", "x"] + arguments, home: try TemporaryFolder())
        // The option is accepted: only the code is none.
        #expect(transcript.status == 65)
    }

    func inApp() throws {
        let transcript = Transcript(["inapp", "direct", "--pairing", "42"], home: try TemporaryFolder())
        #expect(transcript.status == 64)
        #expect(transcript.errors.contains("--pairing"))
    }
}
