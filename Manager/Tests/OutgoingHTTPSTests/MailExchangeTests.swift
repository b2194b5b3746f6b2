import Testing

@testable import OutgoingHTTPS

struct MailExchangeTests {
    @Test("The dialogue of a mail", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("what was refused before the recipient was told says nothing of the mail", earlier),
        TestCase("the last refusal of the mail counts, of several lines too", last),
    ]

    /// - Parameter lines: each begins with C, a command, or S, a line of a reply.
    private func exchange(_ lines: String...) -> MailExchange {
        let exchange = MailExchange([]) { false }
        for line in lines {
            Array(line.dropFirst(3).utf8).withUnsafeBytes { bytes in
                if line.hasPrefix("C") { exchange.note(command: bytes) } else { exchange.note(reply: bytes) }
            }
        }
        return exchange
    }

    func earlier() {
        let begun = exchange("S: 220 mail", "C: AUTH PLAIN", "S: 535 5.7.8 no", "C: AUTH LOGIN", "S: 235 yes")
        #expect(begun.refusal == 535)
        #expect(!begun.hasNamedRecipient)
        let broken = exchange(
            "C: AUTH PLAIN", "S: 535 5.7.8 no", "S: 235 yes", "C: RCPT TO:<ada@example.org>", "S: 250 OK")
        #expect(broken.hasNamedRecipient)
        #expect(broken.refusal == nil)
    }

    func last() {
        let refused = exchange("C: RCPT TO:<ada@example.org>", "S: 250 OK", "C: DATA", "S: 451-later", "S: 451 please")
        #expect(refused.refusal == 451)
    }
}
