// Long because: one suite, and the list of its tests.
import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignServer
import XignStorage

@testable import XignUseCases

struct IDTokenKeyRotationTests {
    @Test("Keys of ID tokens", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A key is published for a week, signs for 90 days, and then its private half is gone", life,
            each: Engine.allCases),
        TestCase(
            "A retired key verifies what websites send back as long as the longest access lasts, and is then forgotten",
            hints),
        TestCase("Keys of each algorithm verify after they are retired as before", algorithms),
        TestCase("A website that reads the keys every six days knows the key of each token for a year", cachedKeys),
        TestCase(
            "Of managers that rotate at the same moment one draws the keys, and all sign with the same", race,
            each: Engine.allCases),
        TestCase(
            "A manager whose clock is slow signs with a key that is there, when another has retired the old one",
            slowClock),
        TestCase("A key that a wrong clock has drawn for a distant future does not stop the rotation", distantFuture),
        TestCase(
            "In an emergency new keys sign at once, and the old ones verify nothing, at all managers", replaced,
            each: Engine.allCases),
        TestCase("An algorithm without a key, as after an upgrade, gets one that signs at once", newAlgorithm),
        TestCase(
            "A key for PS256 is drawn with the first service that chooses it, and is advertised and signs from then on",
            chosenAlgorithm),
        TestCase("A public key that somebody wrote into the database is refused", planted),
        TestCase(
            "A website names a person by an ID token whose key is retired, until the keys were replaced",
            hintOfRetiredKey),
        TestCase("A round in which nothing is due asks the database for nothing that is cached", undue),
    ]

    static let day: Int64 = 86_400

    func life(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let housekeeping = Housekeeping(manager.manager)
        let first = try manager.signer()
        manager.clock.advance(seconds: 83 * Self.day - 1)
        housekeeping.runOnce()
        #expect(try manager.published(.es256) == [first])
        manager.clock.advance(seconds: 1)
        housekeeping.runOnce()
        let next = try #require(try manager.published(.es256).last)
        #expect(try manager.published(.es256) == [first, next])
        #expect(next != first)
        #expect(try manager.signer() == first)

        manager.clock.advance(seconds: 7 * Self.day - 1)
        housekeeping.runOnce()
        #expect(try manager.signer() == first)
        manager.clock.advance(seconds: 1)
        // At once, and not when housekeeping comes by.
        #expect(try manager.signer() == next)
        housekeeping.runOnce()
        #expect(try manager.signer() == next)
        #expect(try manager.privateKeys(.es256) == [next])

        // The longest ID token, and an hour for clocks that differ.
        manager.clock.advance(seconds: 36_000 + 3599)
        #expect(try manager.published(.es256) == [next, first])
        manager.clock.advance(seconds: 1)
        #expect(try manager.published(.es256) == [next])
    }

    func hints() throws {
        let manager = try TestManager()
        let first = try manager.signer()
        let input = Array("a token".utf8)
        let signature = try #require(manager.context.idTokenKey(.es256)).signature(for: input)
        for wait in [83 * Self.day, 7 * Self.day, IDTokenKeys.acceptedAsHintSeconds - 1] {
            manager.clock.advance(seconds: wait)
            try RotateIDTokenKeys(manager.context)()
        }
        let key = try #require(manager.context.hintKeys.first { $0.id == first })
        #expect(key.isValid(signature, for: input))
        #expect(!key.isValid(signature, for: Array("another".utf8)))
        #expect(try manager.published(.es256).contains(first) == false)

        manager.clock.advance(seconds: 1)
        #expect(!manager.context.hintKeys.contains { $0.id == first })
        #expect(try RotateIDTokenKeys(manager.context)())
        #expect(try manager.retired().contains(first) == false)
    }

    func algorithms() throws {
        let input = Array("a token".utf8)
        for algorithm in Service.SigningAlgorithm.allCases {
            let key = try IDTokenKey(
                algorithm: algorithm, id: "key", privateKey: try IDTokenKey.drawPrivateKey(for: algorithm))
            let signature = try key.signature(for: input)
            let read = try IDTokenPublicKey(retired: key.publicKey.jsonWebKey.serialized)
            #expect(read.id == key.id)
            #expect(read.algorithm == algorithm)
            #expect(read.isValid(signature, for: input))
            #expect(read.jsonWebKey.serialized == key.publicKey.jsonWebKey.serialized)
        }
    }

    func cachedKeys() throws {
        let manager = try TestManager()
        let housekeeping = Housekeeping(manager.manager)
        var known: [String] = []
        var signers: Set<String> = []
        for day in 0..<365 {
            if day % 6 == 0 { known = try manager.published(.es256) }
            signers.insert(try manager.signer())
            #expect(known.contains(try manager.signer()), "on day \(day)")
            manager.clock.advance(seconds: Self.day)
            housekeeping.runOnce()
        }
        #expect(signers.count == 5)
    }

    func race(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let second = try manager.secondNode(ahead: 30)
        defer { second.context.database.close() }
        let nodes = [manager.context, second.context]
        for wait in [83, 7] as [Int64] {
            manager.clock.advance(seconds: wait * Self.day)
            let errors = concurrently(8) { try RotateIDTokenKeys(nodes[$0 % 2])() }
            #expect(errors.isEmpty)
            for node in nodes { try node.keys.reload() }
            #expect(second.context.publishedIDTokenKeys.map(\.id) == manager.context.publishedIDTokenKeys.map(\.id))
        }
        #expect(try manager.privateKeys(.es256).count == 1)
        #expect(try manager.privateKeys(.rs256).count == 1)
        let retired = try manager.retired()
        #expect(retired.count == IDTokenKeys.initial.count)
        let rotations = try manager.rotations()
        #expect(rotations.count == 2)
    }

    func slowClock() throws {
        let manager = try TestManager()
        let slow = try manager.secondNode(ahead: -50)
        defer { slow.context.database.close() }
        for wait in [83, 7] as [Int64] {
            manager.clock.advance(seconds: wait * Self.day)
            try RotateIDTokenKeys(manager.context)()
        }
        try slow.context.keys.reload()
        #expect(slow.context.idTokenKey(.es256)?.id == (try manager.signer()))
    }

    func distantFuture() throws {
        let manager = try TestManager()
        let wrong = try manager.secondNode(ahead: 1000 * Self.day)
        defer { wrong.context.database.close() }
        #expect(try RotateIDTokenKeys(wrong.context)())
        try manager.context.keys.reload()
        let first = try manager.signer()
        manager.clock.advance(seconds: 83 * Self.day)
        #expect(try RotateIDTokenKeys(manager.context)())
        #expect(try manager.signer() == first)
        manager.clock.advance(seconds: 7 * Self.day)
        #expect(try RotateIDTokenKeys(manager.context)())
        #expect(try manager.signer() != first)
        #expect(try !manager.privateKeys(.es256).contains(first))
    }

    func replaced(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        for wait in [83, 7, 83] as [Int64] {
            manager.clock.advance(seconds: wait * Self.day)
            try RotateIDTokenKeys(manager.context)()
        }
        let second = try manager.secondNode()
        defer { second.context.database.close() }
        let old = Set(manager.context.hintKeys.map(\.id))
        #expect(old.count == 3 * IDTokenKeys.initial.count)

        let new = try ReplaceIDTokenKeys(second.context)(by: "root")
        try manager.context.keys.reload()
        #expect(Set(manager.context.hintKeys.map(\.id)) == Set(new.map(\.id)))
        #expect(manager.context.publishedIDTokenKeys.map(\.id) == new.map(\.id))
        #expect(old.isDisjoint(with: new.map(\.id)))
        #expect(try new.map(\.id).contains(manager.signer()))
        #expect(try manager.retired().isEmpty)
        let event = try manager.context.database.read { try $0.audit.newest(1)[0] }
        #expect(event.kind == .idTokenKeysReplaced)
        #expect(event.actor == .machine("root"))
        #expect(try RotateIDTokenKeys(manager.context)() == false)
    }

    func newAlgorithm() throws {
        let manager = try TestManager()
        try manager.context.database.write { transaction in
            for key in try transaction.keys.signingKeys(purpose: "RS256") {
                try transaction.keys.destroySigningKey(purpose: "RS256", id: key.id)
            }
        }
        try manager.context.keys.reload()
        try RotateIDTokenKeys(manager.context)()
        #expect(try manager.published(.rs256) == [manager.signer(.rs256)])
    }

    func chosenAlgorithm() throws {
        let manager = try TestManager()
        func advertised() throws -> [String]? {
            let response = manager.router.respond(to: try Request(.get, "/.well-known/openid-configuration"))
            return try response.json["id_token_signing_alg_values_supported"]?.strings
        }
        #expect(manager.context.idTokenKey(.ps256) == nil)
        #expect(try advertised() == ["ES256", "RS256"])
        let declaration = TestManager.declaration().replacing("ES256", with: "PS256")
        _ = try Apply(manager.context)(Array(declaration.utf8))
        #expect(try manager.published(.ps256) == [manager.signer(.ps256)])
        #expect(try advertised() == ["ES256", "RS256", "PS256"])
        let key = try #require(manager.context.idTokenKey(.ps256)).publicKey.jsonWebKey
        #expect(String(decoding: key.serialized, as: UTF8.self).contains(#""alg":"PS256""#))
    }

    func undue() throws {
        let manager = try TestManager()
        _ = try manager.context.providerFeatures()
        let before = manager.context.database.statistics.statements
        #expect(try !RotateIDTokenKeys(manager.context)())
        #expect(manager.context.database.statistics.statements == before)
    }

    func planted() throws {
        let manager = try TestManager()
        let key = P256.Signing.PrivateKey()
        let planted = IDTokenPublicKey(id: "planted", key: .es256(key.publicKey)).jsonWebKey.serialized
        try manager.context.database.write { [now = manager.clock.now] in
            try $0.execute(
                "INSERT INTO retired_id_token_key (id, sealed_public_key, retired_at) VALUES ('planted', \(planted), \(now))"
            )
        }
        #expect(throws: (any Error).self) { try manager.context.keys.reload() }
        #expect(!manager.context.hintKeys.contains { $0.id == "planted" })
    }

    func hintOfRetiredKey() async throws {
        let manager = try TestManager()
        let ada = try await TestDevice.activated(manager)
        let first = try TestBrowser(manager)
        _ = try await ada.logIn(first)
        let tokens = try first.redeem(try #require(try first.proceed()["code"])).body
        let hint = try #require(tokens["id_token"])
        for wait in [83, 7] as [Int64] {
            manager.clock.advance(seconds: wait * Self.day)
            Housekeeping(manager.manager).runOnce()
        }
        #expect(try TestBrowser(manager, more: ["id_token_hint": hint]).state == "waiting")

        try ReplaceIDTokenKeys(manager.context)(by: "root")
        let parameters = [
            "response_type=code", "client_id=\(try manager.service.id.text)", "scope=openid", "nonce=n",
            "redirect_uri=https%3A%2F%2Fwebsite.example%2Fcallback", "code_challenge_method=S256",
            "code_challenge=\(Base64URL.encode(Array(repeating: 1, count: 32)))", "id_token_hint=\(hint)",
        ]
        let target = "/openid/authenticate?\(parameters.joined(separator: "&"))"
        let answer = manager.router.respond(to: try Request(.get, target))
        #expect(answer["Location"]?.contains("error=invalid_request") == true)
    }
}

extension TestManager {
    /// The id of the key that signs.
    fileprivate func signer(_ algorithm: Service.SigningAlgorithm = .es256) throws -> String {
        try #require(context.idTokenKey(algorithm)).id
    }

    /// The ids of the published keys.
    fileprivate func published(_ algorithm: Service.SigningAlgorithm) throws -> [String] {
        context.publishedIDTokenKeys.filter { $0.algorithm == algorithm }.map(\.id)
    }

    /// The ids of the private keys in the database.
    fileprivate func privateKeys(_ algorithm: Service.SigningAlgorithm) throws -> [String] {
        try context.database.read { try $0.keys.signingKeys(purpose: algorithm.rawValue).map(\.id) }
    }

    /// The changes in the audit log.
    fileprivate func rotations() throws -> [String?] {
        try context.database.read { try $0.audit.newest(1000) }.filter { $0.kind == .idTokenKeysRotated }.map(\.detail)
    }

    /// The ids of the retired keys in the database.
    fileprivate func retired() throws -> [String] {
        try context.database.read {
            try $0.keys.retiredIDTokenKeys().map { try IDTokenPublicKey(retired: $0.publicKey).id }
        }
    }
}
