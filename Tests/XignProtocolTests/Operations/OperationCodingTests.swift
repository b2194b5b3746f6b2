import Foundation
import Testing

@testable import XignProtocol

@Suite("Operations on the wire")
struct OperationCodingTests {
    static let secret = SecretOctets([UInt8](repeating: 7, count: 32))
    static let client = ClientInformation(
        version: "1.0.0", platform: "Linux",
        securityCheck: .init(date: 1_800_000_000, checkVersion: 1, osVersion: "12", isRooted: false, isHooked: false))
    static let service = ServiceDescription(
        id: "canteen", name: "Canteen", origin: "https://canteen.example.org", description: nil)
    static let organization = OrganizationDescription(
        id: "acme", name: "Acme", website: "https://acme.example.org", address: nil, description: nil)
    static let lockout = Lockout(retryAfterSeconds: 30, lockedUntil: 1_800_000_030, isPermanent: false)

    static let messages: [any Codable & Sendable] = [
        Open.Request(
            activationId: Sample.activation, activationSecret: Sample.secret, pinProof: secret,
            existingActivationId: Sample.activation, client: client),
        Open.Response.personalize(
            .init(
                openToken: secret, challenge: Octets(Sample.challenge), userName: "Zoë", organization: organization,
                service: service, pinPolicy: .standard,
                newPinRequired: true, requiredFactors: [.device, .pin], optionalFactors: [.biometric], wrongPins: 2)),
        Open.Response.merge(
            .init(
                sessionId: Sample.session, sessionToken: secret, organization: organization, address: "zoe@example.org")
        ),
        Open.Response.lockout(lockout), Open.Response.alreadyUsed(at: 1_800_000_000),
        PersonalizeFinish.Request(activationId: Sample.activation, openToken: secret, enrolment: Octets([1, 2, 3])),
        PersonalizeFinish.Response(userName: "Zoë", alias: "phone", factors: [.device, .pin]),
        Start.Request(
            activationId: Sample.activation, sessionId: Sample.session, claim: .qrCode(Sample.secret), client: client),
        Start.Request(
            activationId: Sample.activation, sessionId: Sample.session, claim: .link(Sample.secret), client: client),
        Start.Request(
            activationId: Sample.activation, sessionId: Sample.session, claim: .inApp(Sample.secret), client: client),
        Start.Request(
            activationId: Sample.activation, sessionId: Sample.session, claim: .sessionToken(secret), client: client),
        Start.Response(
            channel: .crossDevice, subject: .login(offlineUntil: nil), service: service, organization: organization,
            roles: [.init(id: "member", name: "Member", alternatives: [[.device, .pin]])],
            attributes: [
                "email": .init(
                    isRequired: true, isMissing: false, aliases: [.init(id: "a1", text: "work", isPrimary: true)])
            ], sessionToken: secret,
            expiresInSeconds: 300),
        Prepare.Request(
            sessionId: Sample.session, sessionToken: secret, roleId: "member",
            attributes: ["email": .init(aliasId: "a1"), "givenName": .init(disclosure: "AAAA")]),
        Prepare.Response.failure([
            "email": .noAliasSelected, "givenName": .dataMissing, "a": .invalid, "b": .notAvailable,
        ]), Prepare.Response.success(statement: [1, 2]),
        Finish.Request(sessionId: Sample.session, sessionToken: secret, consent: Octets([1, 2, 3])),
        Finish.Response.success(
            .init(
                outcome: .userLogin, service: service, organization: organization, roleName: "Member",
                failedAttemptsSinceLastSuccess: 2, grant: secret, returnSecret: secret)),
        Finish.Response.refusal(.init(lockout: lockout, nextStatement: Octets([1]))),
        Finish.Response.refusal(.init(lockout: lockout, nextStatement: nil)),
        Abort.Request(sessionId: Sample.session, sessionToken: secret, reason: .notMe), Abort.Response(),
        Status.Request(activationId: Sample.activation),
        Status.Response(userName: "Zoë", alias: "phone", factors: [.device], lockout: lockout),
        AliasChoices.Request(activationId: Sample.activation),
        AliasChoices.Response(choices: [
            .init(
                id: Octets([1]), serviceId: "shop", serviceName: "Shop", attribute: "email", aliasText: "work")
        ]),
        ForgetAliasChoice.Request(activationId: Sample.activation, choiceId: Octets([1])), ForgetAliasChoice.Response(),
        Revoke.Request(activationId: Sample.activation), Revoke.Response(),
        ProtocolError(.lockedOut, lockout: lockout),
        ProtocolError(.clientTooOld, minimumVersion: ClientVersion("1.2.0")),
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

    @Test(
        "every message survives a round trip, and members of a later version are ignored", arguments: messages.indices
    )
    func roundTrips(index: Int) throws {
        let (first, second, extended) = try Self.again(Self.messages[index])
        #expect(first == second)
        #expect(first == extended)
        #expect(
            first.count > 2 || Self.messages[index] is Abort.Response || Self.messages[index] is Revoke.Response
                || Self.messages[index] is ForgetAliasChoice.Response)
    }

    @Test("every message is encoded as Foundation encodes it, byte for byte", arguments: messages.indices)
    func asFoundation(index: Int) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        #expect(Data(try MessageCoding.encode(Self.messages[index])) == (try encoder.encode(Self.messages[index])))
    }

    @Test("the names of members are frozen")
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

    @Test("an answer with none or several of its exclusive members is refused")
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

    @Test("the sealed answer is the response or the error, never both")
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

    @Test("the names of operations are frozen")
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
