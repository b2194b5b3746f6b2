import Foundation
import Testing
import YAML

/// A declaration as an operator would write it.
struct Declaration: Decodable, Equatable {
    struct Organization: Decodable, Equatable {
        let name: String
        let services: [Service]
    }

    struct Service: Decodable, Equatable {
        enum Kind: String, Decodable { case website, app }

        let name: String
        let kind: Kind
        let redirectUris: [URL]
        let lifetime: Int?
        let attributes: [String: Bool]?
    }

    let organizations: [Organization]
}

func decode<T: Decodable>(_ type: T.Type, _ text: String) throws(YAMLError) -> T {
    try YAMLDecoder().decode(type, from: Array(text.utf8))
}

/// A single value below the key `v`.
struct Holder<Value: Decodable>: Decodable { let v: Value }

func value<T: Decodable>(_ type: T.Type, _ text: String) throws(YAMLError) -> T {
    try decode(Holder<T>.self, "v: " + text).v
}

struct DecodingTests {
    @Test("A YAML document", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("becomes the value that it describes", document),
        TestCase(
            "keeps what is quoted, a block, or tagged as text", text,
            each: [
                (#""5""#, "5"), ("'true'", "true"), ("\"\"", ""), ("!!str 5", "5"), ("!!str", ""),
                ("|\n  a\n  b\n", "a\nb\n"),
                (">-\n  a\n  b", "a b"), (#""\u00e9\t""#, "é\t"),
            ]),
        TestCase(
            "takes words for text that older YAML took for something else", words,
            each: [
                "yes", "no", "on", "off", "y", "N", "2001-01-01", "12:30:45", "1_000", "0b11", "1e", "e1", ".", "+",
                "0x",
                "0o8", "tRue",
                "a:b", "1.2.3", "--1", "nil",
            ]),
        TestCase(
            "takes numbers as YAML 1.2 writes them", integers,
            each: [
                ("0", 0), ("-12", -12), ("+7", 7), ("0o17", 15), ("0xfF", 255), ("!!int 5", 5),
                ("9223372036854775807", Int.max),
            ]),
        TestCase(
            "takes decimal numbers, whole ones too", decimals,
            each: [
                ("0.5", 0.5), (".5", 0.5), ("5.", 5.0), ("1e3", 1000.0), ("-1.5E-1", -0.15), ("3", 3.0),
                ("-.inf", -Double.infinity),
            ]),
        TestCase(
            "leaves out what is null, however it is written", null, each: ["", "~", "null", "Null", "NULL", "!!null"]),
        TestCase("takes true and false alone for a switch", switches),
        TestCase("may begin with a byte order mark and the sign of a document, and end with one", frame),
        TestCase("may be decoded by a type that takes what it gets", flexible),
    ]

    func document() throws {
        let declaration = try decode(
            Declaration.self,
            """
            # comment
            organizations:
              - name: Example & Sons
                services:
                  - {name: "Shop", kind: website, redirectUris: [https://shop.example/cb]}
                  - name: 'App'
                    kind: app
                    redirectUris: []
                    lifetime: 3600
                    attributes: {email: true, "phone": false}
            """)
        #expect(declaration.organizations[0].name == "Example & Sons")
        let services = declaration.organizations[0].services
        #expect(services[0].redirectUris == [URL(string: "https://shop.example/cb")!])
        #expect(services[0].lifetime == nil)
        #expect(services[1].kind == .app)
        #expect(services[1].lifetime == 3600)
        #expect(services[1].attributes == ["email": true, "phone": false])
    }

    func text(written: String, meant: String) throws {
        #expect(try value(String.self, written) == meant)
    }

    func words(written: String) throws {
        #expect(try value(String.self, written) == written)
    }

    func integers(written: String, meant: Int) throws {
        #expect(try value(Int.self, written) == meant)
    }

    func decimals(written: String, meant: Double) throws {
        #expect(try value(Double.self, written) == meant)
    }

    func null(written: String) throws {
        #expect(try value(Int?.self, written) == nil)
        #expect(throws: YAMLError.self) { try value(Int?.self, #""\#(written)""#) }
    }

    func switches() throws {
        #expect(try value(Bool.self, "true"))
        #expect(try value(Bool.self, "FALSE") == false)
        for other in ["yes", "on", "1", "\"true\"", "~", "[true]"] {
            #expect(throws: YAMLError.self) { try value(Bool.self, other) }
        }
    }

    func frame() throws {
        #expect(try decode(Holder<Int>.self, "\u{FEFF}---\nv: 1\n...\n").v == 1)
        #expect(try decode([Int].self, "[1, 2]") == [1, 2])
    }

    func flexible() throws {
        enum OneOrMany: Decodable, Equatable {
            case one(String)
            case many([String])

            init(from decoder: any Decoder) throws {
                if let one = try? decoder.singleValueContainer().decode(String.self) {
                    self = .one(one)
                } else {
                    self = .many(try [String](from: decoder))
                }
            }
        }
        #expect(try value(OneOrMany.self, "a") == .one("a"))
        #expect(try value(OneOrMany.self, "[a, b]") == .many(["a", "b"]))
    }
}
