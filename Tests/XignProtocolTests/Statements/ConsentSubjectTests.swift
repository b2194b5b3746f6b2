import Testing

@testable import XignProtocol

struct ConsentSubjectTests {
    @Test("The act that a consent statement confirms", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("every purpose has a statement that survives a round trip", roundTrip, each: statements.indices),
        TestCase(
            "a member more, less or of another type is refused, and another value is another statement", mutations,
            each: statements.indices),
        TestCase("each purpose has its own members, and no other combination is read", combinations),
        TestCase("texts, lists and ids have limits", limits, each: StatementLimits.consents.indices),
        TestCase("acts are compared by the bytes of their texts, and by the order of their lists", comparison),
        TestCase(
            "any act with texts that can be displayed survives a round trip, in a statement and in an answer to start",
            anyAct),
        TestCase("no bytes crash the reader, and a statement that is read survives a round trip", anyBytes),
        TestCase("an activation and an invitation survive their storage", storage),
    ]

    static let statements = Sample.subjects.map(Sample.consent)

    /// Members that may be missing.
    private static let optional = [
        "offlineUntil", "utility.activation.alias", "utility.activation.platform", "utility.activation.since",
        "attributes.0.aliasId", "attributes.0.aliasText",
    ]

    func roundTrip(index: Int) throws {
        let statement = Self.statements[index]
        let read = try ConsentStatement(parsing: statement.serialized)
        #expect(read == statement)
        #expect(read.subject == Sample.subjects[index])
        #expect(read.serialized == statement.serialized)
        #expect(Set(Self.statements.map(\.purpose)).count == Self.statements.count)
    }

    func mutations(index: Int) throws {
        let statement = Self.statements[index]
        for mutation in try StrictJSON.parse(statement.serialized, limits: .statement).mutations {
            let read = try? ConsentStatement(parsing: mutation.bytes)
            if let read { #expect(read != statement, "\(mutation.what)") }
            switch mutation.kind {
            case .added, .retyped: #expect(read == nil, "\(mutation.what)")
            case .missing: #expect((read != nil) == Self.optional.contains(mutation.path), "\(mutation.what)")
            case .changed: break
            }
        }
    }

    func combinations() throws {
        for combination in SubjectCombination.all {
            let read = try? ConsentStatement(parsing: combination.bytes)
            #expect((read != nil) == combination.isAllowed, "\(combination.what)")
            if let read { #expect(read.purpose == combination.purpose, "\(combination.what)") }
        }
        #expect(
            SubjectCombination.all.count { $0.isAllowed } == 11, "one for each purpose, both logins without end too")
    }

    func limits(index: Int) {
        let limit = StatementLimits.consents[index]
        #expect(((try? ConsentStatement(parsing: limit.bytes)) != nil) == limit.isAccepted, "\(limit.what)")
    }

    func comparison() {
        func revoke(_ alias: String) -> ConsentSubject {
            .utility(.revoke(.init(id: Sample.target, alias: alias, platform: nil, since: nil)))
        }
        #expect(revoke("Caf\u{E9}") == revoke("Caf\u{E9}"))
        #expect(revoke("Caf\u{E9}") != revoke("Cafe\u{301}"))
        var invitation = Sample.invitationSubject
        invitation.roles.reverse()
        #expect(ConsentSubject.utility(.merge(invitation)) != .utility(.merge(Sample.invitationSubject)))
        var text = Sample.transactionText
        text.parts[1] = .literal("Treasurer")
        #expect(ConsentSubject.transaction(text) != .transaction(Sample.transactionText), "a name that is a literal")
        #expect(ConsentSubject.login(offlineUntil: nil) != .login(offlineUntil: 0))
        #expect(ConsentSubject.login(offlineUntil: nil) != .inAppLogin(offlineUntil: nil))
        #expect(ConsentSubject.utility(.changePin) != .utility(.delete))
    }

    func anyAct() throws {
        var random = RandomInput(seed: 23)
        for _ in 0..<300 {
            let subject = random.subject()
            let statement = Sample.consent(subject)
            #expect(try ConsentStatement(parsing: statement.serialized).subject == subject)
            let answer = try MessageCoding.encode(OperationCodingTests.started(subject))
            #expect(try MessageCoding.decode(Start.Response.self, from: answer).subject == subject)
        }
    }

    func anyBytes() throws {
        var random = RandomInput(seed: 19)
        var accepted = 0
        for round in 0..<4500 {
            var bytes = Self.statements[round % Self.statements.count].serialized
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0x20...0x7E, using: &random)
            }
            guard let statement = try? ConsentStatement(parsing: bytes) else { continue }
            accepted += 1
            #expect(try ConsentStatement(parsing: statement.serialized) == statement)
        }
        #expect(accepted > 50)
    }

    func storage() throws {
        let activation = try MessageCoding.encode(Sample.activationSubject)
        #expect(try MessageCoding.decode(ActivationSubject.self, from: activation) == Sample.activationSubject)
        let invitation = try MessageCoding.encode(Sample.invitationSubject)
        #expect(try MessageCoding.decode(InvitationSubject.self, from: invitation) == Sample.invitationSubject)
    }
}

extension RandomInput {
    /// Draws an act with any texts, within the limits of their lengths.
    fileprivate mutating func subject() -> ConsentSubject {
        switch Int.random(in: 0..<6, using: &self) {
        case 0: .login(offlineUntil: Bool.random(using: &self) ? Int64.random(in: 0..<1 << 53, using: &self) : nil)
        case 1: .inAppLogin(offlineUntil: nil)
        case 2:
            .transaction(
                .init(
                    type: "roleGrant", language: "de-DE",
                    parts: [.literal(text())]
                        + (0..<Int.random(in: 0...7, using: &self)).map { _ in
                            Bool.random(using: &self) ? .literal(text()) : .name(text())
                        }))
        case 3:
            .utility(
                .revoke(
                    .init(
                        id: Sample.target, alias: Bool.random(using: &self) ? text() : nil,
                        platform: Bool.random(using: &self) ? text() : nil, since: Int64.random(in: 0...9, using: &self)
                    )))
        case 4:
            .utility(
                .merge(
                    .init(
                        organization: .init(id: text(), name: text()), address: text(),
                        roles: (0..<Int.random(in: 1...16, using: &self)).map { _ in
                            .init(service: text(), role: text())
                        })))
        default:
            .utility(
                [.changePin, .newActivation, .delete, .addFactor(.biometric)].randomElement(using: &self) ?? .delete)
        }
    }

    /// Draws display text of at most 128 bytes, of characters that JSON must escape, that have several encodings, or
    /// that Unicode calls equivalent.
    private mutating func text() -> String {
        let characters = ["a", "\"", "\\", "/", "é", "e\u{301}", "\u{212A}", "😀", "漢", " ", "<", "\u{7E}", "0"]
        let count = Int.random(in: 0...12, using: &self)
        return "x" + (0..<count).map { _ in characters.randomElement(using: &self) ?? "" }.joined()
    }
}
