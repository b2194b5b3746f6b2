import Foundation
import Testing
import XignCrypto

@testable import XignProtocol

/// The generator of the vectors. They are frozen: a new version may only add some.
///
///     XIGN_TEST_WRITE_VECTORS=1 LD_LIBRARY_PATH=<folder with OpenSSL 3.5> swift test --filter VectorGenerator
///
/// Requests and signatures contain random numbers. They are drawn again only where XIGN_TEST_WRITE_VECTORS is `all` or
/// the name of the file; otherwise the recorded ones stay.
@Suite("Writing the vectors", .enabled(if: ProcessInfo.processInfo.environment["XIGN_TEST_WRITE_VECTORS"] != nil))
struct VectorGenerator {
    @Test("all vectors are written")
    func write() throws {
        try #require(SealingSuite.xWing.isAvailable, "OpenSSL 3.5 is needed: see scripts/libcrypto-3.5")
        try VectorFile.derivations.write(derivations())
        try VectorFile.origins.write(Self.origins())
        try VectorFile.links.write(Self.links())
        try VectorFile.keyMaterial.write(Self.keyMaterial())
        try VectorFile.text.write(Self.texts())
        try VectorFile.values.write(Self.values())
        if Self.draws(.sealedChannel) {
            try VectorFile.sealedChannel.write(
                SealingSuite.allCases.flatMap { [try sealed($0, isProven: false), try sealed($0, isProven: true)] })
        }
        if Self.draws(.statements) { try VectorFile.statements.write(Self.statements()) }
        try VectorFile.consents.write(Self.consents())
        try VectorFile.deviceStatements.write(Self.deviceStatements())
        try VectorFile.comparison.write(Self.comparisons())
        try VectorFile.offers.write(Self.offers())
        try VectorFile.inApp.write(
            InAppAnswerTests.cases.map { InAppVector(what: $0.what, text: $0.text, isAccepted: $0.isAccepted) })
        try VectorFile.pins.write(Self.pins())
        try VectorFile.strictJSON.write(json())
        try VectorFile.errors.write(
            ProtocolErrorCode.allCases.map { ErrorVector(code: $0.rawValue, endsTheProcess: $0.isTerminal) })
        try OperationCodingTests.memberNames().joined(separator: "\n").appending("\n")
            .write(to: OperationCodingTests.goldenFile, atomically: true, encoding: .utf8)
    }

    /// Returns true if the random values of a file are to be drawn again.
    private static func draws(_ file: VectorFile) -> Bool {
        ["all", file.rawValue].contains(ProcessInfo.processInfo.environment["XIGN_TEST_WRITE_VECTORS"])
    }

    /// Returns the recorded vectors, or makes new ones.
    private func deviceProofs() throws -> [DerivationVectors.Proof] {
        struct Recorded: Codable { var deviceProofs: [DerivationVectors.Proof] }
        if Self.draws(.derivations) { return [try deviceProof()] }
        return try VectorFile.derivations.read(Recorded.self).deviceProofs
    }

    private func stretchings() throws -> [DerivationVectors.Stretching] {
        let salt = [UInt8](0xE0...0xEF)
        return try ["482915", "00917364"].flatMap { pin in
            let (r, p, rounds) = (8, 1, 600_000)
            let pbkdf2 = try PBKDF2.deriveKey(
                from: pin.octets, salt: salt, using: SHA256.self, rounds: rounds, outputByteCount: 32)
            return try [1 << 16, 1 << 17].map { n in
                let scrypt = try Scrypt.deriveKey(
                    from: pin.octets, salt: salt, cost: n, blockSize: r, parallelism: p, outputByteCount: 32)
                return DerivationVectors.Stretching(
                    algorithm: "scrypt", cost: [n, r, p], pin: pin, salt: Octets(salt),
                    stretched: Octets(scrypt.copiedBytes))
            } + [
                DerivationVectors.Stretching(
                    algorithm: "PBKDF2", cost: [rounds], pin: pin, salt: Octets(salt),
                    stretched: Octets(pbkdf2.copiedBytes))
            ]
        }
    }

