import Testing

@testable import XignProtocol

/// The consent statement with one fault or one change. `check_vectors.py` checks the same corpus.
enum MutatedStatements {
    enum Expectation: String, Sendable { case refused, different }

    struct Mutation: Sendable, CustomTestStringConvertible {
        let what: String
        let bytes: [UInt8]
        let expectation: Expectation
        var testDescription: String { what }
    }

    static let all: [Mutation] =
        refusedTexts.map { .init(what: $0, bytes: $1.octets, expectation: .refused) }
        + refusedBytes.map { .init(what: $0, bytes: $1, expectation: .refused) }
        + differentTexts.map { .init(what: $0, bytes: $1.octets, expectation: .different) }

    private static let text = String(decoding: Sample.consent.serialized, as: UTF8.self)
    private static let session = Sample.session.description
    private static let digest = Base64URL.encode([UInt8](0x60...0x7F))

    private static let refusedTexts: [(String, String)] = [
        (
            "service twice",
            text.with(
                "\"service\":{", "\"service\":{\"id\":\"x\",\"name\":\"Lunch menu\",\"origin\":\"x\"},\"service\":{")
        ),
        ("name twice inside", text.with("\"name\":\"Canteen\"", "\"name\":\"Canteen\",\"name\":\"Bank\"")),
        ("name twice, escaped", text.with("\"name\":\"Canteen\"", "\"name\":\"Canteen\",\"n\\u0061me\":\"Bank\"")),
        (
            "a transaction",
            text.with("{\"activationId\"", "{\"transaction\":{\"text\":\"pay 9000\",\"type\":\"x\"},\"activationId\"")
        ),
        ("the purpose of a utility process", text.with("\"login\"", "\"delete\"")),
        ("a lasting access of text", text.with("{\"activationId\"", "{\"offlineUntil\":\"1\",\"activationId\"")),
        ("an empty id", text.with("\"id\":\"canteen\"", "\"id\":\"\"")),
        ("an id of 257 bytes", text.with("\"canteen\"", "\"" + String(repeating: "a", count: 257) + "\"")),
        ("an empty alias id", text.with("\"a1\"", "\"\"")),
        ("a utility", text.with("{\"activationId\"", "{\"utility\":{},\"activationId\"")),
        ("an unknown member", text.with("{\"activationId\"", "{\"extra\":1,\"activationId\"")),
        ("an unknown member of the service", text.with("\"id\":\"canteen\"", "\"extra\":true,\"id\":\"canteen\"")),
        ("an unknown member of the role", text.with("\"id\":\"member\"", "\"extra\":true,\"id\":\"member\"")),
        ("an unknown member of an attribute", text.with("\"required\":true", "\"purpose\":\"x\",\"required\":true")),
        ("an empty member name", text.with("{\"activationId\"", "{\"\":1,\"activationId\"")),
        ("no purpose", text.with(",\"purpose\":\"login\"", "")),
        ("no channel", text.with("\"channel\":\"crossDevice\",", "")),
        ("no attributes", text.with("\"attributes\":[", "\"attribute\":[")),
        ("no role", text.with(",\"role\":{\"id\":\"member\",\"name\":\"Member\"}", "")),
        ("no policy version", text.with(",\"policyVersion\":3", "")), ("no version", text.with(",\"v\":1", "")),
        ("a null purpose", text.with("\"purpose\":\"login\"", "\"purpose\":null")),
        ("a null alias", text.with("\"aliasId\":\"a1\"", "\"aliasId\":null")),
        ("an unknown purpose", text.with("\"login\"", "\"pay\"")),
        ("a purpose in other case", text.with("\"login\"", "\"Login\"")),
        ("a purpose with a space", text.with("\"login\"", "\"login \"")),
        ("an unknown channel", text.with("crossDevice", "mail")),
        ("an unknown source", text.with("\"stored\"", "\"guessed\"")),
        ("an unknown factor", text.with("\"biometric\"", "\"password\"")),
        ("a version of text", text.with("\"v\":1", "\"v\":\"1\"")),
        ("a version with a fraction", text.with("\"v\":1", "\"v\":1.0")),
        ("a version with an exponent", text.with("\"v\":1", "\"v\":1e0")),
        ("another version", text.with("\"v\":1", "\"v\":2")),
        ("a time of text", text.with("1800000000", "\"1800000000\"")),
        ("a time with a fraction", text.with("1800000000", "1800000000.5")),
        ("a time of 2^53", text.with("1800000000", "9007199254740992")),
        ("a time with a leading zero", text.with("1800000000", "01800000000")),
        ("a required of text", text.with("\"required\":true", "\"required\":\"true\"")),
        ("a required of 1", text.with("\"required\":true", "\"required\":1")),
        ("alternatives of text", text.with("[[\"biometric\",\"device\"],[\"device\",\"pin\"]]", "\"device\"")),
        ("no alternatives", text.with("[[\"biometric\",\"device\"],[\"device\",\"pin\"]]", "[]")),
        ("an empty alternative", text.with("[\"device\",\"pin\"]", "[]")),
        ("an alternative without device", text.with("[\"device\",\"pin\"]", "[\"pin\"]")),
        ("an alternative unsorted", text.with("[\"device\",\"pin\"]", "[\"pin\",\"device\"]")),
        ("a factor twice", text.with("[\"device\",\"pin\"]", "[\"device\",\"device\",\"pin\"]")),
        ("an alternative flat", text.with("[\"device\",\"pin\"]", "\"device\"")),
        ("a session too short", text.with(session, String(session.dropLast(4)))),
        ("a session too long", text.with(session, session + "AAAA")),
        ("a session padded", text.with(session, session + "==")),
        ("a session with trailing bits", text.with(session, String(session.dropLast()) + "x")),
        ("a digest too short", text.with(digest, String(digest.dropLast(3)))),
        ("a digest in base64", text.with(digest, digest + "=")),
        ("an attribute twice", text.with("\"givenName\"", "\"email\"")),
        ("a service without name", text.with("\"name\":\"Canteen\",", "")),
        ("an empty name", text.with("\"Canteen\"", "\"\"")),
        ("a name with a line break", text.with("\"Canteen\"", "\"Canteen\\n(verified)\"")),
        ("a name with an override of direction", text.with("\"Canteen\"", "\"\\u202eneetnaC\"")),
        ("a name with a bell", text.with("\"Canteen\"", "\"Canteen\\u0007\"")),
        ("a name with a line separator", text.with("\"Canteen\"", "\"Canteen\\u2028\"")),
        ("a name with a zero-width space", text.with("\"Canteen\"", "\"Can\\u200bteen\"")),
        ("a name of a filler", text.with("\"Canteen\"", "\"\\u3164\"")),
        ("a name of white space", text.with("\"Canteen\"", "\" \\u3000\"")),
        ("a name too long", text.with("\"Canteen\"", "\"" + String(repeating: "a", count: 257) + "\"")),
        ("an alias text with an isolate", text.with("\"work\"", "\"\\u2066work\"")),
        ("an origin with a break", text.with("https://canteen.example.org", "https://canteen\\r.example.org")),
        ("an attribute's name with a control", text.with("\"givenName\"", "\"given\\u0000Name\"")),
        ("a name that is an object", text.with("\"Canteen\"", "{}")),
        ("half a surrogate pair", text.with("\"Canteen\"", "\"\\ud800\"")),
        ("a party that is text", text.with("{\"id\":\"member\",\"name\":\"Member\"}", "\"member\"")),
        ("two statements", text + text), ("text behind", text + "x"),
        ("a comma too many", text.with(",\"v\":1}", ",\"v\":1,}")), ("nothing", ""),
        ("an array", "[\(text)]"), ("text", "\"x\""), ("cut off", String(text.dropLast())),
        ("a comment", text.with("{", "{/**/")), ("single quotes", text.replacing("\"", with: "'")),
        ("more than 16 KiB", text + String(repeating: " ", count: 16 * 1024)),
        ("nested too deeply", text.with("\"attributes\":[", "\"attributes\":[[[[[[[]]]]]],")),
    ]

