import Foundation
import Testing
import XignCrypto

struct HMACTests {
    @Test("HMAC", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("HMAC computes the codes of RFC 4231 and RFC 2202", published),
        TestCase("a code that is altered, truncated, or of another message or key is not valid", refusals),
        TestCase("one keyed context serves many messages, which do not affect each other", copies),
    ]

    func published() throws {
        try check(SHA256.self, file: "rfc-4231-sha256", count: 6)
        try check(SHA384.self, file: "rfc-4231-sha384", count: 6)
        try check(SHA512.self, file: "rfc-4231-sha512", count: 6)
        try check(Insecure.SHA1.self, file: "rfc-2202-sha1", count: 7)
    }

    func refusals() {
        let key = SymmetricKey(size: .bits256)
        let message = Data("message".utf8)
        let code = Data(HMAC<SHA256>.authenticationCode(for: message, using: key))
        #expect(HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: key))
        for index in code.indices {
            var altered = code
            altered[index] ^= 0x80
            #expect(!HMAC<SHA256>.isValidAuthenticationCode(altered, authenticating: message, using: key))
        }
        #expect(!HMAC<SHA256>.isValidAuthenticationCode(code.dropLast(), authenticating: message, using: key))
        #expect(!HMAC<SHA256>.isValidAuthenticationCode(Data(), authenticating: message, using: key))
        #expect(!HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Data(), using: key))
        let other = SymmetricKey(size: .bits256)
        #expect(!HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: message, using: other))
    }

    func copies() {
        for count in [0, 1, 63, 64, 65, 200] {
            let key = SymmetricKey(data: Data(repeating: 7, count: count))
            let begun = HMAC<SHA256>(key: key)
            for length in [0, 1, 55, 64, 100] {
                let message = Data(repeating: UInt8(length), count: length)
                var code = begun
                code.update(data: message)
                var longer = code
                longer.update(data: [1, 2])
                #expect(code.finalize() == HMAC<SHA256>.authenticationCode(for: message, using: key))
                #expect(longer.finalize() == HMAC<SHA256>.authenticationCode(for: message + [1, 2], using: key))
                #expect(code.finalize() == HMAC<SHA256>.authenticationCode(for: message, using: key))
            }
            #expect(begun.finalize() == HMAC<SHA256>.authenticationCode(for: Data(), using: key))
        }
    }

    private func check<H: HashFunction>(_: H.Type, file: String, count: Int) throws {
        let records = try ResponseFile.records("HMAC/\(file).txt", startingWith: "Len")
        XignCryptoTests.check(records, count: count) { record in
            let key = SymmetricKey(data: try record.data("Key"))
            let message = try record.data("Msg")
            // RFC 4231, section 4.6, publishes only the first half of the code.
            let expected = try record.data("MD")
            var hmac = HMAC<H>(key: key)
            hmac.update(data: message.prefix(5))
            hmac.update(data: message.dropFirst(5))
            return Data(HMAC<H>.authenticationCode(for: message, using: key)).prefix(expected.count) == expected
                && Data(hmac.finalize()).prefix(expected.count) == expected
                && Data(hmac.finalize()).prefix(expected.count) == expected
        }
    }
}
