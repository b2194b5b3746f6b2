import Testing
import XignCrypto

@testable import XignProtocol

struct KeyMaterialChainTests {
    @Test("A chain of key material", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("an app that missed three rotations and a new epoch catches up", catchesUp),
        TestCase(
            "the first and the last document of each epoch suffice to get from the shipped one to the current one",
            documents),
        TestCase(
            "every threshold can be met: sixteen roots of two documents and both online keys sign together",
            largestThreshold),
        TestCase(
            "a stolen online key changes neither roots nor threshold, online key, URL or origins", stolenOnlineKey),
        TestCase("a stolen online key cannot change the scheme of the URL either", scheme),
        TestCase("the root keys end the use of a stolen online key, even after the last possible sequence", theftEnds),
        TestCase("a stolen online key cannot keep an app from fetching the next document", noFreeze),
        TestCase("nothing is sealed with a document that has expired, but it verifies its successor", expiry),
        TestCase("an older document, or the same again, changes nothing", rollback),
        TestCase("the document of another manager is refused, with any signatures", otherManager),
        TestCase("a new epoch needs the threshold of root keys of the old document, each counted once", threshold),
        TestCase("within an epoch neither a root key's signature nor one of another document is accepted", signatures),
        TestCase("a document is signed by its roots if the threshold of them has signed", ownRoots),
        TestCase("two managers share no identifier, origin or key of any kind", conflicts),
    ]

    typealias UpdateError = KeyMaterialChain.UpdateError
    static let last: Int64 = 1 << 53 - 1
    static let thief = Sample.ed25519Key(66)

    static func signed(
        epoch: Int64 = 1, sequence: Int64 = 1, by keys: [Curve25519.Signing.PrivateKey] = [Sample.online],
        change: (inout KeyMaterial) throws -> Void = { _ in }
    ) throws -> SignedKeyMaterial {
        var material = try Sample.keyMaterial(epoch: epoch, sequence: sequence)
        try change(&material)
        return try SignedKeyMaterial(signing: material, with: keys)
    }

    static func chain() throws -> KeyMaterialChain {
        try KeyMaterialChain(trusting: signed(by: [Sample.root, Sample.online]))
    }

    static func refusal(_ next: SignedKeyMaterial, after chain: KeyMaterialChain? = nil) throws -> UpdateError? {
        var chain = try chain ?? Self.chain()
        let before = chain.current.serialized
        do throws(UpdateError) {
            try chain.update(to: next)
            return nil
        } catch {
            #expect(chain.current.serialized == before)
            return error
        }
    }

    func catchesUp() throws {
        var chain = try Self.chain()
        for sequence in Int64(2)...4 {
            try chain.update(
                to: Self.signed(sequence: sequence) {
                    $0.encryptionKeys = [try Sample.decryptionKey(.x25519, UInt8(sequence)).publicKey]
                })
        }
        let newOnline = Sample.ed25519Key(20)
        try chain.update(
            to: Self.signed(epoch: 2, by: [Sample.spareRoot, newOnline]) {
                $0.onlineKey = Sample.verificationKey(newOnline)
            })
        try chain.update(
            to: Self.signed(epoch: 2, sequence: 2, by: [newOnline]) { $0.onlineKey = Sample.verificationKey(newOnline) }
        )
        #expect(chain.current.material.epoch == 2)
        #expect(chain.current.material.sequence == 2)
        // The chain keeps the bytes from which a document was read.
        #expect(try SignedKeyMaterial(parsing: chain.current.serialized).material == chain.current.material)
    }

