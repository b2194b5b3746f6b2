import Testing
import YAML

/// The error with which a document is refused.
func refusal(of text: String, as type: (some Decodable).Type = Declaration.self) -> YAMLError? {
    refusal(of: Array(text.utf8), as: type)
}

func refusal(of bytes: [UInt8], as type: (some Decodable).Type = Declaration.self) -> YAMLError? {
    let all = (try? YAMLDocument(bytes))?.decode(type).errors
    do throws(YAMLError) {
        _ = try YAMLDecoder().decode(type, from: bytes)
        #expect(all?.isEmpty == true, "nothing else finds an error where the decoder finds none")
        return nil
    } catch {
        #expect(all?.contains(error) ?? true, "the decoder's error is among all")
        return error
    }
}

struct RefusalTests {
    @Test("A YAML document is refused", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "when readers could understand it differently, or it could grow", strictness,
            each: [
                ("v: &a 1", YAMLError.Code.anchor), ("v: &a [1]", .anchor), ("v: *a", .alias), ("*a : 1", .alias),
                ("v: !mine 1", .tag),
                ("v: !!binary aGk=", .tag), ("v: !!map [1]", .tag), ("!!int v: 1", .tag), ("v: ! x", .tag),
                ("v: !!null 5", .tag), ("v: !!bool 1", .tag), ("v: !!int true", .tag), ("v: !!float x", .tag),
                ("v: !!int 010", .tag),
                ("v: 1\nv: 2", .duplicateKey),
                ("v: 1\n\"v\": 2", .duplicateKey), ("v: {a: 1, a: 1}", .duplicateKey), ("<<: {v: 1}", .mergeKey),
                ("? [a]\n: 1", .invalidKey), ("? {a: 1}\n: 1", .invalidKey), ("\"\": 1", .invalidKey),
                ("\"a\\0\": 1", .invalidKey),
                ("%YAML 1.2\n---\nv: 1", .directive),
                ("%TAG ! tag:x,1:\n---\nv: 1", .directive), ("v: 1\n---\nv: 2", .severalDocuments),
                ("v: 1\n---\n", .severalDocuments),
                ("", .empty), ("# only a comment\n", .empty), ("v: [1", .syntax), ("v: \"", .syntax),
                ("v:\n\t- 1", .syntax),
                ("# a comment\u{85}v: 1", .lineEnd), ("v: 1 # ends\u{2028}w: 2", .lineEnd),
                ("v: \"a\u{2029}b\"", .lineEnd),
                ("v: \u{1}", .syntax), ("a: b: c", .syntax), ("v: @x", .syntax), ("}", .syntax),
            ]),
        TestCase("when it is larger than 1 MiB", size),
        TestCase("when it is deeper than 32 levels, before much work is done", depth),
        TestCase(
            "when it is not UTF-8, with the place", encoding,
            each: [
                ([0x61, 0x0A, 0xC3, 0xA9, 0xFF] as [UInt8], 2, 2), ([0xC0, 0x80], 1, 1), ([0xED, 0xA0, 0x80], 1, 1),
                ([0x62, 0xE2, 0x82], 1, 2), ([0xFF, 0xFE, 0x76, 0x00], 1, 1),
            ]),
    ]

    func strictness(text: String, code: YAMLError.Code) {
        #expect(refusal(of: text, as: Holder<Int>.self)?.code == code)
    }

    func size() {
        let filler = [UInt8](repeating: UInt8(ascii: "#"), count: (1 << 20) - 5)
        #expect(refusal(of: Array("v: 1\n".utf8) + filler, as: Holder<Int>.self) == nil)
        #expect(refusal(of: Array("v: 1\n".utf8) + filler + filler.prefix(1), as: Holder<Int>.self)?.code == .tooLarge)
    }

    func depth() {
        struct Nested: Decodable {
            init(from decoder: any Decoder) throws {
                guard var list = try? decoder.unkeyedContainer() else { return }
                while !list.isAtEnd { _ = try list.decode(Nested.self) }
            }
        }
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(refusal(of: nested(32), as: Nested.self) == nil)
        #expect(refusal(of: nested(33), as: Nested.self)?.code == .tooDeep)
        #expect(refusal(of: String(repeating: "[", count: 1 << 20), as: Nested.self)?.code == .tooDeep)
        #expect(refusal(of: String(repeating: "- ", count: 1 << 19), as: Nested.self)?.code == .tooDeep)
        #expect(refusal(of: String(repeating: "{a: ", count: 1 << 18), as: Nested.self)?.code == .tooDeep)
    }

    func encoding(bytes: [UInt8], line: Int, column: Int) {
        let error = refusal(of: bytes)
        #expect(error?.code == .invalidUTF8)
        #expect(error?.line == line)
        #expect(error?.column == column)
    }
}

