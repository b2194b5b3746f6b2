import Testing

@testable import XignProtocol

struct InitializationPayloadTests {
    @Test("Process initialization data", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("every kind survives a round trip", roundTrip, each: processes),
        TestCase(
            "a kind or format of a later version means that the app is too old", unsupported,
            each: [(1, 0), (1, 6), (1, 255), (0, 2), (2, 2)]),
        TestCase("a text that is too short or too long is refused", lengths),
        TestCase("base64url that is not canonical is refused", canonical),
        TestCase("an origin in another form is refused", origins, each: refusedOrigins),
        TestCase("an origin that is not UTF-8 is refused", notUTF8),
        TestCase("no bytes crash the reader", anyBytes),
    ]

    typealias Data = InitializationPayload
    static let processes: [Data.Process] = [
        .personalization(Sample.activation), .authenticationByQRCode(Sample.session),
        .authenticationByLink(Sample.session), .transactionByQRCode(Sample.session),
        .transactionByLink(Sample.session),
    ]

    /// Encodes a payload of which tests can change one part.
    static func bytes(
        format: UInt8 = 1, kind: UInt8 = 2, head: Int = 32, origin: [UInt8] = Sample.origin.description.octets
    ) -> String {
        Base64URL.encode([format, kind] + [UInt8](repeating: 0x55, count: head) + origin)
    }

    func roundTrip(process: Data.Process) throws {
        for origin in ["https://login.example.org", "http://localhost:8080", "https://a.example:8443"] {
            let origin = try #require(ManagerOrigin(origin))
            let data = Data(process, secret: Sample.secret, origin: origin)
            #expect(try Data(parsing: data.text) == data)
            #expect(data.text.utf8.count < 342)
        }
    }

    func unsupported(format: UInt8, kind: UInt8) {
        #expect(throws: Data.ParsingError.unsupportedFormat) {
            try Data(parsing: Self.bytes(format: format, kind: kind))
        }
    }

    func lengths() throws {
        for head in 0..<32 {
            #expect(throws: Data.ParsingError.notInitializationData) {
                try Data(parsing: Self.bytes(head: head, origin: []))
            }
        }
        #expect(throws: Data.ParsingError.notInitializationData) { try Data(parsing: Self.bytes(origin: [])) }
        let long = [UInt8](repeating: UInt8(ascii: "a"), count: 256 - 34)
        #expect(throws: Data.ParsingError.invalidOrigin) { try Data(parsing: Self.bytes(origin: long)) }
        #expect(throws: Data.ParsingError.notInitializationData) {
            try Data(parsing: Self.bytes(origin: long + [0x61]))
        }
        #expect(throws: Data.ParsingError.notInitializationData) {
            try Data(parsing: String(repeating: "A", count: 1 << 20))
        }
        #expect(throws: Data.ParsingError.notInitializationData) { try Data(parsing: "") }
    }

    func canonical() {
        let text = Data(.personalization(Sample.activation), secret: Sample.secret, origin: Sample.origin).text
        for other in [
            text + "=", text + "\n", " " + text, text + "A", String(text.dropLast()) + "!",
            text.replacing("A", with: "+"),
        ] {
            #expect(throws: Data.ParsingError.self) { try Data(parsing: other) }
        }
    }

    static let refusedOrigins: [String] =
        [
            "https://a.example@evil.example", "https://login.example.org/", "https://login.example.org/x",
            "https://Login.example.org",
            "https://login.example.org:443", "https://bücher.example", "http://login.example.org",
            "xign://login.example.org", "x",
        ]

    func origins(origin: String) {
        #expect(throws: Data.ParsingError.invalidOrigin) { try Data(parsing: Self.bytes(origin: origin.octets)) }
    }

    func notUTF8() {
        #expect(throws: Data.ParsingError.invalidOrigin) {
            try Data(parsing: Self.bytes(origin: "https://a".octets + [0xFF]))
        }
    }

    func anyBytes() {
        var random = RandomInput(seed: 5)
        for _ in 0..<5000 {
            let bytes =
                [1, UInt8.random(in: 0...6, using: &random)] + random.bytes(Int.random(in: 0...260, using: &random))
            if let data = try? Data(parsing: Base64URL.encode(bytes)) { #expect(data.text == Base64URL.encode(bytes)) }
        }
    }
}
