import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct TamperedDatabaseTests {
    @Test("A database that somebody has written to", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A factor key that was moved from another activation verifies nothing", movedKey, each: Engine.allCases),
        TestCase("An activation that was given to another account opens no key", reparented, each: Engine.allCases),
    ]

    func movedKey(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let victim = try RawDevice(manager)
        let thief = try RawDevice(manager, user: "mallory")
        try manager.context.database.write { transaction in
            let rows = try transaction.rows(
                "SELECT factor, sealed_public_key FROM factor WHERE activation_id = \(thief.activation)")
            for row in rows {
                let (factor, key): (String, [UInt8]) = (try row("factor"), try row("sealed_public_key"))
                try transaction.execute(
                    """
                    UPDATE factor SET sealed_public_key = \(key)
                    WHERE activation_id = \(victim.activation) AND factor = \(factor)
                    """)
            }
        }
        // The thief signs as the victim; the vault says that the keys do not belong there.
        let browser = try TestBrowser(manager)
        #expect(throws: (any Error).self) { try thief.claiming(victim.activation, browser) }
        #expect(try browser.state == "waiting")
    }

    func reparented(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let victim = try RawDevice(manager)
        let thief = try RawDevice(manager, user: "mallory")
        try manager.context.database.write { transaction in
            try transaction.execute(
                """
                UPDATE activation SET account_id = (SELECT account_id FROM activation WHERE id = \(victim.activation))
                WHERE id = \(thief.activation)
                """)
        }
        let browser = try TestBrowser(manager)
        #expect(throws: (any Error).self) { try thief.prepare(browser) }
        #expect(try browser.state == "waiting")
    }
}

extension RawDevice {
    /// Starts with its own key in the name of another activation.
    func claiming(_ activation: ActivationID, _ browser: TestBrowser) throws -> Start.Response {
        let impostor = RawDevice(manager: manager, activation: activation, deviceKey: deviceKey, pinKey: pinKey)
        return try impostor.call(
            Start.self,
            .init(
                activationId: activation, sessionId: try browser.session,
                claim: .qrCode(try InitializationLink(parsing: try browser.qrCode).data.secret), client: Self.client),
            proven: true)
    }
}