struct ErrorTests {
    @Test("A YAML error", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("names the place and the way to it, and a misspelt key's right name", unknownKey),
        TestCase("of a missing key asks for the one that is nearly it", missingKey),
        TestCase(
            "says what is expected, what is there, and what to do", wrongType,
            each: [
                ("name: 5", "text is expected and a number is there; put it in quotes"),
                ("name: true", "text is expected and true or false is there; put it in quotes"),
                ("name:", "text is expected and nothing is there; put it in quotes"),
                ("name: [a]", "text is expected and a list is there; put it in quotes"),
                ("lifetime: 0600", "a number cannot start with 0; leave the zeros out, or write 0o if it is octal"),
                ("lifetime: 1.5", "a whole number is expected and a number is there; write digits, without quotes"),
                ("lifetime: '5'", "a whole number is expected and text is there; write digits, without quotes"),
                (
                    "redirectUris: https://a.example",
                    "a list is expected and text is there; start each element with a hyphen, even a single one"
                ),
                ("attributes: [a]", "a mapping is expected and a list is there; write keys with values"),
                (
                    "attributes: {a: yes}",
                    "true or false is expected and text is there; write one of them, without quotes"
                ),
                ("lifetime: 99999999999999999999", "the number must lie between \(Int.min) and \(Int.max)"),
            ]),
        TestCase("of a type's own check has the place of the value", invalidValue),
        TestCase("reports elements and mappings that the type does not read", surplus),
        TestCase("never tells a value, which may be a secret", secrets),
    ]

    private func report(_ service: String) -> String? {
        refusal(of: "organizations:\n- name: A\n  services:\n  - {}\n".replacing("  - {}\n", with: service))?
            .description
    }

    private let complete = "  - {name: A, kind: app, redirectUris: []}\n"

    func unknownKey() {
        #expect(
            report(complete + "  - name: B\n    kind: app\n    redirectUris: []\n    lifetme: 5\n")
                == "line 8, column 5 (organizations[0].services[1].lifetme): unknown key; did you mean lifetime?")
        #expect(
            report("  - {name: B, kind: app, redirectUris: [], colour: red}\n")
                == "line 4, column 44 (organizations[0].services[0].colour): unknown key; remove it")
    }

    func missingKey() {
        #expect(
            report(complete + "  - {name: B, kind: app, redirectUri: []}\n") == """
                line 5, column 5 (organizations[0].services[1]): the key redirectUris is missing; \
                is redirectUri meant to be it?
                """)
        #expect(report("  - {kind: app, redirectUris: []}\n")?.hasSuffix("the key name is missing; add it") == true)
    }

    func wrongType(setting: String, reason: String) {
        let others = ["name: B", "kind: app", "redirectUris: []"].filter { !setting.hasPrefix($0.prefix(4)) }
        let error = report("  - \((others + [setting]).joined(separator: "\n    "))\n")
        #expect(error?.hasSuffix("): \(reason)") == true, "\(error ?? "no error")")
    }

    func invalidValue() {
        struct Port: Decodable {
            struct Refused: Error, CustomStringConvertible { let description = "ports go up to 65535" }

            init(from decoder: any Decoder) throws {
                guard try decoder.singleValueContainer().decode(Int.self) <= 65535 else { throw Refused() }
            }
        }
        let error = refusal(of: "v:\n  - 1\n  - 70000", as: Holder<[Port]>.self)
        #expect(error?.code == .invalidValue)
        #expect(error?.description == "line 3, column 5 (v[1]): ports go up to 65535")
        let kind = refusal(of: "v: webside", as: Holder<Declaration.Service.Kind>.self)
        #expect(kind?.code == .invalidValue)
        #expect(kind?.column == 4)
    }

    func surplus() {
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                _ = (try list.decode(Int.self), try list.decode(Int.self))
            }
        }
        struct Nothing: Decodable {}
        #expect(refusal(of: "v: [1, 2]", as: Holder<Pair>.self) == nil)
        #expect(refusal(of: "v: [1, 2, 3]", as: Holder<Pair>.self)?.code == .surplusElement)
        #expect(refusal(of: "v: [1]", as: Holder<Pair>.self)?.code == .missingKey)
        #expect(refusal(of: "v: {a: 1}", as: Holder<Nothing>.self)?.code == .unknownKey)
    }

    func secrets() {
        let secret = "hunter2"
        for text in [
            "v: \(secret)", "v: [\(secret)]", "v: {\(secret)2: 1", "v: '\(secret)", "v: *\(secret)", "v: &\(secret) 1",
            "v: !\(secret) 1", "%\(secret)\n---\nv: 1", "v: \(secret): x", "v: 1\n---\n\(secret)",
        ] {
            let error = refusal(of: text, as: Holder<Int>.self)
            #expect(error != nil)
            #expect(error?.description.contains(secret) == false)
        }
    }
}

