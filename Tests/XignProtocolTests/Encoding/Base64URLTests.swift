import Testing

@testable import XignProtocol

struct Base64URLTests {
    @Test("Base64url", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("every length survives a round trip", roundTrip),
        TestCase("the test vectors of RFC 4648, section 10, without padding", vectors),
        TestCase(
            "no second text means the same bytes", refusals,
            each: [
                "QQ==", "QR", "QUJ", "Q", "QUFBQ", "+_8", "-/8", "Q Q", "QQ\n", "QQ.", "QQ\0", "QQé", "ＱＱ",
                "Q\u{212A}A",
            ]),
        TestCase("a text that is decoded is the encoding of its bytes", canonical),
    ]

    func roundTrip() {
        var random = RandomInput(seed: 1)
        for count in 0..<200 {
            let bytes = random.bytes(count)
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }

    func vectors() {
        let vectors = [
            "": "", "f": "Zg", "fo": "Zm8", "foo": "Zm9v", "foob": "Zm9vYg", "fooba": "Zm9vYmE", "foobar": "Zm9vYmFy",
        ]
        for (bytes, text) in vectors { #expect(Base64URL.encode(bytes.octets) == text) }
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
    }

    func refusals(text: String) { #expect(Base64URL.decode(text) == nil) }

    func canonical() {
        var random = RandomInput(seed: 2)
        let characters = Array("ABCDYZabcxyz0189-_=+/ ")
        var decoded = 0
        for _ in 0..<5000 {
            let text = String(
                (0..<Int.random(in: 0...9, using: &random)).map { _ in characters.randomElement(using: &random)! })
            guard let bytes = Base64URL.decode(text) else { continue }
            decoded += 1
            #expect(Base64URL.encode(bytes) == text)
        }
        #expect(decoded > 100)
    }
}