    private static let refusedBytes: [(String, [UInt8])] = [
        ("a byte order mark", [0xEF, 0xBB, 0xBF] + text.octets),
        ("bad UTF-8", Array(text.with("Canteen", "\u{1}").utf8).map { $0 == 1 ? 0xFF : $0 }),
        ("UTF-16", text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }), ("a zero at the end", text.octets + [0]),
    ]

    private static let differentTexts: [(String, String)] = [
        ("another service", text.with("\"Canteen\"", "\"Bank\"")),
        ("a Cyrillic a", text.with("\"Canteen\"", "\"C\u{430}nteen\"")),
        ("a wide letter", text.with("\"Canteen\"", "\"Ｃanteen\"")),
        ("another origin", text.with("canteen.example.org", "canteen.example.com")),
        ("another purpose", text.with("\"login\"", "\"inAppLogin\"")),
        ("a lasting access", text.with("{\"activationId\"", "{\"offlineUntil\":1830000000,\"activationId\"")),
        ("another alias", text.with("\"a1\"", "\"a2\"")),
        ("no alias", text.with("\"aliasId\":\"a1\",", "")),
        ("less required", text.with("\"required\":true", "\"required\":false")),
        ("one alternative less", text.with("[\"biometric\",\"device\"],", "")),
        ("a weaker alternative", text.with("[\"device\",\"pin\"]", "[\"device\"]")),
        ("later", text.with("1800000300", "9007199254740991")), ("before the epoch", text.with("1800000000", "-1")),
    ]
}