struct AnyBytesTests {
    @Test("Any bytes", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("end in a value or an error, never in a crash", random),
        TestCase("of a good document, cut off or changed anywhere, end in a value or an error", mutations),
        TestCase("in the worst order are read in time that grows with their number", worstCases),
    ]

    func random() {
        let pieces = [
            "v:", " ", "\n", "  ", "- ", "? ", ": ", "[", "]", "{", "}", ",", "\"", "'", "|", ">", "&a", "*a", "!",
            "!!str", "%", "#",
            "---", "...", "\t", "\\", "\u{1}", "é", "👩‍👩‍👧", "\u{FEFF}", "\u{85}", "\u{2028}", "1", "0x", "true", "~", "<<",
            "\r", "name",
        ].map { Array($0.utf8) }
        var generator = Repeatable(state: 42)
        var outcomes: [YAMLError.Code?: Int] = [:]
        for round in 0..<20_000 {
            var bytes: [UInt8] = round % 2 == 0 ? Array("v: ".utf8) : []
            for _ in 0..<Int.random(in: 0..<20, using: &generator) {
                if round % 3 == 0, Int.random(in: 0..<8, using: &generator) == 0 {
                    bytes.append(UInt8.random(in: 0...255, using: &generator))
                } else {
                    bytes += pieces[Int.random(in: 0..<pieces.count, using: &generator)]
                }
            }
            let error = refusal(of: bytes, as: Holder<[String: String]?>.self)
            outcomes[error?.code, default: 0] += 1
            if let error { #expect(error.line >= 1 && error.column >= 1) }
        }
        // The documents were not all of one kind.
        #expect(outcomes.count > 8, "\(outcomes)")
    }

    func mutations() {
        let document = Array(
            """
            organizations:
              - name: "A\\u00e9"
                services:
                  - {name: Shop, kind: website, redirectUris: [https://shop.example/cb]}
                  - name: 'App'
                    kind: app
                    redirectUris: []
                    attributes:
                      email: true
            """.utf8)
        #expect(refusal(of: document) == nil)
        for length in document.indices { _ = refusal(of: Array(document.prefix(length))) }
        var generator = Repeatable(state: 3)
        var refused = 0
        for _ in 0..<5000 {
            var changed = document
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                changed[Int.random(in: changed.indices, using: &generator)] = UInt8.random(
                    in: 0...255, using: &generator)
            }
            if refusal(of: changed) != nil { refused += 1 }
        }
        #expect(refused > 1000)
    }

    func worstCases() {
        let clock = ContinuousClock()
        for piece in [
            "- a\n", "? a\n", "a: b\n", "[", "'", "\n", "#\n", "a ", ": ", "- - - - \n", "{a: 1, b: 2},", "&a ",
            "\"\\\n",
        ] {
            let bytes = [UInt8]((String(repeating: piece, count: (1 << 18) / piece.utf8.count)).utf8)
            let time = clock.measure { _ = refusal(of: bytes, as: Holder<Int>.self) }
            #expect(time < .seconds(5), "\(piece.debugDescription) took \(time)")
        }
    }
}

/// A generator of the same random numbers in every run (SplitMix64).
struct Repeatable: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
