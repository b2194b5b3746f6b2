import Testing
import XignCrypto

@testable import XignProtocol

/// The suites that this machine's libcrypto supports: X-Wing from OpenSSL 3.5 on.
let availableSuites = SealingSuite.allCases.filter(\.isAvailable)

@Suite("The sealed channel", .serialized)
struct SealedChannelTests {
    @Test(arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "request and answer survive a round trip, with the same name each time", roundTrip, each: availableSuites),
        TestCase("no byte of a request can be changed", requestBytes, each: availableSuites),
        TestCase("no byte of an answer can be changed, and none left out", answerBytes),
        TestCase("a truncated request is unreadable at every length", truncation, each: availableSuites),
        TestCase("a request opens for its operation, its manager and its key alone", context, each: availableSuites),
        TestCase("the answer to one request is no answer to another", swappedAnswers),
        TestCase(
            "lengths reveal only the number of 512-byte blocks of a request and of 1,024-byte blocks of an answer",
            padding),
        TestCase("all requests to open an activation have the same length, with any PIN", oneLength),
        TestCase(
            "a wrong padding or inner length is unreadable, though its seal is right", innerForm,
            each: [
                [UInt8](), [0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 0xFF, 0xFF, 0xFF, 0xFF],
                [0xFF, 0xFF, 0, 0, 0, 0],
            ]),
        TestCase("a body that is too large is an error on either side", tooLarge),
        TestCase("an encapsulated key of small order opens nothing", smallOrder),
        TestCase("no bytes crash the manager", anyBytes, each: availableSuites),
    ]

    static let body = #"{"hello":"manager"}"#.octets

    static func seal(
        _ body: [UInt8] = body, to key: DecryptionKey, operation: DeviceOperationName = .status,
        idm: String = Sample.idm
    ) throws -> SealedRequest {
        try SealedRequest(body, operation: operation, idmIdentifier: idm, key: key.publicKey)
    }

    static func open(
        _ bytes: [UInt8], with key: DecryptionKey, operation: DeviceOperationName = .status, idm: String = Sample.idm
    ) throws(SealedChannelError) -> OpenedRequest {
        try OpenedRequest(bytes, operation: operation, idmIdentifier: idm) {
            $0 == key.publicKey.identifier ? key : nil
        }
    }

    func roundTrip(suite: SealingSuite) throws {
        let key = try DecryptionKey.generate(suite)
        let request = try Self.seal(to: key)
        let opened = try Self.open(request.bytes, with: key)
        #expect(opened.body == Self.body)
        #expect(opened.proof == nil)
        #expect(try request.open(answer: opened.seal(answer: [1, 2, 3])) == [1, 2, 3])
        #expect(try request.open(answer: opened.seal(answer: [])) == [])
        let again = try Self.open(request.bytes, with: key)
        #expect(Self.name(again) == Self.name(opened))
        #expect(try request.open(answer: again.seal(answer: [4])) == [4], "a repetition is answered anew")
        #expect(try Self.name(Self.open(Self.seal(to: key).bytes, with: key)) != Self.name(opened))
    }

    private static func name(_ request: OpenedRequest) -> RequestName {
        RequestName(
            of: request, id: Sample.activation.bytes,
            managerSecret: SymmetricKey(data: [UInt8](repeating: 9, count: 32)))
    }

    func requestBytes(suite: SealingSuite) throws {
        let key = try Sample.decryptionKey(suite)
        let sealed = try Self.seal(to: key).bytes
        // The encapsulated key of X-Wing is long: only every 8th byte is tested.
        for index in sealed.indices where suite == .x25519 || index % 8 == 0 {
            var changed = sealed
            changed[index] ^= 1 << UInt8(index % 8)
            let expected: SealedChannelError = (1...8).contains(index) ? .unknownKey : .unreadable
            #expect(throws: expected, "\(index)") { try Self.open(changed, with: key) }
        }
    }

    func answerBytes() throws {
        let key = try Sample.decryptionKey(.x25519)
        let request = try Self.seal(to: key)
        let answer = try Self.open(request.bytes, with: key).seal(answer: Self.body)
        for index in answer.indices {
            var changed = answer
            changed[index] ^= 1 << UInt8(index % 8)
            #expect(throws: SealedChannelError.unreadable) { try request.open(answer: changed) }
            #expect(throws: SealedChannelError.unreadable) { try request.open(answer: Array(answer[..<index])) }
        }
        #expect(throws: SealedChannelError.unreadable) { try request.open(answer: answer + [0]) }
    }

    func truncation(suite: SealingSuite) throws {
        let key = try Sample.decryptionKey(suite)
        let sealed = try Self.seal(to: key).bytes
        for count in 0..<sealed.count where suite == .x25519 || count % 8 == 0 {
            #expect(throws: SealedChannelError.unreadable) { try Self.open(Array(sealed[..<count]), with: key) }
        }
        #expect(throws: SealedChannelError.unreadable) { try Self.open(sealed + [0], with: key) }
        let huge = sealed + [UInt8](repeating: 0, count: 64 * 1024)
        #expect(throws: SealedChannelError.unreadable) { try Self.open(huge, with: key) }
    }

    func context(suite: SealingSuite) throws {
        let key = try Sample.decryptionKey(suite)
        let sealed = try Self.seal(to: key).bytes
        for operation in DeviceOperationName.allCases where operation != .status {
            #expect(throws: SealedChannelError.unreadable) { try Self.open(sealed, with: key, operation: operation) }
        }
        #expect(throws: SealedChannelError.unreadable) { try Self.open(sealed, with: key, idm: "other.example.org") }
        let other = try Sample.decryptionKey(suite, 8)
        #expect(throws: SealedChannelError.unknownKey) { try Self.open(sealed, with: other) }
        #expect(throws: SealedChannelError.unreadable) {
            try OpenedRequest(sealed, operation: .status, idmIdentifier: Sample.idm) { _ in other }
        }
    }

    func swappedAnswers() throws {
        let key = try Sample.decryptionKey(.x25519)
        let (first, second) = (try Self.seal(to: key), try Self.seal(to: key))
        let answer = try Self.open(second.bytes, with: key).seal(answer: Self.body)
        #expect(throws: SealedChannelError.unreadable) { try first.open(answer: answer) }
        #expect(try second.open(answer: answer) == Self.body)
    }

    func padding() throws {
        let key = try Sample.decryptionKey(.x25519)
        let overhead = 1 + 8 + 32 + 16
        for (count, blocks) in [(0, 1), (1, 1), (506, 1), (507, 2), (1018, 2), (1019, 3)] {
            let request = try Self.seal([UInt8](repeating: 32, count: count), to: key)
            #expect(request.bytes.count == overhead + 512 * blocks, "\(count)")
            #expect(try Self.open(request.bytes, with: key).body.count == count)
        }
        let opened = try Self.open(Self.seal(to: key).bytes, with: key)
        for (count, blocks) in [(0, 1), (1020, 1), (1021, 2), (65_536, 65)] {
            #expect(try opened.seal(answer: [UInt8](repeating: 32, count: count)).count == 48 + 1024 * blocks)
        }
    }

    func oneLength() throws {
        let key = try Sample.decryptionKey(.x25519)
        var lengths: Set<Int> = []
        for digits in ["13570", "98765012345678901234567890123456"] {
            let pin = try #require(PIN(digits))
            let proof = try ActivationPINProof.compute(pin: pin, secret: Sample.secret, activation: Sample.activation)
            let body = try MessageCoding.encode(
                Open.Request(
                    activationId: .random(), activationSecret: .random(count: 16), pinProof: proof,
                    existingActivationId: nil,
                    client: ClientInformation(version: "1.0.0", platform: "Linux", securityCheck: nil)))
            lengths.insert(try Self.seal(body, to: key, operation: .open).bytes.count)
        }
        #expect(lengths.count == 1)
    }

    func innerForm(start: [UInt8]) throws {
        let key = try Sample.decryptionKey(.x25519)
        func sealed(_ plaintext: [UInt8]) throws -> [UInt8] {
            let id = key.publicKey.identifier
            var sender = try key.publicKey.sender(
                info: SealedChannel.info(idmIdentifier: Sample.idm, operation: .status, key: id))
            let ciphertext = try sender.seal(plaintext)
            return [1] + id.bytes + Array(sender.encapsulatedKey) + Array(ciphertext)
        }
        #expect(throws: SealedChannelError.unreadable) { try Self.open(sealed(start), with: key) }
        var notZero = SealedChannel.padded([0, 0, 0, 0, 0, 0], to: 512)
        #expect(try Self.open(sealed(notZero), with: key).body == [])
        #expect(throws: SealedChannelError.unreadable) {
            try Self.open(sealed(notZero + [UInt8](repeating: 0, count: 512)), with: key)
        }
        notZero[511] = 1
        #expect(throws: SealedChannelError.unreadable) { try Self.open(sealed(notZero), with: key) }
        let beyond = SealedChannel.padded([0, 0, 0, 0, 0x02, 0x00], to: 512)
        #expect(throws: SealedChannelError.unreadable) { try Self.open(sealed(beyond), with: key) }
    }

    func tooLarge() throws {
        let key = try Sample.decryptionKey(.x25519)
        for count in [65_536 - 60, 65_535, 65_536, 1 << 20] {
            #expect(throws: SealedChannelError.tooLarge) {
                try Self.seal([UInt8](repeating: 32, count: count), to: key)
            }
        }
        #expect(throws: SealedChannelError.tooLarge) {
            try SealedRequest(
                Self.body, operation: .status, idmIdentifier: Sample.idm, key: key.publicKey,
                device: (Sample.activation, { _ in [UInt8](repeating: 0, count: 70_000) }))
        }
        let opened = try Self.open(Self.seal(to: key).bytes, with: key)
        #expect(throws: SealedChannelError.tooLarge) { try opened.seal(answer: [UInt8](repeating: 32, count: 65_537)) }
    }

    func smallOrder() throws {
        let key = try Sample.decryptionKey(.x25519)
        var sealed = try Self.seal(to: key).bytes
        sealed.replaceSubrange(9..<41, with: [UInt8](repeating: 0, count: 32))
        #expect(throws: SealedChannelError.unreadable) { try Self.open(sealed, with: key) }
    }

    @Test("a suite that this machine lacks is refused as unsupported", .enabled(if: !SealingSuite.xWing.isAvailable))
    func unavailable() throws {
        #expect(throws: SealedChannelError.unsupportedSuite) { try DecryptionKey.generate(.xWing) }
        let key = try #require(EncryptionKey(suite: .xWing, publicKey: [UInt8](repeating: 0, count: 1216)))
        #expect(throws: (any Error).self) {
            try SealedRequest(Self.body, operation: .status, idmIdentifier: Sample.idm, key: key)
        }
    }

    func anyBytes(suite: SealingSuite) throws {
        let key = try Sample.decryptionKey(suite)
        var random = RandomInput(seed: 8)
        for _ in 0..<300 {
            let bytes = [1] + key.publicKey.identifier.bytes + random.bytes(Int.random(in: 0...1400, using: &random))
            #expect(throws: SealedChannelError.unreadable) { try Self.open(bytes, with: key) }
        }
    }
}
