import Foundation
import Testing
import XignCrypto

struct KeyDerivationTests {
    @Test("Key derivation", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "HKDF gives the keys of RFC 5869 and others made independently", hkdf,
            each: [
                ("rfc-5869-HKDF-SHA256", 3), ("hkdf-generated", 1),
            ]),
        TestCase("scrypt gives the keys of RFC 7914", scrypt),
        TestCase("PBKDF2 gives the keys of RFC 6070", pbkdf2),
    ]

    func hkdf(file: String, count: Int) throws {
        check(try ResponseFile.records("KDF/\(file).txt", startingWith: "COUNT"), count: count) { record in
            let material = SymmetricKey(data: try record.data("IKM"))
            let salt = try record.data("salt")
            let extracted = HKDF<SHA256>.extract(inputKeyMaterial: material, salt: salt)
            if record["PRK"] != nil, Data(extracted) != (try record.data("PRK")) { return false }
            let derived = HKDF<SHA256>.deriveKey(
                inputKeyMaterial: material, salt: salt, info: try record.data("info"),
                outputByteCount: try record.int("L"))
            return derived == SymmetricKey(data: try record.data("OKM"))
        }
    }

    func scrypt() throws {
        // The fourth vector takes 1 GiB of memory and some seconds.
        let records = try ResponseFile.records("KDF/scrypt.txt", startingWith: "COUNT").filter {
            try $0.int("N") < 1 << 20
        }
        check(records, count: 3) { record in
            let key = try Scrypt.deriveKey(
                from: Data(try record.text("PASSWORD").utf8), salt: Data(try record.text("SALT").utf8),
                cost: try record.int("N"), blockSize: try record.int("r"), parallelism: try record.int("p"),
                outputByteCount: try record.int("LENGTH"))
            return key == SymmetricKey(data: try record.data("DERIVED_KEY"))
        }
    }

    @Test(
        "scrypt refuses costs that are no power of two, that exhaust the machine or that overflow",
        arguments: [
            (0, 8, 1, 32), (1, 8, 1, 32), (3, 8, 1, 32), (-2, 8, 1, 32), (16, 0, 1, 32), (16, 8, 0, 32), (16, 8, 1, 0),
            (1 << 21, 8, 1, 32), (1 << 62, 8, 1, 32), (16, .max, 1, 32), (16, 8, .max, 32), (16, 1 << 24, 1, 32),
        ])
    func scryptRefusals(cost: Int, blockSize: Int, parallelism: Int, outputByteCount: Int) {
        #expect(throws: CryptoKitError.incorrectParameterSize) {
            try Scrypt.deriveKey(
                from: Data(), salt: Data(), cost: cost, blockSize: blockSize, parallelism: parallelism,
                outputByteCount: outputByteCount)
        }
        #expect(errorQueueIsEmpty())
    }

    func pbkdf2() throws {
        // The vector with 16,777,216 rounds takes some seconds.
        let records = try ResponseFile.records("KDF/rfc-6070-PBKDF2-SHA1.txt", startingWith: "COUNT").filter {
            try $0.int("ITERATIONS") < 10_000_000
        }
        check(records, count: 5) { record in
            func bytes(_ name: String) throws -> Data {
                Data(try record.text(name).replacingOccurrences(of: "\\0", with: "\0").utf8)
            }
            let key = try PBKDF2.deriveKey(
                from: bytes("PASSWORD"), salt: bytes("SALT"), using: Insecure.SHA1.self,
                rounds: record.int("ITERATIONS"), outputByteCount: record.int("LENGTH"))
            return key == SymmetricKey(data: try record.data("DERIVED_KEY"))
        }
    }
}
