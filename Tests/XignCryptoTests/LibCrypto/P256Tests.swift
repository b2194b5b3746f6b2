import Foundation
import Testing
import XignCrypto

struct P256Tests {
    @Test("P-256", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "ECDSA takes and refuses the signatures that FIPS 186's validation does", signatures,
            each: [
                ("FIPS_186-2", 15), ("FIPS_186-3", 60),
            ]),
        TestCase(
            "public keys are accepted and refused as in the vectors of FIPS 186", publicKeys,
            each: ["FIPS_186-2", "FIPS_186-3"]),
        TestCase(
            "a private key has the public key that was published, in every form", keyPairs,
            each: [
                ("FIPS_186-2", 10), ("FIPS_186-3", 10),
            ]),
        TestCase("ECDH agrees with the vectors of SP 800-56A, and refuses invalid keys", agreement),
    ]

    func signatures(folder: String, count: Int) throws {
        let records = try ResponseFile.records("asymmetric/ECDSA/\(folder)/SigVer.rsp", startingWith: "Msg") {
            ["[P-256]", "[P-256,SHA-1]", "[P-256,SHA-256]", "[P-256,SHA-384]", "[P-256,SHA-512]"].contains($0.last)
        }
        check(records, count: count) { record in
            let message = try record.data("Msg")
            var verified = false
            if let x = try record.number("Qx", 32), let y = try record.number("Qy", 32),
                let r = try record.number("R", 32), let s = try record.number("S", 32),
                let key = try? P256.Signing.PublicKey(rawRepresentation: x + y)
            {
                let raw = try P256.Signing.ECDSASignature(rawRepresentation: r + s)
                let signature = try P256.Signing.ECDSASignature(derRepresentation: raw.derRepresentation)
                guard signature.rawRepresentation == r + s else { return false }
                verified =
                    switch record.headings.last {
                    case "[P-256,SHA-256]": key.isValidSignature(signature, for: message)
                    case "[P-256,SHA-384]": key.isValidSignature(signature, for: SHA384.hash(data: message))
                    case "[P-256,SHA-512]": key.isValidSignature(signature, for: SHA512.hash(data: message))
                    default: key.isValidSignature(signature, for: Insecure.SHA1.hash(data: message))
                    }
            }
            return verified == record.isValid
        }
    }

    func publicKeys(folder: String) throws {
        let records = try ResponseFile.records("asymmetric/ECDSA/\(folder)/PKV.rsp", startingWith: "Qx") {
            $0.last == "[P-256]"
        }
        check(records, count: 12) { record in
            var isTaken = false
            if let x = try record.number("Qx", 32), let y = try record.number("Qy", 32) {
                isTaken = (try? P256.Signing.PublicKey(rawRepresentation: x + y)) != nil
            }
            return isTaken == record.isValid
        }
    }

    func keyPairs(folder: String, count: Int) throws {
        let records = try ResponseFile.records("asymmetric/ECDSA/\(folder)/KeyPair.rsp", startingWith: "d") {
            $0.contains("[P-256]")
        }
        check(records, count: count) { record in
            let scalar = try #require(try record.number("d", 32))
            let point = try #require(try record.number("Qx", 32)) + #require(try record.number("Qy", 32))
            let key = try P256.Signing.PrivateKey(rawRepresentation: scalar)
            let publicKey = key.publicKey
            let forms = [
                try P256.Signing.PublicKey(rawRepresentation: publicKey.rawRepresentation),
                try P256.Signing.PublicKey(x963Representation: publicKey.x963Representation),
                try P256.Signing.PublicKey(compressedRepresentation: publicKey.compressedRepresentation),
                try P256.Signing.PublicKey(derRepresentation: publicKey.derRepresentation),
            ]
            let message = Data("message".utf8)
            let signature = try key.signature(for: message)
            return key.rawRepresentation == scalar
                && forms.allSatisfy { $0.rawRepresentation == point && $0.isValidSignature(signature, for: message) }
        }
    }

    func agreement()
        throws
    {
        let records = try ResponseFile.records(
            "asymmetric/ECDH/KASValidityTest_ECCStaticUnified_NOKC_ZZOnly_init.fax", startingWith: "COUNT"
        ) { $0.last == "[EC - SHA256]" }
        check(records, count: 30) { record in
            func agrees() throws -> Bool {
                guard let x = try record.number("QsCAVSx", 32), let y = try record.number("QsCAVSy", 32),
                    let ownX = try record.number("QsIUTx", 32), let ownY = try record.number("QsIUTy", 32),
                    let scalar = try record.number("dsIUT", 32),
                    let peer = try? P256.KeyAgreement.PublicKey(rawRepresentation: x + y),
                    let own = try? P256.KeyAgreement.PrivateKey(rawRepresentation: scalar),
                    own.publicKey.rawRepresentation == ownX + ownY
                else { return false }
                let secret = try own.sharedSecretFromKeyAgreement(with: peer).withUnsafeBytes { Data($0) }
                return try secret == record.number("Z", 32)
                    && SHA256.hash(data: secret) == (try record.data("CAVSHashZZ"))
            }
            return try agrees() == record.isValid
        }
    }
}
