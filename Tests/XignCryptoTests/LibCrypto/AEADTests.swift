import Foundation
import Testing
import XignCrypto

struct AEADTests {
    @Test("Authenticated encryption", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("AES-GCM agrees with NIST's vectors, and opens only valid boxes", gcm, each: [128, 192, 256]),
        TestCase("a box altered anywhere does not open", altered),
        TestCase("two boxes of one message have different nonces", nonces),
        TestCase("keys, nonces and tags of other lengths are refused", lengths),
    ]

    /// Vectors with nonces of 96 bits and tags of 128 bits, the only ones that are supported.
    func gcm(keySize: Int) throws {
        let records = try ["EncryptExtIV", "Decrypt"].flatMap {
            try ResponseFile.records("ciphers/AES/GCM/gcm\($0)\(keySize).rsp", startingWith: "Count") {
                $0.contains("[IVlen = 96]") && $0.contains("[Taglen = 128]")
            }
        }
        check(records, count: 750) { record in
            let key = SymmetricKey(data: try record.data("Key"))
            let nonce = try AES.GCM.Nonce(data: record.data("IV"))
            let data = try record.data("AAD")
            let box = try AES.GCM.SealedBox(nonce: nonce, ciphertext: record.data("CT"), tag: record.data("Tag"))
            let opened = try? AES.GCM.open(box, using: key, authenticating: data)
            if record["Result"] == "F" { return opened == nil && errorQueueIsEmpty() }
            let message = try record.data("PT")
            let sealed = try AES.GCM.seal(message, using: key, nonce: nonce, authenticating: data)
            guard let combined = sealed.combined else { return false }
            return try opened == message && combined == box.combined
                && (try AES.GCM.open(.init(combined: combined), using: key, authenticating: data)) == message
        }
    }

    @Test(
        "ChaCha20-Poly1305 seals as RFC 8439 and others published",
        arguments: [
            ("boringssl", "NONCE", "IN", "AD", "CT", 66), ("openssl", "IV", "Plaintext", "AAD", "Ciphertext", 5),
        ])
    func chaChaPoly(
        file: String, nonceName: String, messageName: String, dataName: String, ciphertextName: String, count: Int
    ) throws {
        let records = try ResponseFile.records("ciphers/ChaCha20Poly1305/\(file).txt", startingWith: "COUNT")
        check(records, count: count) { record in
            let key = SymmetricKey(data: try record.data("Key"))
            let nonce = try ChaChaPoly.Nonce(data: record.data(nonceName))
            let (message, data) = (try record.data(messageName), try record.data(dataName))
            let box = try ChaChaPoly.SealedBox(
                nonce: nonce, ciphertext: record.data(ciphertextName), tag: record.data("Tag"))
            let opened = try? ChaChaPoly.open(box, using: key, authenticating: data)
            if record["Result"] != nil { return opened == nil && errorQueueIsEmpty() }
            let sealed = try ChaChaPoly.seal(message, using: key, nonce: nonce, authenticating: data)
            return try opened == message && sealed.combined == box.combined
                && (try ChaChaPoly.open(.init(combined: sealed.combined), using: key, authenticating: data)) == message
        }
    }

    func altered() throws {
        let key = SymmetricKey(size: .bits256)
        let data = Data("data".utf8)
        let combined = try #require(
            try AES.GCM.seal(Data("message".utf8), using: key, authenticating: data).combined)
        for index in combined.indices {
            var altered = combined
            altered[index] ^= 1
            #expect(throws: CryptoKitError.authenticationFailure) {
                try AES.GCM.open(.init(combined: altered), using: key, authenticating: data)
            }
        }
        #expect(throws: CryptoKitError.authenticationFailure) {
            try AES.GCM.open(.init(combined: combined), using: key)
        }
        #expect(errorQueueIsEmpty())
    }

    func nonces() throws {
        let key = SymmetricKey(size: .bits128)
        let boxes = try (0..<100).map { _ in Data(try AES.GCM.seal(Data([1]), using: key).nonce) }
        #expect(Set(boxes).count == 100)
    }

    func lengths() {
        #expect(throws: CryptoKitError.incorrectKeySize) {
            try AES.GCM.seal(Data(), using: SymmetricKey(data: Data(count: 31)))
        }
        #expect(throws: CryptoKitError.incorrectKeySize) {
            try ChaChaPoly.seal(Data(), using: SymmetricKey(size: .bits128), authenticating: Data())
        }
        for length in [0, 8, 11, 13, 16] {
            #expect(throws: CryptoKitError.incorrectParameterSize) { try AES.GCM.Nonce(data: Data(count: length)) }
        }
        for length in [0, 4, 12, 15, 17] {
            #expect(throws: CryptoKitError.incorrectParameterSize) {
                try AES.GCM.SealedBox(nonce: .init(), ciphertext: Data(), tag: Data(count: length))
            }
        }
        #expect(throws: CryptoKitError.incorrectParameterSize) { try AES.GCM.SealedBox(combined: Data(count: 27)) }
    }
}
