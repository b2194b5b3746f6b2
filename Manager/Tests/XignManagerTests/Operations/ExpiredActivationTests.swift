import DatabaseFixture
import Testing
import XignDomain
import XignServer
import XignStorage
import XignUseCases

@Suite("Activations that nobody used")
struct ExpiredActivationTests {
    @Test(
        "The proof of an activation PIN is erased once the activation is over", arguments: [Engine.sqlite, .postgreSQL])
    func erased(engine: Engine) throws {
        let manager = try TestManager(engine)
        let housekeeping = Housekeeping(manager.manager)
        _ = try manager.issueActivation(user: TestManager.userName)
        func present() throws -> (state: Activation.State, hasProof: Bool) {
            try manager.context.database.read { transaction in
                let account = try #require(try transaction.accounts.find(name: TestManager.userName))
                let activations = transaction.activations
                let activation = try #require(try activations.all(of: account.id).first)
                return (activation.state, try activations.pinProofHash(of: activation) != nil)
            }
        }
        manager.clock.advance(seconds: ActivationLifetime.standard.seconds)
        housekeeping.runOnce()
        // An open token may have been given a moment ago.
        #expect(try present() == (.pending, true))
        manager.clock.advance(seconds: RemoveExpired.retentionSeconds + 1)
        housekeeping.runOnce()
        #expect(try present() == (.void, false))
    }
}
