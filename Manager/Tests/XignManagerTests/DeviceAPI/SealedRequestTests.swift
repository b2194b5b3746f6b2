import Foundation
import Logging
import Testing
import XignDomain
import XignHTTP
import XignStorage

@testable import XignCrypto
@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignProtocol
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct SealedRequestTests {
    @Test("Sealed requests that are not what they should be", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "Altered, truncated, empty, too long, for another operation: refused unsealed, and nothing happens",
            unreadable),
        TestCase(
            "Sealed to a key that is not the manager's: told apart, so that the app fetches key material", unknownKey),
        TestCase(
            "A key that was never published is counted and logged as such, within the budget of lines, a destroyed one apart",
            reportsUnknownKeys),
        TestCase(
            "A body with duplicate members, invalid UTF-8, wrong types, deep nesting, or behind which something stands is malformed",
            malformed),
        TestCase("A wrong PIN that is sent again, sealed as it was, is counted once and answered alike", replayedOpen),
        TestCase("A finished login that is sent again gets the same answer, and leaves one record", replayedFinish),
        TestCase("One body, sealed alike for two operations, has at each its own outcome", twoOperations),
    ]

    let manager: TestManager
    let device: RawDevice

    init() throws {
        manager = try TestManager()
        device = try RawDevice(manager)
    }

    func unreadable() throws {
        let sealed = try status()
        var altered = sealed.bytes
        altered[altered.count - 1] ^= 1
        for bytes in [
            altered, Array(sealed.bytes.dropLast()), Array(sealed.bytes.prefix(9)), [], [2] + sealed.bytes.dropFirst(),
        ] {
            #expect(manager.post("status", bytes).status == .badRequest)
        }
        #expect(manager.post("revoke", sealed.bytes).status == .badRequest)
        #expect(manager.post("status", [UInt8](repeating: 1, count: 65_537)).status.code == 413)
        #expect(manager.post("nothing", sealed.bytes).status == .notFound)
    }

    func unknownKey() throws {
        let key = try DecryptionKey.generate(.x25519).publicKey
        let sealed = try SealedRequest(
            Array("{}".utf8), operation: .status, idmIdentifier: manager.issuer.idmIdentifier, key: key)
        #expect(manager.post("status", sealed.bytes).status == .conflict)
    }

    func reportsUnknownKeys() throws {
        let lines = LogLines()
        let manager = try TestManager(log: Log { lines.append($0) })
        let metrics = manager.context.database.metrics
        func send(_ key: EncryptionKey) throws -> Int {
            let sealed = try SealedRequest(
                Array("{}".utf8), operation: .status, idmIdentifier: manager.issuer.idmIdentifier, key: key)
            return manager.post("status", sealed.bytes).status.code
        }
        // A key that was destroyed is nothing to worry about: the device fetches its successor.
        let former = try #require(manager.context.keys.material.material.encryptionKeys.first)
        try RotateEncryptionKeys(manager.context)(force: true)
        let left = manager.context.keys.material.material.encryptionKeys
        _ = try manager.context.database.write { try $0.keys.keepOnlyDecryptionKeys(of: left) }
        try manager.context.keys.reload()
        #expect(try send(former) == 409)
        #expect(metrics.unknownKeys[.destroyed].current == 1)
        #expect(lines.count("keyUnknown") == 0)
        #expect(lines.count("keyDestroyed") == 1)
        let housekeeping = Housekeeping(manager.manager)
        housekeeping.runOnce()
        #expect(try manager.context.lastUnpublishedKey() == nil)

        let foreign = try DecryptionKey.generate(.x25519).publicKey
        for _ in 0..<40 { #expect(try send(foreign) == 409) }
        #expect(metrics.unknownKeys[.unpublished].current == 40)
        #expect(lines.count("keyUnknown") == 30, "the budget of a network")
        housekeeping.runOnce()
        #expect(try manager.context.lastUnpublishedKey()?.seconds == manager.clock.now.seconds)
    }

    func malformed() throws {
        let id = device.activation.description
        let bodies: [[UInt8]] =
            [
                #"{"activationId":"\#(id)","activationId":"\#(id)"}"#, #"{"activationId":7}"#, #"{}"#, #"[]"#, "",
                #"{"activationId":"\#(id)"} "x""#, #"{"activationId":"\#(id)","x":1.5}"#,
                #"{"activationId":"\#(id)","x":null}"#,
                #"{"activationId":"\#(id)","x":"# + String(repeating: "[", count: 50)
                    + String(repeating: "]", count: 50) + "}",
                #"{"activationId":"\#(id)=="}"#,
            ].map { Array($0.utf8) } + [Array(#"{"activationId":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8)]
        for body in bodies {
            let sealed = try status(body: body)
            let answer = try sealed.open(answer: manager.post("status", sealed.bytes).bytes)
            #expect(
                String(decoding: answer, as: UTF8.self) == #"{"error":"malformed"}"#,
                "\(String(decoding: body, as: UTF8.self))")
        }
    }

    func replayedOpen() throws {
        let link = try InitializationLink(parsing: try manager.issueActivation(user: "eve"))
        guard case .personalization(let id) = link.data.process else { throw TestFailure(what: "not an activation") }
        let request = Open.Request(
            activationId: id, activationSecret: link.data.secret, pinProof: .random(count: 32),
            existingActivationId: nil,
            client: RawDevice.client)
        let key = try #require(manager.context.keys.material.material.encryptionKeys.first { $0.suite == .x25519 })
        let sealed = try SealedRequest(
            try MessageCoding.encode(request), operation: .open, idmIdentifier: manager.issuer.idmIdentifier, key: key)
        let first = try RawDevice.send(sealed, Open.self, to: manager.manager)
        manager.clock.advance(seconds: 3600)
        for _ in 0..<9 {
            let again = try RawDevice.send(sealed, Open.self, to: manager.manager)
            #expect(again.lockout?.lockedUntil == first.lockout?.lockedUntil && again.lockout?.isPermanent == false)
        }
        let activation = try manager.context.database.read { try $0.activations.find(id) }
        #expect(activation?.wrongPINs == 1 && activation?.state == .pending)
    }

    func replayedFinish() throws {
        let browser = try TestBrowser(manager)
        let prepared = try device.prepare(browser)
        for _ in 0..<3 { #expect(try device.finish(prepared).result?.outcome == .userLogin) }
        _ = try browser.proceed()
        #expect(try device.finish(prepared).result?.outcome == .userLogin)
        #expect(try manager.auditKinds.filter { $0 == .loginConfirmed }.count == 1)
        #expect(try manager.auditKinds.filter { $0 == .codeIssued }.count == 1)
    }

    func twoOperations() throws {
        let victim = try RawActivation(manager, user: "eve")
        let browser = try TestBrowser(manager)
        let started = try device.start(browser)
        // An operation ignores unknown members: the body is a request of both.
        let members: [(name: String, value: JSONValue)] = [
            ("activationId", .string(victim.id.description)), ("activationSecret", .bytes(victim.secret.bytes)),
            ("attributes", .object([])), ("pinProof", .bytes([UInt8](repeating: 7, count: 32))),
            ("client", .object([("platform", .string("Linux")), ("version", .string("1.0.0"))])),
            ("roleId", .string(started.roles[0].id)), ("sessionId", .bytes(try browser.session.bytes)),
            ("sessionToken", .bytes(started.sessionToken.bytes)),
        ]
        let seal = try sender(JSONValue.object(members).serialized)
        let (prepare, open) = (try seal(.prepare), try seal(.open))
        #expect(manager.post("prepare", prepare).status == .ok)
        #expect(try browser.state == "confirming")
        #expect(manager.post("open", open).status == .ok)
        // Had the outcome of `prepare` been taken for that of `open`, the wrong PIN would not have been looked at.
        let activation = try manager.context.database.read { try $0.activations.find(victim.id) }
        #expect(activation?.wrongPINs == 1)
    }

    /// Seals a body for any operation under one encapsulated key, as a sender can who likes to.
    private func sender(_ body: [UInt8]) throws -> (DeviceOperationName) throws -> [UInt8] {
        let key = try #require(manager.context.keys.material.material.encryptionKeys.first { $0.suite == .x25519 })
        let suite = try SealingSuite.x25519.ciphersuite
        let encapsulation = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: key.publicKey)
            ._encapsulate(for: suite.kem)
        let idmIdentifier = manager.issuer.idmIdentifier
        return { operation in
            let info = SealedChannel.info(idmIdentifier: idmIdentifier, operation: operation, key: key.identifier)
            var sender = HPKE.Sender(encapsulation, suite, Data(info))
            var plaintext = ByteWriter()
            plaintext.appendLengthPrefixed([])
            plaintext.append(UInt32(body.count))
            plaintext.append(body)
            let sealed = try sender.seal(SealedChannel.padded(plaintext.bytes, to: 512))
            return [SealedChannel.version] + key.identifier.bytes + sender.encapsulatedKey + sealed
        }
    }

    private func status(body: [UInt8]? = nil) throws -> SealedRequest {
        let key = try #require(manager.context.keys.material.material.encryptionKeys.first { $0.suite == .x25519 })
        return try SealedRequest(
            try body ?? MessageCoding.encode(Status.Request(activationId: device.activation)), operation: .status,
            idmIdentifier: manager.issuer.idmIdentifier, key: key,
            device: (device.activation, { Array(try device.deviceKey.signature(for: $0).rawRepresentation) }))
    }
}
