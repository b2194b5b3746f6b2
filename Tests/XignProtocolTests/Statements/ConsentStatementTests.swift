import Testing

@testable import XignProtocol

struct ConsentStatementTests {
    @Test("The consent statement", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("a statement survives a round trip", roundTrip),
        TestCase("a change of any field makes another statement, for which the signatures are not valid", everyField),
        TestCase("names that look alike but differ in bytes are different", lookAlikes),
        TestCase("a mutated statement is refused, or is a different one", mutations, each: MutatedStatements.all),
        TestCase("the corpus is as large as it claims", corpusSize),
        TestCase("another version is reported as unsupported", version),
        TestCase("no bytes crash the reader, and a statement that is read survives a round trip", anyBytes),
        TestCase("a disclosure keeps its text, and its digest depends on the salt", disclosure),
    ]

    static let text = String(decoding: Sample.consent.serialized, as: UTF8.self)

    /// Changes of one field each.
    static let changes: [(String, @Sendable (inout ConsentStatement) -> Void)] = [
        ("purpose", { $0.subject = .inAppLogin(offlineUntil: nil) }),
        ("offlineUntil", { $0.subject = .login(offlineUntil: 1_900_000_000) }),
        ("channel", { $0.channel = .sameDevice }),
        ("idm", { $0.idmIdentifier = "login.example.com" }),
        ("session", { $0.session = SessionID([UInt8](1...16))! }), ("challenge", { $0.challenge[31] ^= 1 }),
        ("issuedAt", { $0.issuedAt += 1 }),
        ("expiresAt", { $0.expiresAt += 1 }), ("activationId", { $0.activation = ActivationID([UInt8](1...16))! }),
        ("service.id", { $0.service.id = "bank" }), ("service.name", { $0.service.name = "Canteen " }),
        ("service.origin", { $0.serviceOrigin = "https://evil.example.org" }),
        ("organization.id", { $0.organization.id = "b" }),
        ("organization.name", { $0.organization.name = "Bcme" }), ("role.id", { $0.role.id = "admin" }),
        ("role.name", { $0.role.name = "Admin" }),
        ("alternatives", { $0.alternatives = [[.device]] }), ("alternatives' order", { $0.alternatives.reverse() }),
        ("attributes", { $0.attributes.removeLast() }), ("attributes' order", { $0.attributes.reverse() }),
        ("attribute.name", { $0.attributes[0].name = "phone" }),
        ("attribute.required", { $0.attributes[0].isRequired = false }),
        ("attribute.source", { $0.attributes[0].source = .supplied }),
        ("attribute.aliasId", { $0.attributes[0].aliasID = "a2" }),
        ("no attribute.aliasId", { $0.attributes[0].aliasID = nil }),
        ("attribute.aliasText", { $0.attributes[0].aliasText = "home" }),
        ("no attribute.aliasText", { $0.attributes[0].aliasText = nil }),
        ("attribute.digest", { $0.attributes[0].digest[0] ^= 1 }),
        ("policyVersion", { $0.policyVersion += 1 }),
    ]

    func roundTrip() throws {
        #expect(try ConsentStatement(parsing: Sample.consent.serialized) == Sample.consent)
        for (_, change) in Self.changes {
            var statement = Sample.consent
            change(&statement)
            #expect(try ConsentStatement(parsing: statement.serialized) == statement)
        }
    }

    func everyField() throws {
        let signed = try Sample.signed(Sample.consent.serialized, .consent)
        let keys = [Sample.publicKey(.device), Sample.publicKey(.pin)]
        #expect(signed.isSigned(byExactly: keys))
        let envelope = String(decoding: signed.serialized, as: UTF8.self)
        var seen: Set<[UInt8]> = [Sample.consent.serialized]
        for (field, change) in Self.changes {
            var statement = Sample.consent
            change(&statement)
            #expect(statement != Sample.consent, "\(field)")
            #expect(seen.insert(statement.serialized).inserted, "\(field)")
            let moved = envelope.with(Base64URL.encode(signed.payload), Base64URL.encode(statement.serialized))
            let forged = try SignedStatement(parsing: moved.octets, type: .consent)
            #expect(!forged.isSigned(by: keys[0]), "\(field)")
            #expect(!forged.isSigned(by: keys[1]), "\(field)")
        }
    }

    func lookAlikes() {
        var (composed, decomposed) = (Sample.consent, Sample.consent)
        composed.service.name = "Caf\u{E9}"
        decomposed.service.name = "Cafe\u{301}"
        #expect(composed.service != decomposed.service)
        #expect(composed != decomposed)
        (composed, decomposed) = (Sample.consent, Sample.consent)
        composed.attributes[0].aliasText = "\u{E9}"
        decomposed.attributes[0].aliasText = "e\u{301}"
        #expect(composed.attributes[0] != decomposed.attributes[0])
        #expect(composed != decomposed)
    }

    func mutations(mutation: MutatedStatements.Mutation) throws {
        guard let statement = try? ConsentStatement(parsing: mutation.bytes) else {
            #expect(mutation.expectation == .refused)
            return
        }
        #expect(mutation.expectation == .different)
        #expect(statement != Sample.consent)
    }

    func corpusSize() { #expect(MutatedStatements.all.count >= 60) }

    func version() {
        #expect(throws: StatementError.unsupportedVersion) {
            try ConsentStatement(parsing: Self.text.with("\"v\":1", "\"v\":2").octets)
        }
    }

    func anyBytes() throws {
        var random = RandomInput(seed: 11)
        var accepted = 0
        for _ in 0..<4000 {
            var bytes = Sample.consent.serialized
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0x20...0x7E, using: &random)
            }
            guard let statement = try? ConsentStatement(parsing: bytes) else { continue }
            accepted += 1
            // The changed byte may have become white space or part of an escape, so that the encoding differs.
            #expect(try ConsentStatement(parsing: statement.serialized) == statement)
        }
        #expect(accepted > 50)
    }

    func disclosure() throws {
        let disclosure = AttributeDisclosure(salt: [UInt8](0..<16), name: "familyName", value: "O\"Brien\n\u{E9}")
        let read = try AttributeDisclosure(parsing: disclosure.text)
        #expect(read == disclosure)
        #expect(read.digest == disclosure.digest)
        #expect(read.name == "familyName")
        #expect(
            AttributeDisclosure(salt: [UInt8](1..<17), name: "familyName", value: disclosure.value).digest
                != disclosure.digest)
        for json in [
            #"["AAAAAAAAAAAAAAAAAAAAAA","n"]"#, #"["AAAAAAAAAAAAAAAAAAAAAA","n","v","x"]"#, #"["AAAA","n","v"]"#,
            #"["AAAAAAAAAAAAAAAAAAAAAA",1,"v"]"#,
            #"{"salt":"AAAAAAAAAAAAAAAAAAAAAA"}"#, #"["AAAAAAAAAAAAAAAAAAAAAB","n","v"]"#,
            // Other encodings of the same content.
            #"["AAAAAAAAAAAAAAAAAAAAAA", "n","v"]"#, #"["AAAAAAAAAAAAAAAAAAAAAA","n","v"] "#,
            #"["AAAAAAAAAAAAAAAAAAAAAA","n","\u0076"]"#, #"["AAAAAAAAAAAAAAAAAAAAAA","n","\/"]"#,
        ] {
            #expect(throws: StatementError.malformed) {
                try AttributeDisclosure(parsing: Base64URL.encode(json.octets))
            }
        }
        #expect(throws: StatementError.malformed) { try AttributeDisclosure(parsing: disclosure.text + "=") }
    }
}
