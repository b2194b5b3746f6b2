import Testing
import XignCrypto

@testable import XignProtocol

extension VectorGenerator {
    static func keyMaterial() throws -> KeyMaterialVectors {
        KeyMaterialVectors(beginnings: try beginnings(), successions: try successions(), sealings: try sealings())
    }

    private typealias Chain = KeyMaterialChainTests
    private static let thief = Sample.ed25519Key(66)
    private static let newOnline = Sample.ed25519Key(20)

    private static func beginnings() throws -> [KeyMaterialVectors.Beginning] {
        let first = try Chain.signed(by: [Sample.root, Sample.online])
        let second = try Chain.signed(sequence: 2)
        let ofThief = try Chain.signed(by: [thief]) { $0.onlineKey = Sample.verificationKey(thief) }
        let laterOfThief = try Chain.signed(sequence: 2, by: [thief]) { $0.onlineKey = Sample.verificationKey(thief) }
        let newEpoch = try Chain.signed(epoch: 2, by: [Sample.root, newOnline]) {
            $0.onlineKey = Sample.verificationKey(newOnline)
        }
        let tooFewRoots = try Chain.signed(by: [Sample.root, Sample.online]) { $0.threshold = 2 }
        let bothRoots = try Chain.signed(by: [Sample.root, Sample.spareRoot, Sample.online]) { $0.threshold = 2 }
        let cases: [(String, [SignedKeyMaterial])] = [
            ("the first document, signed by a root and the online key", [first]),
            ("a later document, signed by the online key alone", [second]),
            ("both of them", [first, second]),
            ("a thief's online key beside roots that have not signed", [ofThief]),
            ("a document that a thief's online key has signed behind a genuine one", [first, laterOfThief]),
            ("a new epoch behind the first", [first, newEpoch]),
            ("fewer roots than the document demands", [tooFewRoots]),
            ("as many roots as the document demands", [bothRoots]),
            ("a document that its online key has not signed", [try Chain.signed(by: [Sample.root])]),
            ("an older document behind a newer", [second, first]),
            ("nothing", []),
        ]
        return cases.map { what, documents in
            .init(
                what: what, documents: documents.map(text),
                isTrusted: (try? KeyMaterialChain(trusting: documents)) != nil,
                isConfirmed: (try? KeyMaterialChain(confirming: documents)) != nil)
        }
    }

    private static func successions() throws -> [KeyMaterialVectors.Succession] {
        let first = try Chain.signed(sequence: 5, by: [Sample.root, Sample.online])
        let twoOfTwo = try Chain.signed(by: [Sample.root, Sample.online]) { $0.threshold = 2 }
        let cases: [(String, SignedKeyMaterial, SignedKeyMaterial)] = [
            ("the next sequence", first, try Chain.signed(sequence: 6)),
            ("a sequence far ahead", first, try Chain.signed(sequence: 1000)),
            (
                "other encryption keys and another expiry", first,
                try Chain.signed(sequence: 6) {
                    $0.encryptionKeys = [try Sample.decryptionKey(.x25519, 8).publicKey]
                    $0.expiresAt += 1
                }
            ),
            ("the same sequence", first, try Chain.signed(sequence: 5)),
            ("an older sequence", first, try Chain.signed(sequence: 4)),
            ("signed by a root alone", first, try Chain.signed(sequence: 6, by: [Sample.root])),
            ("signed by another key", first, try Chain.signed(sequence: 6, by: [thief])),
            ("other roots in the same epoch", first, try Chain.signed(sequence: 6) { $0.rootKeys.removeLast() }),
            ("the roots in another order", first, try Chain.signed(sequence: 6) { $0.rootKeys.reverse() }),
            ("another threshold", first, try Chain.signed(sequence: 6) { $0.threshold = 2 }),
            (
                "another online key", first,
                try Chain.signed(sequence: 6) { $0.onlineKey = Sample.verificationKey(thief) }
            ),
            ("no app link origins", first, try Chain.signed(sequence: 6) { $0.appLinkOrigins = [] }),
            ("a new epoch by one root", first, try newEpoch(by: [Sample.spareRoot])),
            ("a new epoch by the online key", first, try newEpoch(by: [Sample.online])),
            ("a new epoch by one root of two that are demanded", twoOfTwo, try newEpoch(by: [Sample.root])),
            ("a new epoch by the same root twice", twoOfTwo, try newEpoch(by: [Sample.root, Sample.root])),
            ("a new epoch by both roots", twoOfTwo, try newEpoch(by: [Sample.root, Sample.spareRoot])),
            ("an older epoch", try newEpoch(by: [Sample.root, newOnline]), first),
            (
                "another manager", first,
                try Chain.signed(epoch: 2, by: [Sample.root]) {
                    $0.url = try #require(ManagerOrigin("https://login.example.com"))
                    $0.idmIdentifier = "login.example.com"
                }
            ),
        ]
        return cases.map { what, known, next in
            .init(what: what, known: text(known), next: text(next), outcome: outcome(known, next))
        }
    }

    /// Signs a new epoch with another root key and another online key.
    private static func newEpoch(by keys: [Curve25519.Signing.PrivateKey]) throws -> SignedKeyMaterial {
        try Chain.signed(epoch: 2, by: keys) {
            $0.rootKeys = [Sample.verificationKey(Sample.ed25519Key(21))]
            $0.threshold = 1
            $0.onlineKey = Sample.verificationKey(newOnline)
        }
    }

    /// Returns the result of updating a trusted document to another one.
    static func outcome(_ known: SignedKeyMaterial, _ next: SignedKeyMaterial) -> String {
        do throws(KeyMaterialChain.UpdateError) {
            var chain = try KeyMaterialChain(trusting: known)
            try chain.update(to: next)
            return "accepted"
        } catch { return "\(error)" }
    }

    private static func sealings() throws -> [KeyMaterialVectors.Sealing] {
        let document = try Chain.signed(by: [Sample.root, Sample.online])
        let end = document.material.expiresAt
        let cases: [(String, Int64)] = [
            ("a second before it expires", end - 1), ("when it expires", end), ("later", end + 1),
            ("45 days before it expires", end - KeyMaterial.maximumLifetimeSeconds),
            ("a second more than 45 days before", end - KeyMaterial.maximumLifetimeSeconds - 1),
        ]
        return try cases.map { what, time in
            .init(
                what: what, document: text(document), time: time,
                isAllowed: try KeyMaterialChain(trusting: document).encryptionKey(at: time) != nil)
        }
    }

    private static func text(_ document: SignedKeyMaterial) -> String {
        String(decoding: document.serialized, as: UTF8.self)
    }
}
