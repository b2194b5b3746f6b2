import Terminal
import Testing

@testable import xign

@Suite("the digits of the page")
struct PairingTests {
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

    @Test("are asked for until there are two, and the person is told that nothing was sent")
    func corrected() throws {
        let (consent, digits, errors) = try ask("", "4", "420", "42")
        #expect(consent == .agreed)
        #expect(digits == "42")
        #expect(errors.components(separatedBy: "nothing was sent").count == 4)
    }

    @Test(
        "a person who has none declines, or says that they did not begin",
        arguments: [("n", Consent.declined), ("X", .notMe)])
    func declined(answer: String, consent: Consent) throws {
        for words in [English(), German()] as [any Wording] {
            let asked = try ask(answer, in: words)
            #expect(asked.consent == consent)
            #expect(asked.digits == nil)
        }
    }

    @Test("agreeing is no answer to the question")
    func agreeing() throws { #expect(try ask("y", "n").consent == .declined) }

    @Test("where nobody can be asked, the command says how to come back with them")
    func noTerminal() throws {
        let failure = #expect(throws: CommandFailure.self) {
            try Console(keyboard: .none).askPairingDigits(English()) { _ in true }
        }
        #expect(failure?.exitStatus == .noInput)
        #expect(failure?.english.contains("--pairing") == true)
    }

    @Test("as an option have their form, before anything is sent", arguments: ["4", "420", "4a", "", "٤٢", "--"])
    func option(digits: String) throws {
        let transcript = Transcript(["login", "x", "--pairing=\(digits)"], home: try TemporaryFolder())
        #expect(transcript.status == 64)
        #expect(transcript.errors.contains("not two digits"))
    }

    @Test("may be given, or announced for standard input", arguments: [["--pairing", "42"], ["--pairing", "-"]])
    func accepted(arguments: [String]) throws {
        let transcript = Transcript(["login", "x"] + arguments, home: try TemporaryFolder())
        // The option is accepted: only the code is none.
        #expect(transcript.status == 65)
    }

    @Test("belong to a page: a login in an app has none")
    func inApp() throws {
        let transcript = Transcript(["inapp", "direct", "--pairing", "42"], home: try TemporaryFolder())
        #expect(transcript.status == 64)
        #expect(transcript.errors.contains("--pairing"))
    }
}
