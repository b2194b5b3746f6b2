import Foundation
import Testing
import XignCrypto

struct PBKDF2Tests {
    @Test("PBKDF2", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an empty password and an empty salt are accepted", empty),
        TestCase(
            "rounds and lengths out of bounds are refused", refusals,
            each: [
                (0, 32), (-1, 32), (1 << 31, 32), (1, 0), (1, -1), (1, 1 << 31),
            ]),
    ]

    /// RFC 7914, section 11.
    @Test(
        "PBKDF2-HMAC-SHA256 gives the keys of RFC 7914",
        arguments: [
            (
                "passwd", "salt", 1,
                "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"
                    + "49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783"
            ),
            (
                "Password", "NaCl", 80_000,
                "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"
                    + "a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d"
            ),
        ])
    func published(password: String, salt: String, rounds: Int, key: String) throws {
        let derived = try PBKDF2.deriveKey(
            from: Data(password.utf8), salt: Data(salt.utf8), using: SHA256.self, rounds: rounds, outputByteCount: 64)
        #expect(derived == SymmetricKey(data: try hex(key)))
    }

    func empty() throws {
        let key = try PBKDF2.deriveKey(
            from: Data(), salt: [UInt8](), using: SHA256.self, rounds: 1, outputByteCount: 32)
        #expect(key.bitCount == 256)
    }

    func refusals(rounds: Int, outputByteCount: Int) {
        #expect(throws: CryptoKitError.self) {
            try PBKDF2.deriveKey(
                from: Data(), salt: Data(), using: SHA256.self, rounds: rounds, outputByteCount: outputByteCount)
        }
    }
}
