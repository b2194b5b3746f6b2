import Testing
import XignCrypto

@testable import XignProtocol

struct KeyChangeStatementTests {
    @Test("The key-change statement", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("every change has a statement that survives a round trip", roundTrip, each: statements.indices),
        TestCase(
            "a member more, less or of another type is refused, and another value is another statement", mutations,
            each: statements.indices),
        TestCase("each purpose has its own members and keys", limits, each: StatementLimits.keyChanges.indices),
        TestCase("an enrolment is no key change, and a key change is none", enrolment),
        TestCase("another version is reported as unsupported", version),
        TestCase(
            "device and new key sign, and a key that was exchanged on the way breaks both signatures", exchangedKey),
        TestCase("the device alone signs where no key is new", deviceAlone, each: [2, 3]),
        TestCase("no bytes crash the reader, and a statement that is read survives a round trip", anyBytes),
    ]

    static let statements = Sample.changes.map(Sample.keyChange)

    func roundTrip(index: Int) throws {
        let statement = Self.statements[index]
        let read = try KeyChangeStatement(parsing: statement.serialized)
        #expect(read == statement)
        #expect(read.serialized == statement.serialized)
        #expect(read.purpose == statement.purpose)
        #expect(read.key == statement.key)
        #expect(Set(Self.statements.map(\.purpose)).count == 4)
    }

    func mutations(index: Int) throws {
        let statement = Self.statements[index]
        for mutation in try StrictJSON.parse(statement.serialized, limits: .statement).mutations {
            let read = try? KeyChangeStatement(parsing: mutation.bytes)
            if let read { #expect(read != statement, "\(mutation.what)") }
            switch mutation.kind {
            case .added, .retyped: #expect(read == nil, "\(mutation.what)")
            case .missing: #expect((read != nil) == (mutation.path == "activation.alias"), "\(mutation.what)")
            case .changed: break
            }
        }
    }

    func limits(index: Int) {
        let limit = StatementLimits.keyChanges[index]
        #expect(((try? KeyChangeStatement(parsing: limit.bytes)) != nil) == limit.isAccepted, "\(limit.what)")
    }

    func enrolment() {
        #expect(throws: StatementError.malformed) { try KeyChangeStatement(parsing: Sample.enrolment.serialized) }
        for statement in Self.statements {
            #expect(throws: StatementError.malformed) { try EnrolmentStatement(parsing: statement.serialized) }
        }
    }

    func version() {
        let text = String(decoding: Self.statements[3].serialized, as: UTF8.self)
        #expect(throws: StatementError.unsupportedVersion) {
            try KeyChangeStatement(parsing: text.with("\"v\":1", "\"v\":2").octets)
        }
    }

    func exchangedKey() throws {
        let statement = Self.statements[0]
        let signed = try Sample.signed(statement)
        let keys = [Sample.publicKey(.device), Sample.newPINKey]
        #expect(signed.factors == [.device, .pin])
        #expect(signed.isSigned(byExactly: keys))
        #expect(!signed.isSigned(byExactly: [keys[0], Sample.publicKey(.pin)]), "the old PIN")
        let thief = try #require(
            FactorPublicKey(factor: .pin, rawRepresentation: Array(Sample.ed25519Key(66).publicKey.rawRepresentation)))
        let forged = try SignedStatement(
            parsing: String(decoding: signed.serialized, as: UTF8.self).with(
                Base64URL.encode(signed.payload),
                Base64URL.encode(Sample.keyChange(.changePin(thief)).serialized)
            ).octets, type: .keyChange)
        let claimed = try KeyChangeStatement(parsing: forged.payload)
        #expect(claimed.key == thief)
        #expect(!forged.isSigned(by: keys[0]))
        #expect(!forged.isSigned(by: thief))
    }

    func deviceAlone(index: Int) throws {
        let signed = try Sample.signed(Self.statements[index])
        #expect(signed.factors == [.device])
        #expect(signed.isSigned(byExactly: [Sample.publicKey(.device)]))
    }

    func anyBytes() throws {
        var random = RandomInput(seed: 17)
        var accepted = 0
        for round in 0..<4000 {
            var bytes = Self.statements[round % 4].serialized
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0x20...0x7E, using: &random)
            }
            guard let statement = try? KeyChangeStatement(parsing: bytes) else { continue }
            accepted += 1
            #expect(try KeyChangeStatement(parsing: statement.serialized) == statement)
        }
        #expect(accepted > 50)
    }
}
