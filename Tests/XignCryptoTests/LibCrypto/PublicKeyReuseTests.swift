import Foundation
import Testing
import XignCrypto

/// Tests of public keys made from unused key objects, in which no previous point may be left.
struct PublicKeyReuseTests {
    @Test("Reuse of public key objects", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a P-256 key verifies only for its own point, also after a refused one, and on many threads", p256),
        TestCase("an X25519 key agrees only for its own bytes", x25519),
        TestCase("a key makes valid signatures any number of times, on many threads", signing),
    ]

    private let message = Array("message".utf8)

    func p256() async throws {
        let pairs = (0..<8).map { _ in P256.Signing.PrivateKey() }
        let signatures = try pairs.map { try $0.signature(for: message) }
        let keys = pairs.map(\.publicKey.x963Representation)
        await withTaskGroup(of: Bool.self) { group in
            for task in 0..<4 {
                group.addTask {
                    (0..<200).allSatisfy { round in
                        let (mine, other) = ((task + round) % keys.count, (task + round + 1) % keys.count)
                        guard let key = try? P256.Signing.PublicKey(x963Representation: keys[mine]) else {
                            return false
                        }
                        // Off the curve: y belongs to another point.
                        let mixed = keys[mine].prefix(33) + keys[other].suffix(32)
                        return (try? P256.Signing.PublicKey(x963Representation: mixed)) == nil
                            && key.isValidSignature(signatures[mine], for: message)
                            && !key.isValidSignature(signatures[other], for: message)
                            && key.x963Representation == keys[mine]
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
        #expect(errorQueueIsEmpty())
    }

    func x25519() throws {
        let own = Curve25519.KeyAgreement.PrivateKey()
        let peers = (0..<8).map { _ in Curve25519.KeyAgreement.PrivateKey() }
        for peer in peers + peers {
            let number = peer.publicKey.rawRepresentation
            let key = try Curve25519.KeyAgreement.PublicKey(rawRepresentation: number)
            #expect(key.rawRepresentation == number)
            #expect(
                try own.sharedSecretFromKeyAgreement(with: key)
                    == peer.sharedSecretFromKeyAgreement(with: own.publicKey))
        }
    }

    func signing() async throws {
        let pair = P256.Signing.PrivateKey()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    (0..<100).allSatisfy { _ in
                        (try? pair.signature(for: message)).map { pair.publicKey.isValidSignature($0, for: message) }
                            ?? false
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
