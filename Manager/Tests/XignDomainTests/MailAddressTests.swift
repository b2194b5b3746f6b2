import Testing
import XignDomain

struct MailAddressTests {
    @Test("Addresses of mails", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "atoms at a host's name are an address", usable,
            each: ["ada@example.org", "a.b+c@sub.example.org", "o'neil@x-y.example", "!#$%&'*+-/=?^_`{|}~@a", "A@B.C"]),
        TestCase(
            "whatever could end a line, name a second recipient or be another script is none", refused,
            each: [
                "", "@", "ada", "ada@", "@example.org", "a b@example.org",
                "ada@example.org\r\nRCPT TO:<eve@example.org>",
                "ada@example.org\n", "ada\r@example.org", "ada@example.org>", "<ada@example.org>", "ada@exam ple.org",
                "\"a b\"@example.org", "ada@[127.0.0.1]", "ada@-x.org", "ada@x-.org", "ada@x..org", ".ada@x.org",
                "ada.@x.org", "a..b@x.org", "müller@example.org", "ada@müller.example",
                "ada@example.org,eve@example.org",
                "ada@example.org\0", "ada\t@example.org", "ada@ex_ample.org",
            ]),
        TestCase("parts that are too long are refused", long),
        TestCase("the limits count an address in lower case, without what follows a plus sign", counted),
        TestCase("two spellings of an address in other letters are one", folded),
        TestCase("no random text that is an address has a character that means something to a server", random),
    ]

    func usable(_ text: String) { #expect(MailAddress(text)?.text == text) }

    func refused(_ text: String) { #expect(MailAddress(text) == nil) }

    func long() {
        let label = String(repeating: "a", count: 63)
        #expect(MailAddress("\(label)a@example.org") != nil)
        #expect(MailAddress("\(label)aa@example.org") == nil)
        #expect(MailAddress("ada@\(label).org") != nil)
        #expect(MailAddress("ada@\(label)a.org") == nil)
        #expect(MailAddress("ada@\(label).\(label).\(label).\(label)") == nil)
    }

    func counted() {
        for address in ["ada@example.org", "Ada+shop@Example.org", "ada+@example.org", "ADA+a+b@example.org"] {
            #expect(MailAddress.counted(address) == "ada@example.org", "\(address)")
        }
        #expect(MailAddress.counted("+ada@example.org") == "+ada@example.org")
    }

    func folded() {
        let folded = Set(["ÄDA@example.org", "a\u{308}da@example.org"].map { Array(MailAddress.folded($0).utf8) })
        #expect(folded == [Array("äda@example.org".utf8)])
    }

    func random() {
        let alphabet = Array("ab0.@-+ <>\r\n\t\0:;,\"\\()[]é")
        for _ in 0..<100_000 {
            let text = String((0..<Int.random(in: 1...12)).map { _ in alphabet[Int.random(in: alphabet.indices)] })
            guard let address = MailAddress(text) else { continue }
            let isHarmless = address.text.utf8.allSatisfy {
                (0x21...0x7E).contains($0) && !"<>:;,\"\\()[]".utf8.contains($0)
            }
            #expect(isHarmless, "\(text)")
            #expect(address.text.utf8.count { $0 == UInt8(ascii: "@") } == 1, "\(text)")
        }
    }
}
