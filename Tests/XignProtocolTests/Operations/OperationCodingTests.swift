import Foundation
import Testing

@testable import XignProtocol

struct OperationCodingTests {
    @Test("Operations on the wire", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "every message survives a round trip, and members of a later version are ignored", roundTrips,
            each: messages.indices),
        TestCase(
            "every message is encoded as Foundation encodes it, byte for byte", asFoundation, each: messages.indices),
        TestCase("the names of members are frozen", golden),
        TestCase("an answer with none or several of its exclusive members is refused", exactlyOne),
        TestCase(
            "an answer to start names its act by the members that the statement has", started,
            each: Sample.subjects.indices),
        TestCase(
            "an answer to start with the act of another purpose cannot be read", startedOtherwise,
            each: Sample.subjects.indices),
        TestCase("a utility process is asked for with the members of its purpose, and with no others", utility),
        TestCase(
            "an app supports the words that it lists; other words are ignored, and other texts refused", capabilities),
        TestCase("the sealed answer is the response or the error, never both", answers),
        TestCase("the names of operations are frozen", operationNames),
    ]

    private static func again<Message: Codable>(_ message: Message) throws -> (
        first: [UInt8], second: [UInt8], extended: [UInt8]
    ) {
        let first = try MessageCoding.encode(message)
        let second = try MessageCoding.encode(try MessageCoding.decode(Message.self, from: first))
        let members = String(decoding: first, as: UTF8.self).dropFirst()
        let extended = "{\"zzzLater\":[{\"x\":1}]" + (members == "}" ? "" : ",") + members
        return (first, second, try MessageCoding.encode(try MessageCoding.decode(Message.self, from: extended.octets)))
    }

    func roundTrips(index: Int) throws {
        let (first, second, extended) = try Self.again(Self.messages[index])
        #expect(first == second)
        #expect(first == extended)
        #expect((first.count > 2) != Self.isEmpty(Self.messages[index]))
    }

    func asFoundation(index: Int) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(Data(try MessageCoding.encode(Self.messages[index])) == (try encoder.encode(Self.messages[index])))
    }

    func golden() throws {
        let published = try String(contentsOf: Self.goldenFile, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(try Self.memberNames() == published)
    }

    static let goldenFile = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "member-names.txt")

    /// Lists each sample message's type and the names of its members.
    static func memberNames() throws -> [String] {
        try messages.map { message in
            let type = String(reflecting: type(of: message)).split(separator: ".").dropFirst().joined(separator: ".")
            let object = try JSONSerialization.jsonObject(with: Data(try MessageCoding.encode(message)))
            return "\(type) \(names(object))"
        }
    }

    private static func names(_ value: Any) -> String {
        if let object = value as? [String: Any] {
            return "{" + object.keys.sorted().map { key in "\(key)\(names(object[key] ?? 0))" }.joined(separator: ",")
                + "}"
        }
        if let array = value as? [Any] { return array.first.map { "[\(names($0))]" } ?? "[]" }
        return ""
    }

    func exactlyOne() {
        let lockout = #"{"isPermanent":true}"#
        for text in ["{}", #"{"alreadyUsedAt":1,"lockout":\#(lockout)}"#, #"{"later":1}"#] {
            #expect(throws: DecodingError.self) { try MessageCoding.decode(Open.Response.self, from: text.octets) }
        }
        for text in ["{}", #"{"errors":{},"statement":"AA"}"#] {
            #expect(throws: DecodingError.self) { try MessageCoding.decode(Prepare.Response.self, from: text.octets) }
        }
        for text in ["{}", #"{"later":{}}"#] {
            #expect(throws: DecodingError.self) { try MessageCoding.decode(Finish.Response.self, from: text.octets) }
        }
        for text in ["{}", #"{"qr":"AA","link":"AA"}"#, #"{"secret":"AA"}"#] {
            #expect(throws: DecodingError.self) {
                try MessageCoding.decode(ClaimMessage.self, from: #"{"claim":\#(text)}"#.octets)
            }
        }
    }

    private struct ClaimMessage: Decodable { let claim: Start.Claim }

    func started(index: Int) throws {
        let subject = Sample.subjects[index]
        let answer = try MessageCoding.encode(Self.started(subject))
        #expect(try MessageCoding.decode(Start.Response.self, from: answer).subject == subject)
        var reader = try JSONObjectReader(StrictJSON.parse(answer, limits: .message))
        #expect(try ConsentSubject(&reader) == subject)
    }

    func startedOtherwise(index: Int) throws {
        let right = String(decoding: try MessageCoding.encode(Self.started(Sample.subjects[index])), as: UTF8.self)
        let purpose = Sample.subjects[index].purpose
        // The logins have the same members, and some processes have none, like a login without an end.
        let logins: [Purpose] = [.login, .inAppLogin]
        let bare: [Purpose] = [.changePin, .newActivation, .delete]
        let readable =
            if logins.contains(purpose) { logins } else if bare.contains(purpose) { logins + bare } else { [Purpose]() }
        for other in Sample.subjects.map(\.purpose) where other != purpose {
            let text = right.with("\"purpose\":\"\(purpose.rawValue)\"", "\"purpose\":\"\(other.rawValue)\"")
            let read = try? MessageCoding.decode(Start.Response.self, from: text.octets)
            #expect((read != nil) == readable.contains(other), "\(purpose) as \(other)")
        }
    }

    func utility() throws {
        let rest = #""activationId":"\#(Sample.activation)","client":{"platform":"Linux","version":"1"}"#
        func read(_ members: String) throws -> StartUtility.Utility {
            try MessageCoding.decode(StartUtility.Request.self, from: "{\(rest),\(members)}".octets).utility
        }
        let (factor, target) = (#","factor":"biometric""#, #","target":"\#(Sample.target)""#)
        #expect(try read(#""purpose":"changePin""#) == .changePin)
        #expect(try read(#""purpose":"newActivation""#) == .newActivation)
        #expect(try read(#""purpose":"delete""#) == .delete)
        #expect(try read(#""purpose":"addFactor"\#(factor)"#) == .addFactor(.biometric))
        #expect(try read(#""purpose":"addFactor","factor":"otp""#) == .addFactor(.otp), "refused later")
        #expect(try read(#""purpose":"revoke"\#(target)"#) == .revoke(Sample.target))
        var refused = [
            #""purpose":"login""#, #""purpose":"inAppLogin""#, #""purpose":"transaction""#, #""purpose":"merge""#,
            #""purpose":"pay""#, #""factor":"biometric""#, #""purpose":"addFactor""#, #""purpose":"revoke""#,
            #""purpose":"addFactor","factor":"password""#, #""purpose":"revoke","target":"AAAA""#,
            #""purpose":"addFactor"\#(factor)\#(target)"#, #""purpose":"revoke"\#(factor)\#(target)"#,
        ]
        for purpose in ["changePin", "newActivation", "delete"] {
            refused += [#""purpose":"\#(purpose)"\#(factor)"#, #""purpose":"\#(purpose)"\#(target)"#]
        }
        for members in refused {
            #expect(throws: DecodingError.self, "\(members)") { try read(members) }
        }
    }

    func capabilities() throws {
        func read(_ supports: String) throws -> ClientInformation {
            try MessageCoding.decode(
                ClientInformation.self, from: #"{"platform":"Linux"\#(supports),"version":"1"}"#.octets)
        }
        #expect(try !read("").supports(.merge))
        #expect(try !read(#","supports":[]"#).supports(.merge))
        let some = try read(#","supports":["later","pairing","merge","merge"]"#)
        #expect(some.supports(.merge))
        #expect(some.supports(.pairing))
        #expect(!some.supports(.offline))
        #expect(!some.supports(.transaction))
        let words = Array(repeating: #""a""#, count: 16).joined(separator: ",")
        _ = try read(#","supports":[\#(words)]"#)
        _ = try read(#","supports":["\#(String(repeating: "a", count: 32))"]"#)
        for list in [
            "[\(words),\"a\"]", #"[""]"#, #"["Merge"]"#, #"["merge "]"#, #"["a1"]"#, #"["é"]"#, "[1]", #""merge""#,
            #"["\#(String(repeating: "a", count: 33))"]"#,
        ] {
            #expect(throws: DecodingError.self, "\(list)") { try read(#","supports":\#(list)"#) }
        }
    }

    func answers() throws {
        let failure = OperationAnswer<Abort.Response>.failure(ProtocolError(.lockedOut, lockout: Self.lockout))
        guard case .failure(let error) = try OperationAnswer<Abort.Response>(parsing: failure.serialized()) else {
            Issue.record("an error was read as a response")
            return
        }
        #expect(error == ProtocolError(.lockedOut, lockout: Self.lockout))
        let response = try OperationAnswer<Status.Response>.response(
            .init(userName: "Zoë", alias: "phone", factors: [.device], lockout: nil)
        ).serialized()
        guard case .response(let status) = try OperationAnswer<Status.Response>(parsing: response) else {
            Issue.record("a response was read as an error")
            return
        }
        #expect(status.alias == "phone")
        // A response with an error is an error; an answer with an unknown error cannot be read.
        guard case .failure = try OperationAnswer<Abort.Response>(parsing: #"{"error":"sessionEnded","x":1}"#.octets)
        else {
            Issue.record("an error was read as a response")
            return
        }
        for text in [
            #"{"error":"ofALaterVersion"}"#, #"{"error":1}"#, "[]", "1", "", "{",
            #"{"error":"sessionEnded","error":"lockedOut"}"#,
        ] {
            #expect(throws: (any Error).self, "\(text)") { try OperationAnswer<Abort.Response>(parsing: text.octets) }
        }
    }

    func operationNames() {
        #expect(
            DeviceOperationName.allCases.map(\.rawValue) == [
                "register", "registerFinish", "open", "personalizeFinish", "start", "prepare", "finish", "abort",
                "inAppStart", "startUtility",
                "collectCode", "finishUtility", "status", "aliasChoices", "forgetAliasChoice", "list", "rename",
                "revoke",
            ])
    }
}
