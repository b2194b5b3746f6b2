import DatabaseFixture
import Foundation
import Testing
import XignCrypto
import XignDomain

@testable import XignProtocol
@testable import XignStorage
@testable import XignUseCases

struct ExportEvidenceTests {
    @Test("Exported evidence", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "it proves the device's signature without the manager, and its export is an event", verified,
            each: Engine.allCases),
        TestCase("it has no key and no signature of a PIN, in any encoding", noOracle),
        TestCase("no changed file proves anything", mutated),
        TestCase("another manager's file, and one with other roots, proves nothing", otherRoots),
        TestCase(
            "a head of the audit chain is no evidence, and neither is an assertion about another statement",
            otherStatements),
        TestCase(
            "after the replacement of the online key, former evidence still verifies, with the roots of its time",
            replacedKey),
        TestCase("a time that is not the statement's own is never signed, and proves nothing", otherTime),
        TestCase("who has stolen former root keys deceives no reader with newer key material", stolenRoots),
        TestCase("without a statement there is no evidence", erased),
    ]

    /// A login by a device whose keys the test knows.
    private struct Login {
        let scene: AuditScene
        let phone: RawDevice
        let process: SessionID
        var fingerprints: Set<String> { [scene.context.keys.material.material.fingerprint] }

        init(_ engine: Engine = .sqlite) throws {
            scene = try AuditScene(engine)
            phone = try RawDevice(scene.manager)
            let website = try TestBrowser(scene.manager)
            _ = try phone.finish(try phone.prepare(website))
            process = try website.session
        }

        func export() throws -> [UInt8] { try ExportEvidence(scene.context)([process], by: scene.root) }
    }

    func verified(_ engine: Engine) throws {
        let login = try Login(engine)
        let verified = try EvidenceFile.verify(try login.export(), fingerprints: login.fingerprints)
        let evidence = try #require(verified.first)
        #expect(verified.count == 1)
        #expect(evidence.statement.session == login.process)
        #expect(evidence.assertion.deviceKey.bytes == Array(login.phone.deviceKey.publicKey.rawRepresentation))
        #expect(evidence.assertion.factors == [.device, .pin])
        #expect(evidence.assertion.user == "ada")
        #expect(evidence.assertion.confirmedAt == login.scene.now.seconds)
        #expect(evidence.epoch == 1)
        let event = try #require(try login.scene.manager.events(.auditExported).first)
        #expect(event.detail == "evidence of \(login.process)")
        #expect(event.actor == .machine("root"))
    }

    func noOracle() throws {
        let login = try Login()
        let file = try login.export()
        let consent = try #require(
            try login.scene.context.database.read { try $0.evidence.record(of: login.process) }?.consent)
        let signatures = try GeneralSignatures(
            parsing: consent.serialized, type: consent.type.rawValue, namesFactors: true)
        let pin = try #require(signatures.entries.first { $0.header.keyIdentifier == "pin" }?.signature)
        let device = try #require(signatures.entries.first { $0.header.keyIdentifier == "device" }?.signature)
        let searched = Self.layers(of: file)
        // The search finds what is there.
        #expect(searched.contains { layer in Self.encodings(of: device).contains { Self.contains(layer, $0) } })
        for secret in [pin, Array(login.phone.pinKey.publicKey.rawRepresentation)] {
            for layer in searched {
                for encoding in Self.encodings(of: secret) { #expect(!Self.contains(layer, encoding)) }
            }
        }
    }

    /// The file, and what its texts are when decoded, to the innermost.
    private static func layers(of bytes: [UInt8]) -> [[UInt8]] {
        let words = bytes.split { byte in
            !(byte == 0x2D || byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte))
        }
        let decoded = words.filter { $0.count >= 40 }.compactMap {
            Base64URL.decode(String(decoding: $0, as: UTF8.self))
        }
        return [bytes] + decoded.flatMap { layers(of: $0) }
    }

    /// A value as it could stand in a file. Without the last characters of base64, which depend on what follows.
    private static func encodings(of value: [UInt8]) -> [[UInt8]] {
        let hexadecimal = value.map { String(format: "%02x", $0) }.joined()
        let base64 = (0..<3).flatMap { offset -> [String] in
            let shifted = Data(value.dropFirst(offset).prefix(30))
            return [shifted.base64EncodedString(), Base64URL.encode(Array(shifted))]
        }
        return [value] + (base64 + [hexadecimal, hexadecimal.uppercased()]).map { Array($0.utf8) }
    }

    private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool { Data(bytes).range(of: Data(part)) != nil }

    func mutated() throws {
        let login = try Login()
        let (file, fingerprints) = (try login.export(), login.fingerprints)
        #expect(throws: Never.self) { try EvidenceFile.verify(file, fingerprints: fingerprints) }
        var generator = SystemRandomNumberGenerator()
        for round in 0..<200 {
            var changed = file
            let index = Int.random(in: 0..<file.count, using: &generator)
            switch round % 4 {
            case 0: changed[index] ^= UInt8.random(in: 1...255, using: &generator)
            case 1: changed.remove(at: index)
            case 2: changed.insert(UInt8.random(in: 0...255, using: &generator), at: index)
            default: changed.removeLast(file.count - index)
            }
            guard changed != file else { continue }
            #expect(throws: EvidenceRefusal.self, "\(String(decoding: changed, as: UTF8.self))") {
                try EvidenceFile.verify(changed, fingerprints: fingerprints)
            }
        }
    }

    func otherRoots() throws {
        let (login, other) = (try Login(), try Login())
        let file = try login.export()
        #expect(throws: EvidenceRefusal.otherKeys) { try EvidenceFile.verify(file, fingerprints: other.fingerprints) }
        // Genuine evidence beside the keys of another manager.
        let mixed = try MessageCoding.encode(
            EvidenceFile(
                evidence: try MessageCoding.decode(EvidenceFile.self, from: file).evidence,
                keyMaterial: [other.scene.context.keys.material]))
        #expect(throws: EvidenceRefusal.unsignedAssertion) {
            try EvidenceFile.verify(mixed, fingerprints: other.fingerprints)
        }
    }

    func otherStatements() throws {
        let login = try Login()
        let context = login.scene.context
        let file = try login.export()
        let genuine = try #require(try EvidenceFile.verify(file, fingerprints: login.fingerprints).first?.assertion)
        func refusal(_ serialized: String) throws -> EvidenceRefusal? {
            let bytes = try MessageCoding.encode(
                EvidenceFile(evidence: [serialized], keyMaterial: [context.keys.material]))
            do throws(EvidenceRefusal) {
                _ = try EvidenceFile.verify(bytes, fingerprints: login.fingerprints)
                return nil
            } catch { return error }
        }
        let online = context.keys.online
        #expect(try refusal(SignedDocument(genuine, type: .evidence, with: online).serialized) == nil)
        #expect(try refusal(SignedDocument(genuine, type: .auditHead, with: online).serialized) == .unsignedAssertion)
        #expect(
            try refusal(
                SignedDocument(genuine.with(process: .random()), type: .evidence, with: online).serialized)
                == .wrongDeviceSignature)
        let key = Array(P256.Signing.PrivateKey().publicKey.rawRepresentation)
        #expect(
            try refusal(SignedDocument(genuine.with(deviceKey: key), type: .evidence, with: online).serialized)
                == .wrongDeviceSignature)
        #expect(
            try refusal(SignedDocument(genuine.with(factors: [.device]), type: .evidence, with: online).serialized)
                == .wrongDeviceSignature)
    }

    func replacedKey() throws {
        let login = try Login()
        let material = login.scene.context.keys.material.material
        let (root, former, present) = (
            Curve25519.Signing.PrivateKey(), Curve25519.Signing.PrivateKey(), Curve25519.Signing.PrivateKey()
        )
        func document(_ epoch: Int64, _ online: Curve25519.Signing.PrivateKey) throws -> SignedKeyMaterial {
            var own = material
            own.epoch = epoch
            own.rootKeys = [
                try #require(StatementVerificationKey(rawRepresentation: Array(root.publicKey.rawRepresentation)))
            ]
            own.onlineKey = try #require(
                StatementVerificationKey(rawRepresentation: Array(online.publicKey.rawRepresentation)))
            return try SignedKeyMaterial(signing: own, with: [root, online])
        }
        let documents = [try document(1, former), try document(2, present)]
        let genuine = try #require(
            try EvidenceFile.verify(try login.export(), fingerprints: login.fingerprints).first?.assertion)
        let file = EvidenceFile(
            evidence: try [former, present].map { try SignedDocument(genuine, type: .evidence, with: $0).serialized },
            keyMaterial: documents)
        let verified = try EvidenceFile.verify(
            try MessageCoding.encode(file), fingerprints: [documents[0].material.fingerprint])
        #expect(verified.map(\.epoch) == [1, 2])
    }

    func otherTime() throws {
        let login = try Login()
        let context = login.scene.context
        let evidence = try #require(
            try EvidenceFile.verify(try login.export(), fingerprints: login.fingerprints).first)
        let (assertion, statement) = (evidence.assertion, evidence.statement)
        func refusal(at moment: Int64) throws -> EvidenceRefusal? {
            let changed = assertion.with(confirmedAt: moment)
            let bytes = try MessageCoding.encode(
                EvidenceFile(
                    evidence: [try SignedDocument(changed, type: .evidence, with: context.keys.online).serialized],
                    keyMaterial: [context.keys.material]))
            do throws(EvidenceRefusal) {
                _ = try EvidenceFile.verify(bytes, fingerprints: login.fingerprints)
                return nil
            } catch { return error }
        }
        #expect(try refusal(at: statement.issuedAt - 60) == nil)
        #expect(try refusal(at: statement.issuedAt - 61) == .wrongDeviceSignature)
        #expect(try refusal(at: statement.expiresAt + 60) == nil)
        #expect(try refusal(at: statement.expiresAt + 61) == .wrongDeviceSignature)
        // Somebody with the database alone.
        let process = login.process
        for hours in [Int64(-24), 48] {
            try context.database.write {
                try $0.execute("UPDATE evidence SET at = at + \(hours * 3_600_000) WHERE session_id = \(process)")
            }
            #expect(throws: ManagerError.self) { try login.export() }
        }
        #expect(try login.scene.manager.events(.auditExported).count == 1)
    }

    func stolenRoots() throws {
        let login = try Login()
        let material = login.scene.context.keys.material.material
        let (formerRoot, root, former, present, stolen) = (
            Curve25519.Signing.PrivateKey(), Curve25519.Signing.PrivateKey(), Curve25519.Signing.PrivateKey(),
            Curve25519.Signing.PrivateKey(), Curve25519.Signing.PrivateKey()
        )
        func key(_ key: Curve25519.Signing.PrivateKey) throws -> StatementVerificationKey {
            try #require(StatementVerificationKey(rawRepresentation: Array(key.publicKey.rawRepresentation)))
        }
        func document(
            _ epoch: Int64, _ root: Curve25519.Signing.PrivateKey, _ online: Curve25519.Signing.PrivateKey
        ) throws -> SignedKeyMaterial {
            var own = material
            own.epoch = epoch
            (own.rootKeys, own.onlineKey) = ([try key(root)], try key(online))
            let signers = [formerRoot, online] + (try key(root) == key(formerRoot) ? [] : [root])
            return try SignedKeyMaterial(signing: own, with: signers)
        }
        let (first, second) = (try document(1, formerRoot, former), try document(2, root, present))
        let genuine = try #require(
            try EvidenceFile.verify(try login.export(), fingerprints: login.fingerprints).first?.assertion)
        func refusal(
            _ signer: Curve25519.Signing.PrivateKey, _ documents: [SignedKeyMaterial], _ known: [SignedKeyMaterial]
        ) throws -> EvidenceRefusal? {
            let bytes = try MessageCoding.encode(
                EvidenceFile(
                    evidence: [try SignedDocument(genuine, type: .evidence, with: signer).serialized],
                    keyMaterial: documents))
            let chain = try KeyMaterialChain(trusting: known)
            do throws(EvidenceRefusal) {
                _ = try EvidenceFile.verify(bytes, keyMaterial: chain)
                return nil
            } catch { return error }
        }
        // The genuine file verifies, for a reader with former and with present key material.
        #expect(try refusal(former, [first, second], [first, second]) == nil)
        #expect(try refusal(present, [first, second], [first, second]) == nil)
        #expect(try refusal(present, [first, second], [first]) == nil)
        // The thief has the former root: another second epoch, a third one, and another first one.
        let (otherSecond, third) = (try document(2, formerRoot, stolen), try document(3, formerRoot, stolen))
        #expect(try refusal(stolen, [first, otherSecond], [first, second]) == .unsignedAssertion)
        #expect(try refusal(stolen, [first, third], [first, second]) == .otherKeys)
        #expect(try refusal(stolen, [try document(1, formerRoot, stolen)], [first, second]) == .unsignedAssertion)
    }

    func erased() throws {
        let login = try Login()
        #expect(throws: ManagerError.self) {
            try ExportEvidence(login.scene.context)([.random()], by: login.scene.root)
        }
        try login.scene.context.removeUser("ada", by: "root")
        #expect(throws: ManagerError.self) { try login.export() }
        #expect(try login.scene.manager.events(.auditExported).isEmpty)
    }
}

extension EvidenceAssertion {
    fileprivate func with(
        process: SessionID? = nil, confirmedAt: Int64? = nil, deviceKey: [UInt8]? = nil, factors: [FactorType]? = nil
    ) -> EvidenceAssertion {
        EvidenceAssertion(
            issuer: issuer, process: process ?? self.process, confirmedAt: confirmedAt ?? self.confirmedAt,
            exportedAt: exportedAt, factors: factors ?? self.factors, statement: statement, activationId: activationId,
            deviceKey: deviceKey.map { Octets($0) } ?? self.deviceKey, userId: userId, user: user)
    }
}
