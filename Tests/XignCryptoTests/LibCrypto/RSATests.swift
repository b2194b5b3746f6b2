import Foundation
import Testing
import XignCrypto

struct RSATests {
    @Test("RSA", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("PKCS #1 v1.5 with SHA-256 accepts and refuses signatures as in the vectors of FIPS 186", signatures),
        TestCase("PSS refuses every signature whose salt is shorter than the digest", shortSalts),
        TestCase("a signature of one padding is none of the other, and PSS signs with a fresh salt", paddings),
        TestCase("a key survives a round trip through PEM, and its public numbers verify its signatures", roundTrip),
        TestCase("public keys that are short, long, even or have the exponent 1 are refused", refusals),
        TestCase(
            "private keys of another kind, short, with bytes behind them or behind a password are refused", privateKeys,
            each: [
                "PEM_Serialization/ec_private_key.pem", "PKCS8/private.pem", "PKCS8/enc-rsa-pkcs8.pem",
                "PKCS8/rsa_pss_2048.pem", "Traditional_OpenSSL_Serialization/key1.pem", "PKCS8/ed25519-scrypt.pem",
            ]),
        TestCase("unusual lengths are refused", bitCounts, each: [0, -1, 512, 1024, 2047, 16384] as [Int32]),
    ]

    func signatures()
        throws
    {
        let records = try ResponseFile.records(
            "asymmetric/RSA/FIPS_186-2/SigVer15_186-3.rsp", startingWith: "SHAAlg", carrying: "n"
        ) { ["[mod = 2048]", "[mod = 3072]", "[mod = 4096]"].contains($0.last) }
        .filter { $0["SHAAlg"] == "SHA256" }
        check(records, count: 54) { record in
            let key = try RSA.Signing.PublicKey(n: record.data("n"), e: record.data("e"))
            return key.isValidSignature(try record.data("S"), for: try record.data("Msg")) == record.isValid
        }
    }

    /// All signatures of these vectors have a salt of 10 bytes. `InteroperationTests` has those of 32.
    func shortSalts() throws {
        let records = try ResponseFile.records(
            "asymmetric/RSA/FIPS_186-2/SigVerPSS_186-3.rsp", startingWith: "SHAAlg", carrying: "n"
        ) { ["[mod = 2048]", "[mod = 3072]", "[mod = 4096]"].contains($0.last) }
        .filter { $0["SHAAlg"] == "SHA256" }
        check(records, count: 54) { record in
            let key = try RSA.Signing.PublicKey(n: record.data("n"), e: record.data("e"))
            return !key.isValidSignature(try record.data("S"), for: try record.data("Msg"), padding: .pss)
        }
    }

    func paddings() throws {
        let key = try RSA.Signing.PrivateKey()
        let message = Data("message".utf8)
        let pss = try key.signature(for: message, padding: .pss)
        #expect(key.publicKey.isValidSignature(pss, for: message, padding: .pss))
        #expect(!key.publicKey.isValidSignature(pss, for: message))
        #expect(!key.publicKey.isValidSignature(try key.signature(for: message), for: message, padding: .pss))
        #expect(!key.publicKey.isValidSignature(pss, for: Data(), padding: .pss))
        #expect(try key.signature(for: message, padding: .pss) != pss)
        #expect(errorQueueIsEmpty())
    }

    func roundTrip()
        throws
    {
        let key = try RSA.Signing.PrivateKey()
        let again = try RSA.Signing.PrivateKey(pemRepresentation: key.pemRepresentation)
        let message = Data("message".utf8)
        let signature = try again.signature(for: message)
        let publicKey = try RSA.Signing.PublicKey(n: key.publicKey.n, e: key.publicKey.e)
        #expect(signature.count == 256)
        #expect(publicKey.isValidSignature(signature, for: message))
        #expect(!publicKey.isValidSignature(signature, for: Data()))
        #expect(!publicKey.isValidSignature(signature.dropLast(), for: message))
        #expect(!publicKey.isValidSignature(Data([0]) + signature, for: message))
        #expect(errorQueueIsEmpty())
    }

    func refusals() {
        let modulus = Data(repeating: 0xff, count: 256)
        for (n, e) in [
            (Data(repeating: 0xff, count: 128), [1, 0, 1]), (Data(repeating: 0xff, count: 1025), [1, 0, 1]),
            (Data(count: 128) + Data(repeating: 0xff, count: 128), [1, 0, 1]), (Data(count: 256), [1, 0, 1]),
            (modulus.dropLast() + [0xfe], [1, 0, 1]), (modulus, [1]), (modulus, [0, 1]), (modulus, [2]), (modulus, []),
            (modulus, [1, 0, 0, 0, 1]),
        ] as [(Data, [UInt8])] {
            #expect(throws: CryptoKitError.self) { try RSA.Signing.PublicKey(n: n, e: e) }
        }
    }

    func privateKeys(file: String) throws {
        let pem = try String(
            contentsOf: TestEnvironment.vectors().appending(path: "asymmetric/" + file), encoding: .utf8)
        #expect(throws: CryptoKitError.self) { try RSA.Signing.PrivateKey(pemRepresentation: pem) }
        #expect(errorQueueIsEmpty())
    }

    func bitCounts(bitCount: Int32) {
        #expect(throws: CryptoKitError.incorrectKeySize) { try RSA.Signing.PrivateKey(bitCount: bitCount) }
    }
}
