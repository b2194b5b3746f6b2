import Foundation
import Terminal
import Testing
import XignSDK

@testable import xign

struct ConversationTests {
    @Test("how xign speaks with people", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "time is told in words", time,
            each: [
                (1, "1 second"), (2, "2 seconds"), (60, "1 minute"), (90, "1 minute 30 seconds"), (3600, "1 hour"),
                (7322, "2 hours 2 minutes 2 seconds"), (0, "0 seconds"),
            ]),
        TestCase("moments are told in the person's time zone, with two digits for minutes", moment),
        TestCase("nothing but a clear answer is an answer", consent),
        TestCase("in German, too; the English letter for yes means the same", germanConsent),
        TestCase("the question is asked until it is answered", repeated),
        TestCase("factors are given as a list; what xign does not have is refused", factors),
        TestCase("the examples of the manual name commands and options that exist", examples),
        TestCase("contradicting options are refused before anything is sent", contradiction),
        TestCase(
            "every help ends with the exit statuses", help,
            each: [
                "trust", "activate", "login", "inapp", "accounts", "alias", "activation", "pin", "factor", "invitation",
                "forget", "delete",
            ]),
    ]

    func time(seconds: Int, words: String) { #expect(EnglishTime().span(seconds: seconds) == words) }

    func moment() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let moment = PointInTime(Date(timeIntervalSince1970: 1_795_356_180), in: zone)
        #expect(EnglishTime().day(moment) == "22 Nov 2026")
        #expect(EnglishTime().minute(moment) == "22 Nov 2026 at 15:03")
        #expect(GermanTime().day(moment) == "22. November 2026")
        #expect(GermanTime().minute(moment) == "22. November 2026 um 15:03 Uhr")
        #expect(moment.time == "15:03")
    }

    func consent() {
        let words = EnglishConsent()
        #expect(words.consent("y") == .agreed)
        #expect(words.consent("yes") == .agreed)
        #expect(words.consent("n") == .declined)
        #expect(words.consent("x") == .notMe)
        for answer in ["", " ", "ja", "ye", "yn", "1"] { #expect(words.consent(answer) == nil) }
    }

    func germanConsent() {
        let words = GermanConsent()
        #expect(words.consent("j") == .agreed)
        #expect(words.consent("ja") == .agreed)
        #expect(words.consent("y") == .agreed)
        #expect(words.consent("nein") == .declined)
        #expect(words.consent("x") == .notMe)
        for answer in ["", " ", "jein", "ne", "1"] { #expect(words.consent(answer) == nil) }
    }

    func repeated() throws {
        let console = Console(keyboard: .answering(["", "maybe", "X", "y ", "\tYES\u{A0}", " "]))
        #expect(try console.askConsent("Log in?", EnglishConsent()) == .notMe)
        for _ in 0..<2 { #expect(try console.askConsent("Log in?", EnglishConsent()) == .agreed) }
        #expect(throws: InputError.endOfInput) { try console.askConsent("Log in?", EnglishConsent()) }
    }

    func factors() throws {
        #expect(try Login.factors("pin,device") == [.pin, .device])
        #expect(throws: CommandFailure.self) { try Login.factors("biometric,device") }
        #expect(throws: CommandFailure.self) { try Login.factors("pni") }
    }

    func examples() throws {
        let pages = Transcript("manual", home: try TemporaryFolder()).output.split(separator: "\n")
        var lines: [Substring] = []
        for page in pages {
            let text = Transcript("manual", String(page), home: try TemporaryFolder()).output.replacing(
                "\\-", with: "-")
            lines += text.matches(of: /\n\.nf\n\\fBxign (.*)\\fR\n\.fi/).map(\.1)
        }
        #expect(lines.count > 10)
        for line in lines {
            let help = Transcript(line.split(separator: " ").map(String.init) + ["--help"], home: try TemporaryFolder())
            #expect(help.status == 0, "\(line)")
        }
    }

    func contradiction() throws {
        let transcript = Transcript("login", "x", "--decline", "--not-me", home: try TemporaryFolder())
        #expect(transcript.status == 64)
    }

    func help(command: String) throws {
        let help = Transcript(command, "--help", home: try TemporaryFolder())
        #expect(help.status == 0)
        #expect(help.output.split(separator: "\n\n").last?.hasPrefix("Exit status: 0 done;") == true)
    }
}
