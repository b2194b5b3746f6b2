import Testing
import XignDomain

@testable import XignUseCases

struct AuthorityTests {
    @Test("The account of an administrator gives no right without its own session")
    func session() throws {
        let manager = try TestManager()
        let grace = try ConsoleUser(manager, "grace", .administrator)
        let max = try ConsoleUser(manager, "max", .auditor)
        func may(_ actor: Actor) throws -> Bool {
            try manager.context.database.read {
                try Authority(actor, for: .enterConsole, at: manager.clock.now, $0) != nil
            }
        }
        #expect(try may(.session(grace.session)))
        #expect(try !may(.administrator(grace.account)))
        #expect(try !may(.administrator(grace.account, max.session)))
        #expect(try !may(.administrator(max.account, grace.session)))
    }
}
