import Foundation
import Testing
import XignCrypto

@testable import XignProtocol

/// Tests of the frozen vectors, on which installed apps and enrolled keys depend.
struct VectorTests {
    @Test("Vectors", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("pids, secrets, identifiers, PIN keys, proofs and digests match the vectors", derivations),
        TestCase("the values that a manager derives from requests and statements match the vectors", managerSecrets),
        TestCase("origins are accepted and refused as in the vectors", origins),
        TestCase("pids and links are read and refused as in the vectors", links),
        TestCase("key material is trusted, updated and used for sealing as in the vectors", keyMaterial),
        TestCase("texts are displayed and made canonical as in the vectors", texts),
        TestCase("recorded requests and answers open with the private key", sealedChannel, each: availableSuites),
        TestCase("signatures of every kind of statement verify, and forgeries do not", statements),
        TestCase("an independent implementation of the document's formulas agrees with the vectors", independentCheck),
    ]

    func derivations() throws {
        let vectors: DerivationVectors = try VectorFile.derivations.read()
        for vector in vectors.initializationData {
            let data = try InitializationPayload(parsing: vector.pid)
            #expect(data.origin.description == vector.origin)
            #expect(data.secret.bytes == vector.secret.bytes)
            #expect(data.text == vector.pid)
            switch data.process {
            case .personalization(let id):
                #expect(vector.kind == 1)
                #expect(id.bytes == vector.id.bytes)
            case .authenticationByQRCode(let id):
                #expect(vector.kind == 2)
                #expect(id.bytes == vector.id.bytes)
            case .authenticationByLink(let id):
                #expect(vector.kind == 3)
                #expect(id.bytes == vector.id.bytes)
            case .transactionByQRCode(let id):
                #expect(vector.kind == 4)
                #expect(id.bytes == vector.id.bytes)
            case .transactionByLink(let id):
                #expect(vector.kind == 5)
                #expect(id.bytes == vector.id.bytes)
            }
        }
        for vector in vectors.sessionSecrets {
            let secrets = SessionSecrets(
                managerSecret: SymmetricKey(data: vector.managerSecret.bytes),
                session: try #require(SessionID(vector.session.bytes)))
            #expect(secrets.qrKey.bytes == vector.qrKey.bytes)
            #expect(secrets.linkSecret.bytes == vector.linkSecret.bytes)
            #expect(secrets.qrSecret(step: vector.step).bytes == vector.qrSecret.bytes)
        }
        for vector in vectors.encryptionKeyIDs {
            let suite = try #require(SealingSuite(rawValue: vector.suite))
            #expect(
                EncryptionKey(suite: suite, publicKey: vector.publicKey.bytes)?.identifier.bytes == vector.kid.bytes)
        }
        for vector in vectors.verificationKeyIDs {
            #expect(StatementVerificationKey(rawRepresentation: vector.publicKey.bytes)?.identifier == vector.kid)
        }
        for vector in vectors.fingerprints {
            var material = try Sample.keyMaterial()
            (material.idmIdentifier, material.threshold) = (vector.idm, vector.threshold)
            material.rootKeys = vector.rootKeys.compactMap { StatementVerificationKey(rawRepresentation: $0.bytes) }
            #expect(material.fingerprint == vector.words)
        }
        for vector in vectors.requestInfos {
            let operation = try operation(vector.operation)
            let info = SealedChannel.info(
                idmIdentifier: vector.idm, operation: operation, key: EncryptionKeyID(bytes: vector.kid.bytes))
            #expect(info == vector.info.bytes)
        }
        for vector in vectors.disclosures {
            let disclosure = AttributeDisclosure(salt: vector.salt.bytes, name: vector.name, value: vector.value)
            #expect(disclosure.text == vector.text)
            #expect(disclosure.digest == vector.digest.bytes)
            #expect(try AttributeDisclosure(parsing: vector.text) == disclosure)
        }
        try pins(vectors)
        try proofs(vectors)
    }

