import Foundation
import Terminal
import Testing
import XignSDK

@testable import xign

@Suite("how xign speaks with people")
struct ConversationTests {
    @Test(
        "time is told in words",
        arguments: [
            (1, "1 second"), (2, "2 seconds"), (60, "1 minute"), (90, "1 minute 30 seconds"), (3600, "1 hour"),
            (7322, "2 hours 2 minutes 2 seconds"), (0, "0 seconds"),
        ])
    func time(seconds: Int, words: String) { #expect(SpanOfTime(seconds: seconds).description == words) }

    @Test("moments are told in the person's time zone, with two digits for minutes")
    func moment() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let moment = PointInTime(date: Date(timeIntervalSince1970: 1_795_356_180), timeZone: zone)
        #expect(moment.day == "22 Nov 2026")
        #expect(moment.minute == "22 Nov 2026 at 15:03")
        #expect(moment.time == "15:03")
    }

    @Test("nothing but a clear answer is an answer")
    func consent() {
        #expect(Consent("y") == .agreed && Consent("YES") == .agreed)
        #expect(Consent("n") == .declined && Consent("x") == .notMe)
        for answer in ["", " ", "ja", "ye", "yn", "1"] { #expect(Consent(answer) == nil) }
    }

    @Test("the question is asked until it is answered")
    func repeated() throws {
        let console = Console(keyboard: .answering(["", "maybe", "x"]))
        #expect(try console.askConsent("Log in?") == .notMe)
    }

    @Test("factors are given as a list; what xign does not have is refused")
    func factors() throws {
        #expect(try Login.factors("pin,device") == [.pin, .device])
        #expect(throws: UsageError.self) { try Login.factors("biometric,device") }
        #expect(throws: UsageError.self) { try Login.factors("pni") }
    }

    @Test("contradicting options are refused before anything is sent")
    func contradiction() throws {
        let transcript = Transcript("login", "x", "--decline", "--not-me", home: try TemporaryFolder())
        #expect(transcript.status == 64)
    }

    @Test(
        "every help ends with the exit statuses",
        arguments: [
            "trust", "activate", "login", "inapp", "accounts", "alias", "activation", "pin", "factor", "invitation",
            "forget", "delete",
        ])
    func help(command: String) throws {
        let help = Transcript(command, "--help", home: try TemporaryFolder())
        #expect(help.status == 0)
        #expect(help.output.split(separator: "\n\n").last?.hasPrefix("Exit status: 0 done;") == true)
    }
}
