import Testing

@testable import XignProtocol

@Suite("The act that a consent statement confirms")
struct ConsentSubjectTests {
    static let statements = Sample.subjects.map(Sample.consent)

    /// Members that may be missing.
    private static let optional = [
        "offlineUntil", "utility.activation.alias", "utility.activation.platform", "utility.activation.since",
        "attributes.0.aliasId", "attributes.0.aliasText",
    ]

    @Test("every purpose has a statement that survives a round trip", arguments: statements.indices)
    func roundTrip(index: Int) throws {
        let statement = Self.statements[index]
        let read = try ConsentStatement(parsing: statement.serialized)
        #expect(read == statement)
        #expect(read.subject == Sample.subjects[index])
        #expect(read.serialized == statement.serialized)
        #expect(Set(Self.statements.map(\.purpose)).count == Self.statements.count)
    }

    @Test(
        "a member more, less or of another type is refused, and another value is another statement",
        arguments: statements.indices)
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

    @Test("each purpose has its own members, and no other combination is read")
    func combinations() throws {
        for combination in SubjectCombination.all {
            let read = try? ConsentStatement(parsing: combination.bytes)
            #expect((read != nil) == combination.isAllowed, "\(combination.what)")
            if let read { #expect(read.purpose == combination.purpose, "\(combination.what)") }
        }
        #expect(
            SubjectCombination.all.count { $0.isAllowed } == 11, "one for each purpose, both logins without end too")
    }

    @Test("texts, lists and ids have limits", arguments: StatementLimits.consents.indices)
    func limits(index: Int) {
        let limit = StatementLimits.consents[index]
        #expect(((try? ConsentStatement(parsing: limit.bytes)) != nil) == limit.isAccepted, "\(limit.what)")
    }

    @Test("acts are compared by the bytes of their texts, and by the order of their lists")
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

    @Test("an activation and an invitation survive their storage")
    func storage() throws {
        let activation = try MessageCoding.encode(Sample.activationSubject)
        #expect(try MessageCoding.decode(ActivationSubject.self, from: activation) == Sample.activationSubject)
        let invitation = try MessageCoding.encode(Sample.invitationSubject)
        #expect(try MessageCoding.decode(InvitationSubject.self, from: invitation) == Sample.invitationSubject)
    }
}
