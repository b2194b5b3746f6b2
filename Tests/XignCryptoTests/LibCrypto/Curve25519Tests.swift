import Foundation
import Testing
import XignCrypto

struct Curve25519Tests {
    @Test("Curve25519", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Ed25519 makes the published signatures and accepts no others; their keys are safe", signing),
        TestCase("Ed25519 makes the signature of RFC 8032", rfc8032),
        TestCase("an Ed25519 signature has one form: S plus the group's order and other lengths are refused", forms),
        TestCase("X25519 computes the secrets of RFC 7748", agreement),
        TestCase(
            "X25519 refuses peers of small order, and so does HPKE", smallOrder,
            each: [
                "0000000000000000000000000000000000000000000000000000000000000000",
                "0100000000000000000000000000000000000000000000000000000000000000",
                "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
                "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
                "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
                "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
            ]),
        TestCase("one X25519 key agrees with many peers concurrently, each on its own secret", manyPeers),
        TestCase("keys of other lengths are refused", lengths, each: [0, 31, 33, 64]),
    ]

    /// A line of the file published by the author of RFC 8032: seed and key, key, message, signature and message.
    private struct SigningVector {
        let seed, publicKey, message, signature: Data

        init(line: Substring) throws {
            let parts = try line.split(separator: ":", omittingEmptySubsequences: false).map { try hex($0) }
            (seed, publicKey, message, signature) = (parts[0].prefix(32), parts[1], parts[2], parts[3].prefix(64))
        }
    }

    func signing()
        throws
    {
        let file = try TestEnvironment.vectors().appending(path: "asymmetric/Ed25519/sign.input")
        let vectors = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(SigningVector.init)
        check(vectors, count: 1024) { vector in
            let key = try Curve25519.Signing.PrivateKey(rawRepresentation: vector.seed)
            let publicKey = try Curve25519.Signing.PublicKey(validating: vector.publicKey)
            var forged = vector.signature
            forged[forged.startIndex + 40] ^= 1
            return try key.publicKey.rawRepresentation == publicKey.rawRepresentation
                && (try key.signature(for: vector.message)) == vector.signature
                && publicKey.isValidSignature(vector.signature, for: vector.message)
                && !publicKey.isValidSignature(forged, for: vector.message)
                && errorQueueIsEmpty()
        }
    }

    /// RFC 8032, section 7.1, test 2.
    func rfc8032() throws {
        let key = try Curve25519.Signing.PrivateKey(
            rawRepresentation: hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))
        let signature = try hex(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00")
        #expect(try key.signature(for: [0x72] as [UInt8]) == signature)
    }

    func forms()
        throws
    {
        let key = Curve25519.Signing.PrivateKey()
        let signature = try key.signature(for: Data())
        let order = try hex("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
        var (raised, carry) = (signature, 0)
        for index in 0..<32 {
            let sum = Int(raised[32 + index]) + Int(order[index]) + carry
            (raised[32 + index], carry) = (UInt8(sum & 0xff), sum >> 8)
        }
        #expect(key.publicKey.isValidSignature(signature, for: Data()))
        #expect(!key.publicKey.isValidSignature(raised, for: Data()))
        #expect(!key.publicKey.isValidSignature(signature.dropLast(), for: Data()))
        #expect(!key.publicKey.isValidSignature(signature + [0], for: Data()))
        #expect(!key.publicKey.isValidSignature(Data(), for: Data()))
        #expect(errorQueueIsEmpty())
    }

    func agreement() throws {
        check(try ResponseFile.records("asymmetric/X25519/rfc7748.txt", startingWith: "COUNT"), count: 3) { record in
            let key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: record.data("INPUT_SCALAR"))
            let peer = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: record.data("INPUT_U"))
            let secret = try key.sharedSecretFromKeyAgreement(with: peer)
            return secret.withUnsafeBytes { Data($0) } == (try record.data("OUTPUT_U"))
        }
    }

    /// The u coordinates of small order below 2^255 (RFC 7748, section 6.1), and 0, 1 and -1 again above p.
    func smallOrder(u: String) throws {
        let suite = HPKE.Ciphersuite.Curve25519_SHA256_AES_GCM_256
        let own = Curve25519.KeyAgreement.PrivateKey()
        // The highest bit is not part of the number (RFC 7748, section 5).
        for highestBit in [0, 0x80] as [UInt8] {
            var bytes = try hex(u)
            bytes[31] |= highestBit
            let peer = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)
            #expect(throws: CryptoKitError.self) { try own.sharedSecretFromKeyAgreement(with: peer) }
            #expect(throws: CryptoKitError.self) {
                try HPKE.Sender(recipientKey: peer, ciphersuite: suite, info: Data())
            }
            #expect(throws: CryptoKitError.self) {
                try HPKE.Recipient(privateKey: own, ciphersuite: suite, info: Data(), encapsulatedKey: bytes)
            }
            #expect(errorQueueIsEmpty())
        }
    }

    func manyPeers() async throws {
        let key = Curve25519.KeyAgreement.PrivateKey()
        let agreed = await withTaskGroup { group in
            for _ in 0..<64 {
                group.addTask {
                    let peer = Curve25519.KeyAgreement.PrivateKey()
                    let sent = peer.publicKey.rawRepresentation
                    return (0..<50).allSatisfy { _ in
                        guard let received = try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: sent),
                            let ours = try? key.sharedSecretFromKeyAgreement(with: received),
                            let theirs = try? peer.sharedSecretFromKeyAgreement(with: key.publicKey)
                        else { return false }
                        return ours == theirs && received.rawRepresentation == sent
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(agreed == 64)
    }

    func lengths(count: Int) {
        let bytes = Data(count: count)
        #expect(throws: CryptoKitError.self) { try Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes) }
        #expect(throws: CryptoKitError.self) { try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes) }
        #expect(throws: CryptoKitError.self) { try Curve25519.Signing.PublicKey(rawRepresentation: bytes) }
        #expect(throws: CryptoKitError.self) { try Curve25519.Signing.PrivateKey(rawRepresentation: bytes) }
    }
}
