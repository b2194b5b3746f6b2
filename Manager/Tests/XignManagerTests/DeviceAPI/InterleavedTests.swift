import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

@Suite("Operations of which another transaction gets ahead", .serialized)
struct InterleavedTests {
    /// An event that ends an activation's rights, with the refusal that its device gets afterwards.
    enum Event: CaseIterable {
        case lockout, revocation, disabledAccount

        var refusal: ProtocolErrorCode {
            switch self {
            case .lockout: .lockedOut
            case .revocation: .activationUnknown
            case .disabledAccount: .accountDisabled
            }
        }

        func happen(to activation: ActivationID, at manager: Manager) throws {
            try manager.context.database.write { transaction in
                let activations = transaction.activations
                switch self {
                case .lockout:
                    var lockout = LockoutState.none
                    lockout.isPermanent = true
                    try activations.save(lockout: lockout, of: activation)
                case .revocation: _ = try activations.revoke(activation)
                case .disabledAccount:
                    let account = try #require(try activations.find(activation)).accountID
                    try transaction.accounts.setActive(false, account: account)
                }
            }
        }
    }

    @Test(
        "A lockout, a revocation or a disabled account between a device's proof and its claim refuses the claim",
        arguments: Event.allCases, Engine.allCases)
    func start(_ event: Event, _ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let database = InterleavedDatabase(
            try manager.place.open(vault: manager.context.database.vault))
        defer { database.close() }
        let node = try manager.node(on: database)
        let browser = try TestBrowser(manager)
        database.beforeNextWrite { try event.happen(to: device.activation, at: manager.manager) }
        let error = #expect(throws: ProtocolError.self) { try device.start(browser, at: node) }
        #expect(error?.error == event.refusal)
        #expect(try manager.snapshot(try browser.session)?.phase.name == .waiting)
    }
}
