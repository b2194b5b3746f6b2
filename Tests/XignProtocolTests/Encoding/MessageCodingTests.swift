import Foundation
import Testing

@testable import XignProtocol

struct MessageCodingTests {
    @Test("Coding and logging of messages", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("unknown members are ignored, duplicate members are refused", members),
        TestCase("a message of many members is read in linear time", manyMembers),
        TestCase(
            "an error quotes nothing of the input", errorsAreSilent,
            each: [
                #"{"sessionId":"S3cret","sessionToken":"AA","reason":"cancelled"}"#,
                #"{"sessionId":"AAAAAAAAAAAAAAAAAAAAAA","sessionToken":"S3cret!","reason":"cancelled"}"#,
                #"{"sessionId":"AAAAAAAAAAAAAAAAAAAAAA","sessionToken":"AA","reason":"S3cret"}"#,
                #"{"S3cret":1}"#,
                #"{"sessionId":"AAAAAAAAAAAAAAAAAAAAAA","sessionToken":"AA","reason":"S3cret","reason":1}"#,
            ]),
        TestCase("a number that does not fit is an error, not a crash", numbers),
        TestCase("texts, numbers and nested values survive a round trip", anyValue),
        TestCase("values outside the profile of JSON are not encoded", unsupported),
        TestCase("printing, reflecting and dumping show no secret and nothing that depends on a PIN", nothingIsPrinted),
        TestCase("secrets are equal by all their bytes", secretEquality),
    ]

    func members() throws {
        let id = Sample.activation
        let text = "{\"activationId\":\"\(id)\",\"later\":{\"x\":[1]}}"
        #expect(try MessageCoding.decode(Revoke.Request.self, from: text.octets).activationId == id)
        #expect(throws: StrictJSON.Refusal.self) {
            try MessageCoding.decode(
                Revoke.Request.self, from: "{\"activationId\":\"\(id)\",\"activationId\":\"\(id)\"}".octets)
        }
    }

    func manyMembers() throws {
        let clock = ContinuousClock()
        func duration(_ count: Int) throws -> Duration {
            let text = "{\((0..<count).map { "\"\($0)\":{}" }.joined(separator: ","))}".octets
            return try clock.measure {
                let members = try MessageCoding.decode([String: Prepare.Selection].self, from: text)
                #expect(members.count == count)
            }
        }
        // A linear search for each member would take 256 times as long. The shortest of as many runs as it takes, since
        // other tests keep the machine busy.
        var (few, many) = (try duration(400), try duration(6400))
        for _ in 0..<50 where many >= few * 64 {
            (few, many) = (min(few, try duration(400)), min(many, try duration(6400)))
        }
        #expect(many < few * 64, "\(few), \(many)")
    }

    func errorsAreSilent(text: String) {
        do {
            _ = try MessageCoding.decode(Abort.Request.self, from: text.octets)
            Issue.record("\(text) was accepted")
        } catch {
            #expect(!"\(error)".contains("S3cret"))
            #expect(!String(reflecting: error).contains("S3cret"))
        }
    }

    func numbers() {
        let text = #"{"date":1,"checkVersion":2147483648,"osVersion":"","isRooted":false,"isHooked":false}"#
        #expect(throws: DecodingError.self) {
            try MessageCoding.decode(ClientInformation.SecurityCheck.self, from: text.octets)
        }
    }

    func anyValue() throws {
        struct Message: Codable, Equatable {
            var texts: [String]
            var numbers: [Int64]
            var flags: [String: [Bool]]
            var nested: [[String: Int32]]
            var absent: UInt8?
            var single: Purpose
        }
        let message = Message(
            texts: ["", "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}", "Zoë", "e\u{301}", "👩‍💻", "\u{2028}"],
            numbers: [0, -1, 1 << 53 - 1, -(1 << 53 - 1)], flags: ["": [], "b": [true, false], "a\"": [true]],
            nested: [[:], ["x": .max, "y": .min]], absent: nil, single: .addFactor)
        let bytes = try MessageCoding.encode(message)
        #expect(try MessageCoding.decode(Message.self, from: bytes) == message)
        // Foundation writes some control characters differently, with the same meaning.
        #expect(try JSONDecoder().decode(Message.self, from: Data(bytes)) == message)
        #expect(try MessageCoding.encode([[1, 2], []]) == "[[1,2],[]]".octets)
        let largest = (1 << 53) - 1
        #expect(
            try MessageCoding.decode([Int].self, from: try MessageCoding.encode([largest, -largest])) == [
                largest, -largest,
            ])
        for tooLarge in [largest + 1, -largest - 1, .max, .min] {
            #expect(throws: (any Error).self) { try MessageCoding.encode([tooLarge]) }
        }
    }

    func unsupported() {
        #expect(throws: EncodingError.self) { try MessageCoding.encode(["a": 0.5]) }
        #expect(throws: EncodingError.self) { try MessageCoding.encode([Float(1)]) }
        #expect(throws: EncodingError.self) { try MessageCoding.encode([UInt64.max]) }
        #expect(throws: EncodingError.self) { try MessageCoding.encode(["a": Int?.none]) }
    }

    func nothingIsPrinted() throws {
        let bytes = [UInt8](repeating: 0xA7, count: 32)
        let signed = try Sample.signed(Sample.consent.serialized, .consent)
        let key = try Sample.decryptionKey(.x25519)
        let request = try SealedRequest(bytes, operation: .open, idmIdentifier: Sample.idm, key: key.publicKey)
        let opened = try OpenedRequest(request.bytes, operation: .open, idmIdentifier: Sample.idm) { _ in key }
        let disclosure = AttributeDisclosure(salt: [UInt8](0..<16), name: "email", value: "zoe@example.org")
        let values: [Any] = [
            SecretOctets(bytes), Octets(bytes), try #require(PIN("123987")), signed, Sample.publicKey(.pin),
            Sample.enrolment.keys,
            request, opened, disclosure, Prepare.Selection(disclosure: disclosure.text),
            Finish.Request(
                sessionId: Sample.session, sessionToken: SecretOctets(bytes), consent: Octets(signed.serialized)),
        ]
        let secrets = [
            "167, 167", Base64URL.encode(bytes), "123987", Base64URL.encode(signed.serialized), "zoe@example.org",
            disclosure.text,
            "\(Array(Sample.pin.publicKey.rawRepresentation))".dropFirst().dropLast().description,
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                for secret in secrets { #expect(!text.contains(secret), "\(type(of: value))") }
            }
        }
    }

    func secretEquality() {
        let a = SecretOctets([1, 2, 3])
        #expect(a == SecretOctets([1, 2, 3]))
        #expect(a != SecretOctets([1, 2, 4]))
        #expect(a != SecretOctets([1, 2]))
        #expect(SecretOctets.random(count: 32) != SecretOctets.random(count: 32))
        #expect(PIN("123987") == PIN("123987"))
        #expect(PIN("123987") != PIN("123988"))
        #expect(PIN("123987") != PIN("1239870"))
    }
}