    func managerSecrets() throws {
        let vectors: DerivationVectors = try VectorFile.derivations.read()
        for vector in vectors.requestNames {
            let name = RequestName(
                operation: try operation(vector.operation), id: vector.id.bytes,
                encapsulatedKey: vector.encapsulatedKey.bytes, body: vector.body.bytes,
                managerSecret: SymmetricKey(data: vector.managerSecret.bytes))
            #expect(name.bytes == vector.requestName.bytes)
            #expect(name.bearerValue.bytes == vector.bearerValue.bytes)
            #expect(name.challenge == vector.challenge.bytes)
        }
        #expect(Set(vectors.requestNames.map(\.requestName)).count == vectors.requestNames.count)
        for vector in vectors.statementSecrets {
            let secrets = StatementSecrets(
                of: vector.statement.bytes, managerSecret: SymmetricKey(data: vector.managerSecret.bytes))
            #expect(secrets.returnSecret.bytes == vector.returnSecret.bytes)
            #expect(secrets.grant.bytes == vector.grant.bytes)
            #expect(Base64URL.encode(secrets.code.bytes) == vector.code)
            #expect(Set([vector.returnSecret.bytes, vector.grant.bytes, secrets.code.bytes]).count == 3)
        }
        #expect(vectors.inAppSecrets.map(\.secret) == [VectorGenerator.inAppSecret([UInt8](0xA0...0xBF)).secret])
        #expect(
            vectors.recognitions.map(\.value) == VectorGenerator.recognitions([UInt8](0xA0...0xBF)).map(\.value))
    }

    func origins() throws {
        let vectors: [OriginVector] = try VectorFile.origins.read()
        #expect(vectors.count > 80)
        for vector in vectors { #expect(ManagerOrigin(vector.text)?.idmIdentifier == vector.idm, "\(vector.text)") }
    }

    func links() throws {
        let vectors: [LinkVector] = try VectorFile.links.read()
        #expect(vectors.count > 80)
        for vector in vectors { #expect(VectorGenerator.link(vector.text) == vector) }
    }

    func keyMaterial() throws {
        let vectors: KeyMaterialVectors = try VectorFile.keyMaterial.read()
        #expect(vectors.beginnings.count == 11)
        #expect(vectors.successions.count == 19)
        #expect(vectors.sealings.count == 5)
        for vector in vectors.beginnings {
            let documents = try vector.documents.map { try SignedKeyMaterial(parsing: $0.octets) }
            #expect(((try? KeyMaterialChain(trusting: documents)) != nil) == vector.isTrusted, "\(vector.what)")
            #expect(((try? KeyMaterialChain(confirming: documents)) != nil) == vector.isConfirmed, "\(vector.what)")
        }
        for vector in vectors.successions {
            let outcome = VectorGenerator.outcome(
                try SignedKeyMaterial(parsing: vector.known.octets), try SignedKeyMaterial(parsing: vector.next.octets))
            #expect(outcome == vector.outcome, "\(vector.what)")
        }
        for vector in vectors.sealings {
            let chain = try KeyMaterialChain(trusting: SignedKeyMaterial(parsing: vector.document.octets))
            #expect((chain.encryptionKey(at: vector.time) != nil) == vector.isAllowed, "\(vector.what)")
        }
    }

    func texts() throws {
        let vectors: [TextVector] = try VectorFile.text.read()
        #expect(vectors.count > 100)
        for vector in vectors {
            let text = String(decoding: vector.text.bytes, as: UTF8.self)
            #expect(DisplayText.isValid(text) == vector.isShown, "\(vector.what)")
            #expect((try? DisplayText.canonical(text).octets) == vector.canonical?.bytes, "\(vector.what)")
        }
    }

    private func stretch(_ vector: DerivationVectors.Stretching) throws -> SymmetricKey {
        if vector.algorithm == "scrypt" {
            return try Scrypt.deriveKey(
                from: vector.pin.octets, salt: vector.salt.bytes, cost: vector.cost[0], blockSize: vector.cost[1],
                parallelism: vector.cost[2], outputByteCount: 32)
        }
        return try PBKDF2.deriveKey(
            from: vector.pin.octets, salt: vector.salt.bytes, using: SHA256.self, rounds: vector.cost[0],
            outputByteCount: 32)
    }

    private func pins(_ vectors: DerivationVectors) throws {
        for vector in vectors.stretchings {
            let stretched = try stretch(vector)
            #expect(stretched.copiedBytes == vector.stretched.bytes)
        }
        for vector in vectors.pinKeys {
            let key = try PINKey.derive(
                bound: SymmetricKey(data: vector.bound.bytes), salt: vector.salt.bytes, idmIdentifier: vector.idm,
                activation: try vector.activationId.activation)
            #expect(Array(key.rawRepresentation) == vector.seed.bytes)
            #expect(Array(key.publicKey.rawRepresentation) == vector.publicKey.bytes)
        }
        for vector in vectors.softwareBinds {
            let bound = PINKey.bindInSoftware(
                stretched: SymmetricKey(data: vector.stretched.bytes), secret: SymmetricKey(data: vector.secret.bytes))
            #expect(bound.copiedBytes == vector.bound.bytes)
        }
        for vector in vectors.bindPoints {
            let point = try PINKey.bindPoint(stretched: SymmetricKey(data: vector.stretched.bytes))
            #expect(Array(point.compressedRepresentation) == vector.point.bytes)
        }
        for vector in vectors.activationProofs {
            let proof = try ActivationPINProof.compute(
                pin: try pin(vector.pin), secret: SecretOctets(vector.secret.bytes),
                activation: try vector.activationId.activation)
            #expect(proof.bytes == vector.pinProof.bytes)
        }
    }

    private func proofs(_ vectors: DerivationVectors) throws {
        for vector in vectors.deviceProofs {
            let transcript = DeviceProof.transcript(
                idmIdentifier: vector.idm, operation: try operation(vector.operation),
                activation: try vector.activationId.activation,
                encapsulatedKey: vector.encapsulatedKey.bytes,
                body: vector.body.bytes)
            #expect(transcript == vector.transcript.bytes)
            let key = try #require(FactorPublicKey(factor: .device, rawRepresentation: vector.publicKey.bytes))
            #expect(key.isValidSignature(vector.signature.bytes, for: transcript))
        }
    }

    private func operation(_ name: String) throws -> DeviceOperationName {
        try #require(DeviceOperationName(rawValue: name))
    }

    private func pin(_ digits: String) throws -> PIN { try #require(PIN(digits)) }

    func sealedChannel(suite: SealingSuite) throws {
        let vectors = try VectorFile.sealedChannel.read([SealedVector].self).filter { $0.suite == suite.rawValue }
        #expect(vectors.count == 2)
        for vector in vectors {
            let key = try DecryptionKey(suite: suite, secret: SecretOctets(vector.privateKey.bytes))
            #expect(key.publicKey.publicKey == vector.publicKey.bytes)
            let operation = try operation(vector.operation)
            let request = try OpenedRequest(vector.request.bytes, operation: operation, idmIdentifier: vector.idm) {
                $0 == key.publicKey.identifier ? key : nil
            }
            #expect(request.body == vector.body.bytes)
            if let activation = vector.activationId, let device = vector.devicePublicKey {
                let publicKey = try #require(FactorPublicKey(factor: .device, rawRepresentation: device.bytes)?.p256)
                #expect(request.isProven(by: publicKey, activation: try activation.activation))
            } else {
                #expect(request.proof == nil)
            }
            // Derives the sender's half from the recipient's: both have the same secret.
            let encapsulatedKey = Array(vector.request.bytes[9...].prefix(suite.encapsulatedKeyByteCount))
            let info = SealedChannel.info(
                idmIdentifier: vector.idm, operation: operation, key: key.publicKey.identifier)
            let secret = try key.recipient(encapsulatedKey: encapsulatedKey, info: info)
                .exportSecret(context: SealedChannel.answerLabel, outputByteCount: 32)
            let answer = try SealedChannel.openAnswer(
                vector.answer.bytes, secret: secret, encapsulatedKey: encapsulatedKey)
            #expect(answer == vector.answerBody.bytes)
        }
    }

    func statements() throws {
        let vectors: [StatementVector] = try VectorFile.statements.read()
        #expect(vectors.count { $0.isValid } == 10)
        #expect(vectors.count { !$0.isValid } == 79)
        for vector in vectors {
            #expect(try isValid(vector) == vector.isValid, "\(vector.what)")
        }
    }

    private func isValid(_ vector: StatementVector) throws -> Bool {
        if vector.typ == KeyMaterial.statementType {
            guard let signed = try? SignedKeyMaterial(parsing: vector.jws.octets) else { return false }
            let keys = vector.keys.compactMap { StatementVerificationKey(rawRepresentation: $0.publicKey.bytes) }
            return zip(keys, vector.keys).allSatisfy { $0.identifier == $1.kid }
                && signed.signatureCount(among: keys) == vector.keys.count
                && signed.material.serialized == vector.payload.bytes
        }
        let type = try #require(StatementType(rawValue: vector.typ))
        let keys = vector.keys.compactMap { key in
            FactorType(rawValue: key.kid).flatMap {
                FactorPublicKey(factor: $0, rawRepresentation: key.publicKey.bytes)
            }
        }
        guard keys.count == vector.keys.count,
            let signed = try? SignedStatement(parsing: vector.jws.octets, type: type),
            signed.isSigned(byExactly: keys), signed.payload == vector.payload.bytes
        else { return false }
        switch type {
        case .consent: return (try? ConsentStatement(parsing: signed.payload)) != nil
        case .enrolment: return (try? EnrolmentStatement(parsing: signed.payload))?.keys == keys
        case .keyChange: return (try? KeyChangeStatement(parsing: signed.payload)) != nil
        }
    }

    func independentCheck() throws {
        let python = ProcessInfo.processInfo.environment["XIGN_TEST_PYTHON"] ?? ""
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "XIGN_TEST_PYTHON names no interpreter: run `make test`, which makes one with the package cryptography")
        let script = try #require(
            Bundle.module.url(forResource: "check_vectors", withExtension: "py", subdirectory: "Vectors"))
        let outcome = try ChildProcess.run([python, "-B", script.path, script.deletingLastPathComponent().path])
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.hasPrefix("All "))
    }
}

extension Octets {
    fileprivate var activation: ActivationID { get throws { try #require(ActivationID(bytes)) } }
}
