import Foundation
import Testing

@testable import XignProtocol

struct StrictJSONTests {
    @Test("Strict JSON", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("input that two readers could interpret differently is refused", refused, each: JSONCorpus.refused),
        TestCase("input with one meaning is read, and Foundation reads the same", accepted, each: JSONCorpus.accepted),
        TestCase("members whose names are equal after unescaping are duplicates, at any depth", duplicates),
        TestCase("the limits of size and depth hold exactly", limits),
        TestCase("a refusal gives the position, and quotes nothing", refusalIsSilent),
        TestCase("no input crashes the reader, and Foundation reads accepted input the same", anyInput),
        TestCase(
            "a duplicate member is refused in an object of any size", duplicatesAmongMany, each: [1, 31, 32, 33, 100]),
    ]

    static func accepts(_ bytes: [UInt8], limits: StrictJSON.Limits = .statement) -> Bool {
        (try? StrictJSON.parse(bytes, limits: limits)) != nil
    }

    func refused(input: JSONCorpus.Input) { #expect(!Self.accepts(input.bytes), "\(input.why)") }

    func accepted(text: String) throws {
        let value = try StrictJSON.parse(text.octets, limits: .statement)
        #expect(try agrees(value, with: text.octets))
    }

    func duplicates() {
        #expect(!Self.accepts(#"{"a":1,"\u0061":2}"#.octets))
        #expect(!Self.accepts(#"[{"x":{"a":1,"b":2,"a":1}}]"#.octets))
        #expect(Self.accepts(#"[{"a":1},{"a":2}]"#.octets))
        #expect(Self.accepts("{\"\u{E9}\":1,\"e\u{301}\":2}".octets), "other bytes are another name")
    }

    func duplicatesAmongMany(count: Int) {
        let members = (0..<count).map { "\"m\($0)\":1" }
        #expect(Self.accepts("{\(members.joined(separator: ","))}".octets))
        for repeated in [0, count / 2, count - 1] {
            #expect(!Self.accepts("{\((members + [members[repeated]]).joined(separator: ","))}".octets))
        }
    }

    func limits() {
        let limits = StrictJSON.Limits(size: 12, depth: 6)
        #expect(Self.accepts("[[[[[[]]]]]]".octets, limits: limits))
        #expect(!Self.accepts("[[[[[[[]]]]]]]".octets, limits: .init(size: 100, depth: 6)))
        #expect(!Self.accepts("[[[[[[]]]]]] ".octets, limits: limits))
        let deep = [UInt8](repeating: UInt8(ascii: "["), count: 60_000)
        #expect(!Self.accepts(deep, limits: .message))
        let objects = String(repeating: #"{"a":"#, count: 10_000).octets
        #expect(!Self.accepts(objects, limits: .message))
    }

    func refusalIsSilent() {
        do {
            _ = try StrictJSON.parse(#"{"token":"S3cret", "token":"Other"}"#.octets, limits: .message)
            Issue.record("a duplicate was accepted")
        } catch {
            #expect(error.offset > 0)
            #expect(!"\(error)".contains("S3cret"))
            #expect(!"\(error)".contains("Other"))
        }
    }

    func anyInput() throws {
        var random = RandomInput(seed: 3)
        let seeds = JSONCorpus.accepted.map(\.octets) + [Sample.consent.serialized, Sample.enrolment.serialized]
        let pieces = #"{ } [ ] , : " \ \u d83d \ude00 1 0 -1 e5 . true false null "a" "b" é"#.split(separator: " ").map
        {
            String($0).octets
        }
        var accepted = 0
        for round in 0..<20_000 {
            var input: [UInt8]
            switch round % 3 {
            case 0: input = random.bytes(Int.random(in: 0...40, using: &random))
            case 1:
                input = (0..<Int.random(in: 1...12, using: &random)).flatMap { _ in
                    pieces.randomElement(using: &random) ?? []
                }
            default:
                input = seeds.randomElement(using: &random) ?? []
                for _ in 0..<Int.random(in: 1...3, using: &random) where !input.isEmpty {
                    let index = Int.random(in: 0..<input.count, using: &random)
                    switch Int.random(in: 0...2, using: &random) {
                    case 0: input[index] = UInt8.random(in: 0...255, using: &random)
                    case 1: input.remove(at: index)
                    default: input.insert(UInt8.random(in: 0x20...0x7E, using: &random), at: index)
                    }
                }
            }
            guard let value = try? StrictJSON.parse(input, limits: .message) else { continue }
            accepted += 1
            #expect(try agrees(value, with: input), "\(input)")
            // The canonical encoding is read as the same value.
            let again = try StrictJSON.parse(value.serialized, limits: .message)
            #expect(again.serialized == value.serialized)
        }
        #expect(accepted > 500)
    }
}

/// Returns whether Foundation's decoder reads the same value from the same bytes.
func agrees(_ value: JSONValue, with bytes: [UInt8]) throws -> Bool {
    let other = try JSONDecoder().decode(ForeignJSON.self, from: Data(bytes))
    return ForeignJSON(value) == other
}

/// A JSON value as `JSONDecoder` reads it, with names and strings as bytes.
private enum ForeignJSON: Decodable, Equatable {
    case object([[UInt8]: ForeignJSON])
    case array([ForeignJSON])
    case string([UInt8])
    case integer(Int64)
    case boolean(Bool)

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(_ value: JSONValue) {
        switch value {
        case .object(let members):
            self = .object(
                .init(members.map { (Array($0.name.utf8), ForeignJSON($0.value)) }, uniquingKeysWith: { a, _ in a }))
        case .array(let elements): self = .array(elements.map(ForeignJSON.init))
        case .string(let text): self = .string(Array(text.utf8))
        case .integer(let number): self = .integer(number)
        case .boolean(let flag): self = .boolean(flag)
        }
    }

    init(from decoder: any Decoder) throws {
        if let members = try? decoder.container(keyedBy: Name.self) {
            self = .object(
                .init(
                    try members.allKeys.map {
                        (Array($0.stringValue.utf8), try members.decode(ForeignJSON.self, forKey: $0))
                    },
                    uniquingKeysWith: { a, _ in a }))
        } else if var elements = try? decoder.unkeyedContainer() {
            var array: [ForeignJSON] = []
            while !elements.isAtEnd { array.append(try elements.decode(ForeignJSON.self)) }
            self = .array(array)
        } else {
            let single = try decoder.singleValueContainer()
            if let flag = try? single.decode(Bool.self) {
                self = .boolean(flag)
            } else if let number = try? single.decode(Int64.self) {
                self = .integer(number)
            } else {
                self = .string(Array(try single.decode(String.self).utf8))
            }
        }
    }
}