    private func derivations() throws -> DerivationVectors {
        let managerSecret = [UInt8](0xA0...0xBF)
        let secrets = SessionSecrets(managerSecret: SymmetricKey(data: managerSecret), session: Sample.session)
        let material = try Sample.keyMaterial()
        let bound = [UInt8](0xC0...0xDF)
        let salt = [UInt8](0xE0...0xEF)
        let pinKey = try PINKey.derive(
            bound: SymmetricKey(data: bound), salt: salt, idmIdentifier: Sample.idm, activation: Sample.activation)
        let keys = try SealingSuite.allCases.map { try Sample.decryptionKey($0).publicKey }
        let processes: [InitializationPayload.Process] = [
            .personalization(Sample.activation), .authenticationByQRCode(Sample.session),
            .authenticationByLink(Sample.session), .transactionByQRCode(Sample.session),
            .transactionByLink(Sample.session),
        ]
        return DerivationVectors(
            initializationData: try processes.enumerated().map { index, process in
                let origin = try #require(
                    ManagerOrigin(
                        [
                            "https://login.example.org", "https://login.example.org:8443", "http://[::1]:8080",
                            "https://login.example.org", "http://localhost:443",
                        ][index]))
                return .init(
                    kind: index + 1, id: Octets(index == 0 ? Sample.activation.bytes : Sample.session.bytes),
                    secret: Octets(Sample.secret.bytes), origin: origin.description,
                    pid: InitializationPayload(process, secret: Sample.secret, origin: origin).text)
            },
            sessionSecrets: [0, 360_000_000, 1 << 40].map { step in
                .init(
                    managerSecret: Octets(managerSecret), session: Octets(Sample.session.bytes),
                    qrKey: Octets(secrets.qrKey.bytes),
                    step: step, qrSecret: Octets(secrets.qrSecret(step: step).bytes),
                    linkSecret: Octets(secrets.linkSecret.bytes))
            },
            encryptionKeyIDs: keys.map {
                .init(suite: $0.suite.rawValue, publicKey: Octets($0.publicKey), kid: Octets($0.identifier.bytes))
            },
            verificationKeyIDs: [Sample.root, Sample.online].map(Sample.verificationKey).map {
                .init(publicKey: Octets($0.rawRepresentation), kid: $0.identifier)
            },
            fingerprints: [
                .init(
                    idm: Sample.idm, threshold: material.threshold,
                    rootKeys: material.rootKeys.map { Octets($0.rawRepresentation) },
                    words: material.fingerprint)
            ],
            stretchings: try stretchings(),
            pinKeys: [
                .init(
                    bound: Octets(bound), salt: Octets(salt), idm: Sample.idm,
                    activationId: Octets(Sample.activation.bytes),
                    seed: Octets(pinKey.rawRepresentation), publicKey: Octets(pinKey.publicKey.rawRepresentation))
            ],
            softwareBinds: [
                .init(
                    stretched: Octets(bound), secret: Octets(managerSecret),
                    bound: Octets(
                        PINKey.bindInSoftware(
                            stretched: SymmetricKey(data: bound), secret: SymmetricKey(data: managerSecret)
                        ).copiedBytes))
            ],
            bindPoints: try (UInt8(0)..<16).map { number in
                let stretched = [UInt8](repeating: number, count: 32)
                let point = try PINKey.bindPoint(stretched: SymmetricKey(data: stretched))
                return .init(stretched: Octets(stretched), point: Octets(point.compressedRepresentation))
            },
            activationProofs: try ["482915", "00917364"].map { digits in
                let pin = try #require(PIN(digits))
                let proof = try ActivationPINProof.compute(
                    pin: pin, secret: Sample.secret, activation: Sample.activation)
                return .init(
                    pin: digits, secret: Octets(Sample.secret.bytes), activationId: Octets(Sample.activation.bytes),
                    pinProof: Octets(proof.bytes))
            },
            requestInfos: keys.map {
                .init(
                    idm: Sample.idm, operation: "start", kid: Octets($0.identifier.bytes),
                    info: Octets(SealedChannel.info(idmIdentifier: Sample.idm, operation: .start, key: $0.identifier)))
            },
            deviceProofs: try deviceProofs(),
            disclosures: [
                ("givenName", "Zoë"), ("address", "1 \"Main\" Street\nTown\\Z\u{7F}\u{1}"), ("familyName", ""),
            ].map {
                let disclosure = AttributeDisclosure(salt: salt, name: $0, value: $1)
                return .init(
                    salt: Octets(salt), name: $0, value: $1, text: disclosure.text, digest: Octets(disclosure.digest))
            }, requestNames: Self.requestNames(managerSecret),
            statementSecrets: Sample.subjects.map { Self.statementSecret(Sample.consent($0), managerSecret) },
            inAppSecrets: [Self.inAppSecret(managerSecret)], recognitions: Self.recognitions(managerSecret))
    }

    private func deviceProof() throws -> DerivationVectors.Proof {
        let (enc, body) = ([UInt8](0..<32), #"{"activationId":"x"}"#.octets)
        let transcript = DeviceProof.transcript(
            idmIdentifier: Sample.idm, operation: .status, activation: Sample.activation, encapsulatedKey: enc,
            body: body)
        return .init(
            idm: Sample.idm, operation: "status", activationId: Octets(Sample.activation.bytes),
            encapsulatedKey: Octets(enc),
            body: Octets(body), transcript: Octets(transcript),
            publicKey: Octets(Sample.device.publicKey.rawRepresentation),
            signature: Octets(try Sample.device.signature(for: transcript).rawRepresentation))
    }

    private func sealed(_ suite: SealingSuite, isProven: Bool) throws -> SealedVector {
        let key = try Sample.decryptionKey(suite)
        let body = #"{"activationId":"\#(Sample.activation)"}"#.octets
        let answerBody = #"{"error":"activationUnknown"}"#.octets
        let request = try SealedRequest(
            body, operation: .status, idmIdentifier: Sample.idm, key: key.publicKey,
            device: isProven ? (Sample.activation, Sample.sign(.device)) : nil)
        let opened = try OpenedRequest(request.bytes, operation: .status, idmIdentifier: Sample.idm) { _ in key }
        return SealedVector(
            suite: suite.rawValue, idm: Sample.idm, operation: "status",
            privateKey: Octets([UInt8](repeating: 7, count: 32)),
            publicKey: Octets(key.publicKey.publicKey), request: Octets(request.bytes), body: Octets(body),
            answer: Octets(try opened.seal(answer: answerBody)), answerBody: Octets(answerBody),
            activationId: isProven ? Octets(Sample.activation.bytes) : nil,
            devicePublicKey: isProven ? Octets(Sample.device.publicKey.rawRepresentation) : nil)
    }

    private func json() -> JSONVectors {
        JSONVectors(
            maximumByteCount: StrictJSON.Limits.statement.size, maximumDepth: StrictJSON.Limits.statement.depth,
            inputs: JSONCorpus.accepted.map { .init(what: $0, bytes: Octets($0.octets), isAccepted: true) }
                + JSONCorpus.refused.map { .init(what: $0.why, bytes: Octets($0.bytes), isAccepted: false) },
            consent: Octets(Sample.consent.serialized),
            statements: MutatedStatements.all.map {
                .init(what: $0.what, bytes: Octets($0.bytes), expectation: $0.expectation.rawValue)
            })
    }
}
