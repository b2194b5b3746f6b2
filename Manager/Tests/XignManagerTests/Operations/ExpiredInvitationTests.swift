import DatabaseFixture
import Testing
import XignDomain
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct ExpiredInvitationTests {
    @Test("Invitations that have expired", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "The account of an invitation that nobody accepted is removed with its address", abandoned,
            each: Engine.allCases),
        TestCase("An account that somebody has activated stays, and its terms go", activated),
        TestCase("An account for which an operator has issued another activation stays", issuedAgain),
    ]

    func abandoned(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let invitation = try manager.invite()
        let account = try manager.account(of: invitation)
        let housekeeping = Housekeeping(manager.manager)
        housekeeping.runOnce()
        #expect(try manager.exists(account))
        manager.clock.advance(seconds: ActivationLifetime.standard.seconds + RemoveExpired.retentionSeconds + 1)
        housekeeping.runOnce()
        #expect(try !manager.exists(account))
        #expect(try manager.auditKinds.contains(.invitationExpired))
    }

    func activated() throws {
        let manager = try TestManager()
        let invitation = try manager.invite()
        let opened = try invitation.opened()
        _ = try invitation.device().enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        let account = try manager.account(of: invitation)
        manager.clock.advance(seconds: ActivationLifetime.standard.seconds + RemoveExpired.retentionSeconds + 1)
        Housekeeping(manager.manager).runOnce()
        #expect(try manager.exists(account))
        #expect(try manager.context.database.read { try $0.invitations.find(invitation.id) } == nil)
    }

    func issuedAgain() throws {
        let manager = try TestManager()
        let invitation = try manager.invite()
        let account = try manager.account(of: invitation)
        manager.clock.advance(seconds: ActivationLifetime.standard.seconds)
        let name = try #require(try manager.context.database.read { try $0.accounts.find(id: account) }).name
        _ = try manager.issueActivation(user: name)
        manager.clock.advance(seconds: RemoveExpired.retentionSeconds + 1)
        Housekeeping(manager.manager).runOnce()
        #expect(try manager.exists(account))
    }
}

extension TestManager {
    fileprivate func account(of invitation: RawActivation) throws -> AccountID {
        try #require(try context.database.read { try $0.activations.find(invitation.id) }).accountID
    }

    fileprivate func exists(_ account: AccountID) throws -> Bool {
        try context.database.read { try $0.accounts.find(id: account) } != nil
    }
}
