import Testing
import XignCrypto

@testable import XignProtocol

/// Every kind of signature in the protocol, made with the same key where the algorithm allows it, presented in every
/// context in which one is verified. Only its own context accepts it.
struct SignatureSubstitutionTests {
    @Test("A signature is valid only in its own context", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("each kind of signature is accepted only in its own context", matrix),
        TestCase("a consent statement sent as a challenge is not signed as a consent", challengeIsNoOracle),
        TestCase("no signing input of a JWS begins like a device proof", labels),
    ]

    enum Kind: String, CaseIterable, Sendable { case consent, enrolment, keyChange, keyMaterial, deviceProof }

    /// Signs the payload as one kind, for a document of another kind.
    static func signature(_ kind: Kind, payload: [UInt8]) throws -> (
        protected: String, ed25519: [UInt8], es256: [UInt8]
    ) {
        let encoded = Base64URL.encode(payload)
        func both(_ message: [UInt8]) throws -> (ed25519: [UInt8], es256: [UInt8]) {
            (
                Array(try Sample.online.signature(for: message)),
                Array(try Sample.device.signature(for: message).rawRepresentation)
            )
        }
        let header: GeneralSignatures.Header
        switch kind {
        case .consent: header = statementHeader(.consent)
        case .enrolment: header = statementHeader(.enrolment)
        case .keyChange: header = statementHeader(.keyChange)
        case .keyMaterial:
            header = .init(
                algorithm: .ed25519, keyIdentifier: Sample.verificationKey(Sample.online).identifier,
                type: KeyMaterial.statementType, factors: nil)
        case .deviceProof:
            // The payload is in the body.
            let signatures = try both(
                DeviceProof.transcript(
                    idmIdentifier: Sample.idm, operation: .start, activation: Sample.activation, encapsulatedKey: [1],
                    body: payload))
            return ("", signatures.ed25519, signatures.es256)
        }
        let protected = Base64URL.encode(header.serialized)
        let signatures = try both("\(protected).\(encoded)".octets)
        return (protected, signatures.ed25519, signatures.es256)
    }

    static func statementHeader(_ type: StatementType) -> GeneralSignatures.Header {
        .init(algorithm: .es256, keyIdentifier: "device", type: type.rawValue, factors: [.device])
    }

    /// Returns whether the context accepts the signature, with the header of its own kind and with the expected header.
    static func isAccepted(_ kind: Kind, at place: Kind, payload: [UInt8]) throws -> Bool {
        let made = try signature(kind, payload: payload)
        let expected = try signature(place, payload: payload)
        for header in [made.protected, expected.protected] {
            switch place {
            case .consent, .enrolment, .keyChange:
                let type: StatementType = place == .consent ? .consent : place == .enrolment ? .enrolment : .keyChange
                let bytes = document(header, payload, made.es256)
                if let statement = try? SignedStatement(parsing: bytes, type: type),
                    statement.isSigned(byExactly: [Sample.publicKey(.device)])
                {
                    return true
                }
            case .keyMaterial:
                let bytes = document(header, payload, made.ed25519)
                if let material = try? SignedKeyMaterial(parsing: bytes),
                    material.signatureCount(among: [Sample.verificationKey(Sample.online)]) == 1
                {
                    return true
                }
            case .deviceProof:
                let transcript = DeviceProof.transcript(
                    idmIdentifier: Sample.idm, operation: .start, activation: Sample.activation, encapsulatedKey: [1],
                    body: payload)
                if Sample.publicKey(.device).isValidSignature(made.es256, for: transcript) { return true }
            }
        }
        return false
    }

    static func document(_ header: String, _ payload: [UInt8], _ signature: [UInt8]) -> [UInt8] {
        Envelope.document(
            ["{\"protected\":\"\(header)\",\"signature\":\"\(Base64URL.encode(signature))\"}"],
            payload: Base64URL.encode(payload))
    }

    func matrix() throws {
        var refused = 0
        for place in Kind.allCases {
            let payload = place == .keyMaterial ? try Sample.keyMaterial().serialized : Sample.consent.serialized
            for kind in Kind.allCases {
                let accepted = try Self.isAccepted(kind, at: place, payload: payload)
                #expect(accepted == (kind == place), "\(kind) at \(place)")
                refused += accepted ? 0 : 1
            }
        }
        #expect(refused == 20)
    }

    func challengeIsNoOracle() throws {
        // The challenge is 32 bytes inside a statement that the device composes, so that it cannot be a statement.
        var enrolment = Sample.enrolment
        enrolment.challenge = Sample.consent.serialized
        #expect(throws: StatementError.malformed) { try EnrolmentStatement(parsing: enrolment.serialized) }
        let signed = try Sample.signed(enrolment.serialized, .enrolment, by: [.device])
        #expect(throws: StatementError.malformed) { try SignedStatement(parsing: signed.serialized, type: .consent) }
        #expect(throws: StatementError.malformed) { try ConsentStatement(parsing: signed.payload) }
    }

    func labels() {
        // Base64url has neither slash nor space nor zero byte.
        #expect(Base64URL.decode("xign/1 device-proof") == nil)
    }
}
