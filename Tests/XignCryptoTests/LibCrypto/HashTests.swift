import Foundation
import Testing
import XignCrypto

struct HashTests {
    @Test("Hash functions", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("SHA-256 agrees with NIST's vectors", sha256),
        TestCase("SHA-384 agrees with NIST's vectors", sha384),
        TestCase("SHA-512 agrees with NIST's vectors", sha512),
        TestCase("SHA-1 agrees with NIST's vectors", sha1),
        TestCase("a digest is unequal to a shorter one, and written in hexadecimal", digest),
    ]

    func sha256() throws {
        try check(SHA256.self, file: "SHA2/SHA256", count: 129)
    }

    func sha384() throws {
        try check(SHA384.self, file: "SHA2/SHA384", count: 257)
    }

    func sha512() throws {
        try check(SHA512.self, file: "SHA2/SHA512", count: 257)
    }

    func sha1() throws {
        try check(Insecure.SHA1.self, file: "SHA1/SHA1", count: 129)
    }

    func digest() throws {
        let digest = SHA256.hash(data: Data())
        #expect(digest == Data(digest))
        #expect(!(digest == Data(digest).dropLast()))
        #expect(digest.description == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }

    /// Hashes each message at once, in two parts, and with a copy that continues differently.
    private func check<H: HashFunction>(_: H.Type, file: String, count: Int) throws {
        let records = try ["ShortMsg", "LongMsg"].flatMap {
            try ResponseFile.records("hashes/\(file)\($0).rsp", startingWith: "Len")
        }
        XignCryptoTests.check(records, count: count) { record in
            let message = try record.data("Msg").prefix(try record.int("Len") / 8)
            let digest = try record.data("MD")
            var hash = H()
            hash.update(data: message.prefix(7))
            var copy = hash
            copy.update(data: [1, 2, 3])
            let halfway = hash.finalize()
            hash.update(data: message.dropFirst(7))
            return H.hash(data: message) == digest && hash.finalize() == digest
                && halfway == H.hash(data: message.prefix(7))
        }
    }
}