    func documents() throws {
        var chain = try Self.chain()
        for epoch in Int64(1)...3 {
            for sequence in Int64(1)...4 where (epoch, sequence) != (1, 1) && (epoch, sequence) < (3, 2) {
                let signer = sequence == 1 ? Sample.root : Sample.online
                try chain.update(to: Self.signed(epoch: epoch, sequence: sequence, by: [signer]))
            }
        }
        #expect(
            chain.documents.map { [$0.material.epoch, $0.material.sequence] }
                == [[1, 1], [1, 4], [2, 1], [2, 4], [3, 1]])
        let again = try KeyMaterialChain(trusting: chain.documents)
        #expect(again.current.serialized == chain.current.serialized)
        var withoutFirst = chain.documents
        withoutFirst.remove(at: 2)
        #expect(throws: UpdateError.untrusted) { try KeyMaterialChain(trusting: withoutFirst) }
    }

    func largestThreshold() throws {
        let roots = (100..<116).map { Sample.ed25519Key($0) }
        let newRoots = (120..<136).map { Sample.ed25519Key($0) }
        let newOnline = Sample.ed25519Key(140)
        let shipped = try Self.signed(by: roots + [Sample.online]) {
            ($0.rootKeys, $0.threshold) = (roots.map(Sample.verificationKey), 16)
        }
        #expect(shipped.isSignedByItsRoots)
        let next = { (signers: [Curve25519.Signing.PrivateKey]) in
            try Self.signed(epoch: 2, by: signers) {
                ($0.rootKeys, $0.threshold) = (newRoots.map(Sample.verificationKey), 16)
                $0.onlineKey = Sample.verificationKey(newOnline)
            }
        }
        let online = [Sample.online, newOnline]
        let chain = try KeyMaterialChain(trusting: shipped)
        #expect(try Self.refusal(next(roots.dropLast() + newRoots + online), after: chain) == .untrusted)
        let all = try next(roots + newRoots + online)
        #expect(try Self.refusal(all, after: chain) == nil)
        #expect(try KeyMaterialChain(trusting: all).current.isSignedByItsRoots)
        #expect(throws: StatementError.malformed) { try next(roots + newRoots + online + [Self.thief]) }
    }

    func stolenOnlineKey() throws {
        let changes: [(inout KeyMaterial) throws -> Void] = [
            { $0.rootKeys = [Sample.verificationKey(Self.thief)] },
            { $0.rootKeys.append(Sample.verificationKey(Self.thief)) },
            { $0.rootKeys.reverse() }, { $0.threshold = 2 }, { $0.onlineKey = Sample.verificationKey(Self.thief) },
            {
                $0.url = ManagerOrigin("http://localhost:1")!; $0.idmIdentifier = "localhost:1"
            },
            { $0.appLinkOrigins = [ManagerOrigin("https://evil.example.org")!] }, { $0.appLinkOrigins = [] },
        ]
        for (index, change) in changes.enumerated() {
            let sameEpoch = try Self.signed(sequence: 2, change: change)
            #expect(try Self.refusal(sameEpoch) == .forbiddenChange, "\(index)")
            // In a new epoch the root keys must have signed.
            let newEpoch = try Self.signed(epoch: 2, by: [Sample.online, Self.thief], change: change)
            #expect([.untrusted, .forbiddenChange].contains(try Self.refusal(newEpoch)), "\(index)")
        }
        #expect(try Self.refusal(Self.signed(epoch: 2)) == .untrusted)
    }

    func scheme() throws {
        func at(_ url: String, sequence: Int64) throws -> SignedKeyMaterial {
            try Self.signed(sequence: sequence) {
                $0.url = try #require(ManagerOrigin(url))
                $0.idmIdentifier = "localhost:8443"
            }
        }
        let chain = try KeyMaterialChain(trusting: at("https://localhost:8443", sequence: 1))
        #expect(try Self.refusal(at("https://localhost:8443", sequence: 2), after: chain) == nil)
        #expect(try Self.refusal(at("http://localhost:8443", sequence: 2), after: chain) == .forbiddenChange)
    }

    func theftEnds() throws {
        var chain = try Self.chain()
        try chain.update(
            to: Self.signed(sequence: Self.last) {
                $0.encryptionKeys = [try Sample.decryptionKey(.x25519, 66).publicKey]
            })
        #expect(try Self.refusal(Self.signed(sequence: 2), after: chain) == .notNewer)
        let newOnline = Sample.ed25519Key(20)
        try chain.update(
            to: Self.signed(epoch: 2, by: [Sample.root]) { $0.onlineKey = Sample.verificationKey(newOnline) })
        #expect(
            try Self.refusal(
                Self.signed(epoch: 2, sequence: Self.last) { $0.onlineKey = Sample.verificationKey(newOnline) },
                after: chain) == .untrusted)
        #expect(try Self.refusal(Self.signed(sequence: Self.last), after: chain) == .notNewer)
    }

    func noFreeze() throws {
        let now: Int64 = 1_800_000_000
        var chain = try Self.chain()
        try chain.update(to: Self.signed(sequence: 2) { $0.expiresAt = now + KeyMaterial.maximumLifetimeSeconds })
        #expect(chain.encryptionKey(at: now) != nil)
        try chain.update(to: Self.signed(sequence: 3) { $0.expiresAt = now + KeyMaterial.maximumLifetimeSeconds + 1 })
        #expect(chain.encryptionKey(at: now) == nil)
        try chain.update(to: Self.signed(sequence: 4) { $0.expiresAt = Self.last })
        #expect(chain.encryptionKey(at: now) == nil)
        #expect(chain.encryptionKey(at: .min) == nil)
        #expect(chain.encryptionKey(at: .max) == nil)
    }

    func expiry() throws {
        var chain = try Self.chain()
        let expiry = chain.current.material.expiresAt
        #expect(chain.encryptionKey(at: expiry - 1) != nil)
        #expect(chain.encryptionKey(at: expiry) == nil)
        try chain.update(to: Self.signed(sequence: 2) { $0.expiresAt = expiry + 1000 })
        #expect(chain.encryptionKey(at: expiry) != nil)
    }

    func rollback() throws {
        var chain = try Self.chain()
        try chain.update(to: Self.signed(sequence: 5))
        for sequence in Int64(1)...5 {
            #expect(try Self.refusal(Self.signed(sequence: sequence), after: chain) == .notNewer)
        }
        try chain.update(to: Self.signed(epoch: 2, by: [Sample.root]))
        #expect(try Self.refusal(Self.signed(sequence: 6), after: chain) == .notNewer)
    }

    func otherManager() throws {
        let other = try Self.signed(epoch: 2, by: [Sample.root, Sample.spareRoot, Sample.online]) {
            $0.url = ManagerOrigin("https://other.example.org")!
            $0.idmIdentifier = "other.example.org"
        }
        #expect(try Self.refusal(other) == .forbiddenChange)
    }

    func threshold() throws {
        let two = try Self.signed { $0.threshold = 2 }
        let chain = try KeyMaterialChain(trusting: two)
        #expect(try Self.refusal(Self.signed(epoch: 2, by: [Sample.root]), after: chain) == .untrusted)
        #expect(try Self.refusal(Self.signed(epoch: 2, by: [Sample.root, Sample.root]), after: chain) == .untrusted)
        #expect(try Self.refusal(Self.signed(epoch: 2, by: [Sample.root, Self.thief]), after: chain) == .untrusted)
        #expect(try Self.refusal(Self.signed(epoch: 2, by: [Sample.root, Sample.spareRoot]), after: chain) == nil)
        // New root keys cannot sign before the old ones have signed them.
        let usurper = try Self.signed(epoch: 2, by: [Self.thief]) { $0.rootKeys = [Sample.verificationKey(Self.thief)] }
        #expect(try Self.refusal(usurper) == .untrusted)
    }

    func signatures() throws {
        #expect(try Self.refusal(Self.signed(sequence: 2, by: [Sample.root, Sample.spareRoot])) == .untrusted)
        let honest = String(decoding: try Self.signed(sequence: 2).serialized, as: UTF8.self)
        let forged = Base64URL.encode(try Sample.keyMaterial(sequence: 3).serialized)
        let moved = honest.with(Base64URL.encode(try Sample.keyMaterial(sequence: 2).serialized), forged)
        #expect(try Self.refusal(SignedKeyMaterial(parsing: moved.octets)) == .untrusted)
        #expect(throws: UpdateError.untrusted) { try KeyMaterialChain(trusting: Self.signed(by: [Sample.root])) }
    }

    func ownRoots() throws {
        #expect(try Self.signed(by: [Sample.spareRoot]).isSignedByItsRoots)
        #expect(try !Self.signed(by: [Sample.online]).isSignedByItsRoots)
        #expect(try !Self.signed(by: [Sample.root, Sample.root]) { $0.threshold = 2 }.isSignedByItsRoots)
        #expect(try Self.signed(by: [Sample.root, Sample.spareRoot]) { $0.threshold = 2 }.isSignedByItsRoots)
    }

    func conflicts() throws {
        let chain = try Self.chain()
        func other(_ change: (inout KeyMaterial) throws -> Void = { _ in }) throws -> KeyMaterial {
            var material = KeyMaterial(
                url: ManagerOrigin("https://b.example.org")!,
                appLinkOrigins: [ManagerOrigin("https://app.b.example.org")!], epoch: 1,
                sequence: 1, expiresAt: 1_802_592_000, rootKeys: [Sample.verificationKey(Sample.ed25519Key(50))],
                threshold: 1,
                onlineKey: Sample.verificationKey(Sample.ed25519Key(51)),
                encryptionKeys: [try Sample.decryptionKey(.x25519, 52).publicKey])
            try change(&material)
            return material
        }
        #expect(!chain.conflicts(with: try other()))
        let own = chain.current.material
        let claims: [(inout KeyMaterial) throws -> Void] = [
            { $0.idmIdentifier = own.idmIdentifier }, { $0.url = own.url }, { $0.url = own.appLinkOrigins[0] },
            { $0.appLinkOrigins.append(own.url) }, { $0.appLinkOrigins = own.appLinkOrigins },
            { $0.rootKeys.append(own.rootKeys[1]) },
            { $0.rootKeys.append(own.onlineKey) }, { $0.onlineKey = own.onlineKey }, { $0.onlineKey = own.rootKeys[0] },
            { $0.encryptionKeys += own.encryptionKeys },
        ]
        for (index, claim) in claims.enumerated() { #expect(chain.conflicts(with: try other(claim)), "\(index)") }
    }

    @Test("the strongest suite that this machine supports is chosen", .enabled(if: SealingSuite.xWing.isAvailable))
    func strongest() throws {
        let both = try Self.signed { $0.encryptionKeys.append(try Sample.decryptionKey(.xWing).publicKey) }
        let chain = try KeyMaterialChain(trusting: both)
        #expect(chain.encryptionKey(at: 1_800_000_000)?.suite == .xWing)
    }
}
