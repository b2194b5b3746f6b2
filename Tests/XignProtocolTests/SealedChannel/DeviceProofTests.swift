import Testing
import XignCrypto

@testable import XignProtocol

struct DeviceProofTests {
    @Test("Device proofs", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a proof is valid for its own device, request and activation", right),
        TestCase("a proof cannot be moved to another envelope, operation, activation, body or manager", moved),
        TestCase(
            "each part changes the transcript, and no two parts can be confused",
            transcript),
        TestCase("a request without a proof, or with one of another form, is not proven", missing),
        TestCase("an error of the key store is thrown", throwing),
    ]

    static let body = #"{"a":1}"#.octets

    static func seal(
        body: [UInt8] = body, operation: DeviceOperationName = .start, idm: String = Sample.idm,
        activation: ActivationID = Sample.activation,
        sign: @escaping SealedRequest.DeviceSignature = {
            Array(try Sample.device.signature(for: $0).rawRepresentation)
        }
    ) throws -> OpenedRequest {
        let key = try Sample.decryptionKey(.x25519)
        let request = try SealedRequest(
            body, operation: operation, idmIdentifier: idm, key: key.publicKey, device: (activation, sign))
        return try OpenedRequest(request.bytes, operation: operation, idmIdentifier: idm) { _ in key }
    }

    func right() throws {
        let opened = try Self.seal()
        #expect(opened.isProven(by: Sample.device.publicKey, activation: Sample.activation))
        #expect(!opened.isProven(by: Sample.biometric.publicKey, activation: Sample.activation))
        #expect(!opened.isProven(by: Sample.device.publicKey, activation: .random()))
    }

    func moved() throws {
        let proof = try #require(try Self.seal().proof)
        let replay: SealedRequest.DeviceSignature = { _ in proof }
        let others = [
            try Self.seal(sign: replay), try Self.seal(body: #"{"a":2}"#.octets, sign: replay),
            try Self.seal(operation: .status, sign: replay), try Self.seal(idm: "other.example.org", sign: replay),
        ]
        for other in others { #expect(!other.isProven(by: Sample.device.publicKey, activation: Sample.activation)) }
    }

    func transcript() {
        func transcript(
            idm: String = Sample.idm, operation: DeviceOperationName = .start,
            activation: ActivationID = Sample.activation,
            enc: [UInt8] = [1], body: [UInt8] = [2]
        ) -> [UInt8] {
            DeviceProof.transcript(
                idmIdentifier: idm, operation: operation, activation: activation, encapsulatedKey: enc, body: body)
        }
        let all = [
            transcript(), transcript(idm: "login.example.com"), transcript(operation: .status),
            transcript(activation: .random()),
            transcript(enc: [3]), transcript(body: [3]), transcript(enc: [2], body: [1]),
            transcript(enc: [1, 2], body: []),
        ]
        #expect(Set(all).count == all.count)
        #expect(all.allSatisfy { $0.starts(with: "xign/1 device-proof\0".utf8) })
    }

    func missing() throws {
        let der = try Self.seal { Array(try Sample.device.signature(for: $0).derRepresentation) }
        let empty = try Self.seal { _ in [] }
        let zeros = try Self.seal { _ in [UInt8](repeating: 0, count: 64) }
        let long = try Self.seal { Array(try Sample.device.signature(for: $0).rawRepresentation) + [0] }
        #expect(empty.proof == nil)
        for request in [der, empty, zeros, long] {
            #expect(!request.isProven(by: Sample.device.publicKey, activation: Sample.activation))
        }
    }

    func throwing() {
        struct Locked: Error {}
        #expect(throws: Locked.self) { try Self.seal { _ in throw Locked() } }
    }
}
