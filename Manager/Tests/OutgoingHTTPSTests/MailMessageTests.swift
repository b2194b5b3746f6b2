import Foundation
import Testing
import XignDomain

@testable import OutgoingHTTPS

struct MailMessageTests {
    @Test("Mails", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a mail has these header fields and no others, whatever the names are", header),
        TestCase("no line is longer than 78 characters, and each ends with CRLF", lines),
        TestCase("a name in another script is encoded words of whole characters", words),
        TestCase("the body is the text in quoted-printable", body),
    ]

    private static let fields = [
        "From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted", "MIME-Version", "Content-Type",
        "Content-Transfer-Encoding",
    ]

    private func mail(_ name: String? = "Example City", subject: String = "Hello", text: String = "One\nTwo") throws
        -> String
    {
        let message = MailMessage(
            from: try #require(MailAddress("login@example.org")), name: name,
            to: try #require(MailAddress("ada@example.org")), subject: subject, text: text, id: "AQID-_",
            host: "login.example.org", date: 1_800_000_000)
        return String(decoding: message.bytes, as: UTF8.self)
    }

    private func fields(of mail: String) -> [String] {
        let header = mail.components(separatedBy: "\r\n\r\n")[0]
        return header.components(separatedBy: "\r\n").filter { !$0.hasPrefix(" ") }
            .map { String($0.prefix { $0 != ":" }) }
    }

    func header() throws {
        let hostile = "Eve\r\nBcc: eve@example.org\r\n\r\n<b>"
        for name in [nil, "Example City", "Müller & Söhne", hostile, String(repeating: "名", count: 80)] {
            for subject in ["Hello", hostile] {
                #expect(fields(of: try mail(name, subject: subject)) == Self.fields)
            }
        }
        let plain = try mail()
        for line in [
            "From: Example City\r\n <login@example.org>", "To: ada@example.org",
            "Date: Fri, 15 Jan 2027 08:00:00 +0000",
            "Message-ID: <AQID-_@login.example.org>", "Auto-Submitted: auto-generated",
        ] {
            #expect(plain.contains("\(line)\r\n"), "\(line)")
        }
        #expect(try mail(nil).hasPrefix("From: login@example.org\r\n"))
    }

    func lines() throws {
        let long = String(repeating: "Größe ", count: 200)
        let mail = try mail(long, subject: long, text: long)
        for line in mail.components(separatedBy: "\r\n") {
            #expect(line.utf8.count <= 78)
            #expect(!line.contains("\r"))
            #expect(!line.contains("\n"))
        }
        #expect(mail.hasSuffix("\r\n"))
    }

    func words() {
        #expect(MailMessage.encodedWords("Example City 5") == "Example City 5")
        #expect(MailMessage.encodedWords("Ö a=") == "=?UTF-8?Q?=C3=96_a=3D?=")
        for word in MailMessage.encodedWords(String(repeating: "名", count: 40)).components(separatedBy: "\r\n ") {
            #expect(word.utf8.count <= 75)
            // A character of three bytes is nine here.
            #expect((word.utf8.count - 12) % 9 == 0)
        }
    }

    func body() {
        func encoded(_ text: String) -> String { String(decoding: MailMessage.quotedPrintable(text), as: UTF8.self) }
        #expect(encoded("One\nTwo") == "One\r\nTwo\r\n")
        #expect(encoded("Ü=") == "=C3=9C=3D\r\n")
        #expect(encoded("a ") == "a=20\r\n")
        #expect(encoded(String(repeating: "x", count: 80)) == String(repeating: "x", count: 75) + "=\r\nxxxxx\r\n")
    }
}
