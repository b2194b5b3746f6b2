import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct UtilityProcessTests {
    @Test("Utility processes", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A utility process runs at the built-in parties, with the PIN and without attributes", parties),
        TestCase("The PIN policy comes with the purposes that end with a new PIN", pinPolicy, each: [false, true]),
        TestCase("With the new PIN one logs in, with the former one no longer", changePIN, each: Engine.allCases),
        TestCase("An added factor signs logins", addFactor, each: Engine.allCases),
        TestCase(
            "A device issues an activation with a PIN of its user, which another one makes its own", newActivation,
            each: Engine.allCases),
        TestCase("An activation that a device issued expires after ten minutes", newActivationExpires),
        TestCase(
            "The confirmation revokes another activation, with all that rests on it", revoke, each: Engine.allCases),
        TestCase("A pending activation is void after its revocation", revokePending),
        TestCase(
            "A deletion removes account, activations and values, and keeps the hashes of consents", delete,
            each: Engine.allCases),
        TestCase("The other devices are told of each change, the device that made it is not", notices),
    ]

    static let biometric = "settings:\n  biometric: true"

    func parties() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let begun = try device.begin(.delete)
        let started = try device.claim(begun.sessionId, token: begun.sessionToken)
        #expect(started.channel == .api)
        #expect(started.subject == .utility(.delete))
        #expect(started.service.id == "xign.account")
        #expect(started.service.name == manager.issuer.idmIdentifier)
        #expect(started.service.origin == "app")
        #expect(started.organization.id == "xign.operator")
        #expect(
            started.roles == [.init(id: "xign.person", name: TestManager.userName, alternatives: [[.device, .pin]])])
        #expect(started.attributes.isEmpty)
        #expect(started.sessionToken != begun.sessionToken)
        let prepared = try device.prepare(begun.sessionId, started)
        let statement = try ConsentStatement(parsing: prepared.statement)
        #expect(statement.subject == .utility(.delete))
        #expect(statement.serviceOrigin == "app")
        #expect(statement.alternatives == [[.device, .pin]])
    }

    func pinPolicy(_ isNeeded: Bool) throws {
        let manager = try TestManager(settings: Self.biometric)
        let device = try RawDevice(manager)
        let utilities: [StartUtility.Utility] =
            isNeeded ? [.changePin, .newActivation] : [.delete, .addFactor(.biometric)]
        for utility in utilities { #expect((try device.begin(utility).pinPolicy != nil) == isNeeded) }
    }

    func changePIN(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let changed = try device.changePIN()
        #expect(try changed.finish(try changed.prepare(try TestBrowser(manager))).result?.outcome == .userLogin)
        #expect(try device.finish(try device.prepare(try TestBrowser(manager))).refusal != nil)
        #expect(try manager.auditKinds.contains(.pinChanged))
    }

    func addFactor(_ engine: Engine) throws {
        let manager = try TestManager(engine, settings: Self.biometric)
        let device = try RawDevice(manager)
        let key = try device.addFactor()
        let factors = try device.call(Status.self, .init(activationId: device.activation), proven: true).factors
        #expect(factors == [.biometric, .device, .pin])
        #expect(try manager.storedKey(.biometric, of: device) == RawDevice.publicKey(key))
        #expect(try manager.auditKinds.contains(.factorAdded))
    }

    func newActivation(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let new = RawActivation(manager: manager)
        let request = try device.newActivation(new, by: try device.granted(.newActivation), alias: "tablet")
        #expect(try device.send(request).expiresInSeconds == 600)
        let issued = try #require(try manager.activation(new.id))
        #expect(issued.issuedBy == device.activation)
        #expect(issued.alias == "tablet")
        let opened = try new.opened()
        #expect(!opened.newPinRequired)
        let other = new.device()
        _ = try other.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        #expect(try other.finish(try other.prepare(try TestBrowser(manager))).result != nil)
        #expect(try device.finish(try device.prepare(try TestBrowser(manager))).result != nil)
    }

    func newActivationExpires() throws {
        let manager = try TestManager()
        let new = try RawDevice(manager).issue()
        manager.clock.advance(seconds: 601)
        expectRefusal(.activationInvalid) { try new.open() }
    }

    func revoke(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let other = try device.issue().personalize()
        try manager.waitForCoolDown()
        let issued = try other.issue()
        let (login, browser) = (try other.prepare(try TestBrowser(manager)), try TestBrowser(manager))
        _ = try other.finish(try other.prepare(browser))
        let code = try #require(try browser.proceed()["code"])
        let granted = try other.granted(.changePin)

        let result = try #require(try device.revoke(other).result)
        #expect(result.outcome == .userLogin)
        #expect(result.grant == nil)
        #expect(try manager.activation(of: other)?.state == .revoked)
        #expect(try manager.activation(issued.id)?.state == .void)
        #expect(try manager.snapshot(login.session)?.phase.name == .expired)
        #expect(try browser.redeem(code).status == 400)
        expectRefusal(.activationUnknown) { try other.send(try other.newPIN(.init(), by: granted)) }
        #expect(try device.finish(try device.prepare(try TestBrowser(manager))).result != nil)
    }

    func revokePending() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let issued = try device.issue()
        #expect(try device.revoke(issued.device()).result?.outcome == .userLogin)
        #expect(try manager.activation(issued.id)?.state == .void)
        expectRefusal(.activationInvalid) { try issued.open() }
    }

    func delete(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let other = try device.issue(alias: "tablet").personalize(alias: "tablet")
        let login = try device.prepare(try TestBrowser(manager))
        _ = try device.finish(login)
        try device.deleteAccount()
        #expect(try manager.context.database.read { try $0.accounts.find(name: TestManager.userName) } == nil)
        #expect(try manager.activation(of: device) == nil)
        #expect(try manager.activation(of: other) == nil)
        expectRefusal(.activationUnknown) { try other.begin(.changePin) }
        let (hash, statement) = try manager.context.database.read {
            (try $0.evidence.statementHash(of: login.session), try $0.evidence.statement(ofLogin: login.session))
        }
        #expect(hash == Array(SHA256.hash(data: login.statement)))
        #expect(statement == nil)
        #expect(try manager.auditKinds.contains(.accountRemoved))
    }

    func notices() throws {
        let manager = try TestManager(settings: Self.biometric)
        let first = try RawDevice(manager)
        let second = try first.issue().personalize()
        let third = try first.issue().personalize()
        let changed = try first.changePIN()
        _ = try changed.addFactor()
        _ = try changed.revoke(third)
        let account = try #require(try manager.activation(of: first)).accountID
        let kinds: (ActivationID) throws -> [String] = { activation in
            try manager.context.database.read { try $0.notices.list(for: account, after: 0, except: activation) }
                .map(\.kind)
        }
        #expect(
            Set(try kinds(second.activation)).isSuperset(
                of: ["activationIssued", "pinChanged", "factorAdded", "activationRevoked"]))
        #expect(Set(try kinds(first.activation)).isDisjoint(with: ["pinChanged", "factorAdded", "activationRevoked"]))
    }
}

extension TestManager {
    /// The stored key of a factor.
    func storedKey(_ factor: FactorType, of device: RawDevice) throws -> FactorPublicKey? {
        try context.database.read { transaction in
            try transaction.activations.find(device.activation).flatMap {
                try transaction.activations.factor(factor, of: $0)
            }
        }
    }
}
