import Testing

@testable import XignProtocol

struct KeyMaterialTests {
    @Test("Key material", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a document survives a round trip", roundTrip),
        TestCase("a document that breaks a condition is refused", refused),
        TestCase("a key of an unknown suite is skipped, so that a document can contain one", laterSuite),
        TestCase("a document that no app would accept is not signed", signing),
        TestCase(
            "the fingerprint depends only on roots, threshold and identifier, not on the order of the roots",
            fingerprint),
    ]

    static func text() throws -> String { String(decoding: try Sample.keyMaterial().serialized, as: UTF8.self) }

    func roundTrip() throws {
        let material = try Sample.keyMaterial()
        #expect(try KeyMaterial(parsing: material.serialized) == material)
    }

    func refused() throws {
        let text = try Self.text()
        let root = Base64URL.encode(Sample.root.publicKey.rawRepresentation)
        let spare = Base64URL.encode(Sample.spareRoot.publicKey.rawRepresentation)
        let online = Base64URL.encode(Sample.online.publicKey.rawRepresentation)
        let identity = Base64URL.encode([1] + [UInt8](repeating: 0, count: 31))
        let mutations = [
            text.with("\"epoch\":1", "\"epoch\":0"), text.with("\"epoch\":1", "\"epoch\":-1"),
            text.with("\"epoch\":1", "\"epoch\":\"1\""),
            text.with("\"sequence\":1", "\"sequence\":0"), text.with("\"expiresAt\":1802592000", "\"expiresAt\":0"),
            text.with("\"threshold\":1", "\"threshold\":0"), text.with("\"threshold\":1", "\"threshold\":3"),
            text.with("\"threshold\":1", "\"threshold\":true"), text.with(spare, root), text.with(online, root),
            text.with(root, identity),
            text.with(online, identity), text.with(root, String(root.dropLast())), text.with(root, root + "="),
            text.with("\"rootKeys\":[\"\(root)\",\"\(spare)\"]", "\"rootKeys\":[]"),
            text.with("\"url\":\"https://login.example.org\"", "\"url\":\"https://login.example.org/\""),
            text.with("\"url\":\"https://login.example.org\"", "\"url\":\"https://evil.example.org\""),
            text.with("\"idmIdentifier\":\"login.example.org\"", "\"idmIdentifier\":\"Login.example.org\""),
            text.with("\"idmIdentifier\":\"login.example.org\"", "\"idmIdentifier\":\"login.example.org:443\""),
            text.with("https://app.login.example.org", "https://app.login.example.org/a"),
            text.with("x25519-sha256-aes256gcm", "xwing-sha256-aes256gcm"),
            text.with("x25519-sha256-aes256gcm", "X25519-sha256-aes256gcm"),
            text.with("{\"appLinkOrigins\"", "{\"more\":1,\"appLinkOrigins\""),
            text.with("\"rootKeys\"", "\"root\u{212A}eys\""),
            text.with("\"publicKey\"", "\"public\u{212A}ey\""), text.with("\"threshold\":1,", ""),
            text.with("\"epoch\"", "\"sequence\""), text + " {}",
            "[]", "{}", "",
        ]
        for mutation in mutations {
            #expect(throws: StatementError.malformed, "\(mutation)") { try KeyMaterial(parsing: mutation.octets) }
        }
        #expect(throws: StatementError.unsupportedVersion) {
            try KeyMaterial(parsing: text.with("\"v\":1", "\"v\":2").octets)
        }
    }

    func laterSuite() throws {
        let text = try Self.text().with(
            "\"encryptionKeys\":[", "\"encryptionKeys\":[{\"publicKey\":\"AAAA\",\"suite\":\"hybrid-of-2040\"},")
        #expect(try KeyMaterial(parsing: text.octets).encryptionKeys == Sample.keyMaterial().encryptionKeys)
    }

    func signing() throws {
        var material = try Sample.keyMaterial()
        material.threshold = 3
        #expect(throws: StatementError.malformed) { try SignedKeyMaterial(signing: material, with: [Sample.online]) }
    }

    func fingerprint() throws {
        let material = try Sample.keyMaterial()
        let words = material.fingerprint.split(separator: "-")
        #expect(words.count == 8)
        #expect(words.allSatisfy { $0.count == 5 && $0.allSatisfy { $0.isLetter && $0.isASCII } })
        var same = material
        (same.rootKeys, same.sequence, same.onlineKey) = (
            material.rootKeys.reversed(), 9, Sample.verificationKey(Sample.ed25519Key(99))
        )
        #expect(same.fingerprint == material.fingerprint)
        var others = [material, material, material]
        others[0].threshold = 2
        others[1].rootKeys.removeLast()
        others[2].idmIdentifier = "login.example.com"
        #expect(Set(others.map(\.fingerprint) + [material.fingerprint]).count == 4)
    }
}
