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

// Long because: one list has the probes of all operations.

/// A thief has a device's file store, its key with it, and an account of their own. Which answers tell a right PIN from
/// a wrong one?
@Suite("Answers that depend on a PIN", .serialized)
struct PINOracleTests {
    @Test("Whoever holds a device's key learns from no operation, uncounted, whether a PIN is right")
    func everyOperation() throws {
        let manager = try TestManager()
        var counted: Set<String> = []
        for operation in DeviceOperationName.allCases {
            for probe in Probe.all(of: operation) {
                let right = try probe.answer(at: manager, isRight: true)
                let wrong = try probe.answer(at: manager, isRight: false)
                if wrong.isCounted {
                    counted.insert(probe.name)
                } else {
                    #expect(right.text == wrong.text, "\(probe.name)")
                }
                #expect(!right.isCounted, "\(probe.name)")
            }
        }
        // The two doors at which PINs are tried: without them the loop above would have looked at nothing.
        #expect(counted == ["open: pending", "finish: confirming"])
    }
}

/// One request that holds something made of a PIN, in one state of the manager.
private struct Probe {
    /// The answer without its random parts, and the effect on the count of wrong PINs.
    struct Answer {
        let text: String
        let isCounted: Bool
    }

    /// A request that is ready to be sent, and the activation at which a failure would be counted.
    struct Attempt {
        let activation: ActivationID
        let send: () throws -> any Encodable

        init(at activation: ActivationID, _ send: @escaping () throws -> any Encodable) {
            (self.activation, self.send) = (activation, send)
        }
    }

    let name: String
    /// Brings the manager into the state in question.
    private let prepare: (TestManager, _ isRight: Bool) throws -> Attempt

    private init(_ name: String, _ prepare: @escaping (TestManager, _ isRight: Bool) throws -> Attempt) {
        (self.name, self.prepare) = (name, prepare)
    }

    func answer(at manager: TestManager, isRight: Bool) throws -> Answer {
        let attempt = try prepare(manager, isRight)
        let before = try Self.failures(of: attempt.activation, at: manager)
        let text = try Self.text(attempt.send)
        return Answer(text: text, isCounted: try Self.failures(of: attempt.activation, at: manager) > before)
    }

    /// The probes of an operation; none for one whose request contains nothing made of a PIN.
    static func all(of operation: DeviceOperationName) -> [Probe] {
        switch operation {
        case .open: opens
        case .personalizeFinish: enrolments
        case .finish: confirmations
        case .finishUtility: changes
        case .start, .prepare, .abort, .status, .aliasChoices, .forgetAliasChoice, .revoke, .startUtility, .list,
            .rename, .inAppStart, .collectCode:
            []
        case .register, .registerFinish: []
        }
    }

    // MARK: open

    private static var opens: [Probe] {
        [
            open("pending") { _, _ in },
            open("locked") { activation, _ in _ = try activation.open(pin: "99999999") },
            open("void") { _, manager in _ = try RawActivation(manager) },
            open("expired") { _, manager in manager.clock.advance(seconds: ActivationLifetime.standard.seconds) },
            open("in use") { activation, _ in
                let opened = try activation.opened()
                _ = try activation.device().enrol(with: opened.openToken, challenge: opened.challenge.bytes)
            },
            Probe("open: another's secret") { manager, isRight in
                let activation = try RawActivation(manager)
                let other = RawActivation(manager: manager, id: activation.id, secret: .random(count: 16))
                return Attempt(at: activation.id) { try other.open(pin: pin(isRight)) }
            },
            Probe("open: already personalized") { manager, isRight in
                let victim = try RawDevice(manager)
                let activation = try RawActivation(manager)
                return Attempt(at: activation.id) { try activation.open(pin: pin(isRight), existing: victim) }
            },
        ]
    }

    private static func open(
        _ state: String, _ prepare: @escaping (RawActivation, TestManager) throws -> Void
    ) -> Probe {
        Probe("open: \(state)") { manager, isRight in
            let activation = try RawActivation(manager)
            try prepare(activation, manager)
            return Attempt(at: activation.id) { try activation.open(pin: pin(isRight)) }
        }
    }

    private static func pin(_ isRight: Bool) -> String { isRight ? TestManager.activationPIN : "11223344" }

    // MARK: personalizeFinish

    private static var enrolments: [Probe] {
        [
            Probe("personalizeFinish: the victim's, without its token") { manager, isRight in
                let victim = try RawDevice(manager).guessing(isRight)
                return Attempt(at: victim.activation) { try victim.enrol(with: .random(count: 32), challenge: zeros) }
            },
            Probe("personalizeFinish: the victim's, with its token, another statement") { manager, isRight in
                let activation = try RawActivation(manager)
                let opened = try activation.opened()
                let victim = activation.device()
                _ = try victim.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
                let thief = victim.guessing(isRight)
                return Attempt(at: victim.activation) {
                    try thief.enrol(with: opened.openToken, challenge: opened.challenge.bytes, alias: "thief")
                }
            },
            Probe("personalizeFinish: the victim's, with the thief's token") { manager, isRight in
                let victim = try RawDevice(manager).guessing(isRight)
                let opened = try RawActivation(manager, user: "mallory").opened()
                return Attempt(at: victim.activation) {
                    try victim.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
                }
            },
            Probe("personalizeFinish: the victim's, revoked") { manager, isRight in
                let victim = try RawDevice(manager)
                _ = try victim.call(Revoke.self, .init(activationId: victim.activation), proven: true)
                let thief = victim.guessing(isRight)
                return Attempt(at: victim.activation) { try thief.enrol(with: .random(count: 32), challenge: zeros) }
            },
            Probe("personalizeFinish: the thief's, with the victim's PIN key") { manager, isRight in
                let victim = try RawDevice(manager).guessing(isRight)
                let own = try RawActivation(manager, user: "mallory")
                let opened = try own.opened()
                let thief = own.device(pinKey: victim.pinKey)
                return Attempt(at: own.id) {
                    try thief.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
                }
            },
            Probe("personalizeFinish: the thief's, with both of the victim's keys") { manager, isRight in
                let victim = try RawDevice(manager).guessing(isRight)
                let own = try RawActivation(manager, user: "mallory")
                let opened = try own.opened()
                let thief = own.device(deviceKey: victim.deviceKey, pinKey: victim.pinKey)
                return Attempt(at: own.id) {
                    try thief.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
                }
            },
        ]
    }

    private static let zeros = [UInt8](repeating: 0, count: 32)

    // MARK: finish

    private static var confirmations: [Probe] {
        [
            finish("confirming") { _, _, prepared in prepared },
            finish("locked") { device, manager, prepared in
                _ = try device.finish(try device.prepare(try TestBrowser(manager)), wrongPIN: true)
                return prepared
            },
            finish("locked for good") { device, manager, prepared in
                let lockout = LockoutState(
                    pinFailures: 10, otpFailures: 0, otherFailures: 0, lockedUntil: nil, isPermanent: true)
                try manager.context.database.write {
                    try $0.activations.save(lockout: lockout, of: device.activation)
                }
                return prepared
            },
            finish("refused before") { device, _, prepared in
                _ = try device.finish(prepared, wrongPIN: true)
                return prepared
            },
            finish("confirmed before") { device, _, prepared in
                _ = try device.finish(prepared)
                return prepared
            },
            finish("expired") { _, manager, prepared in
                manager.clock.advance(seconds: XignDomain.Process.maximumSeconds)
                return prepared
            },
            finish("declined") { device, _, prepared in
                _ = try device.call(
                    Abort.self, .init(sessionId: prepared.session, sessionToken: prepared.token, reason: .cancelled))
                return prepared
            },
            finish("another session's statement") { device, manager, prepared in
                let other = try device.prepare(try TestBrowser(manager))
                return .init(session: prepared.session, token: prepared.token, statement: other.statement)
            },
            finish("another session's token") { device, manager, prepared in
                let other = try device.prepare(try TestBrowser(manager))
                return .init(session: prepared.session, token: other.token, statement: prepared.statement)
            },
            finish("revoked") { device, _, prepared in
                _ = try device.call(Revoke.self, .init(activationId: device.activation), proven: true)
                return prepared
            },
            finish("a role that asks for no PIN") { device, manager, _ in try device.prepareAsVisitor(manager) },
        ]
    }

    private static func finish(
        _ state: String,
        _ prepare: @escaping (RawDevice, TestManager, RawDevice.Prepared) throws -> RawDevice.Prepared
    ) -> Probe {
        Probe("finish: \(state)") { manager, isRight in
            let device = try RawDevice(manager)
            let prepared = try prepare(device, manager, try device.prepare(try TestBrowser(manager)))
            return Attempt(at: device.activation) { try device.finish(prepared, wrongPIN: !isRight) }
        }
    }

    // MARK: finishUtility, with a guess as the new PIN

    private static var changes: [Probe] {
        [
            change("without a grant") { _, _ in .init(statement: [], grant: .random(count: 32)) },
            change("the thief's grant") { _, manager in try RawDevice(manager, user: "mallory").granted(.changePin) },
            change("a grant for another purpose") { victim, _ in try victim.granted(.delete) },
            change("a grant that is spent") { victim, _ in
                let granted = try victim.granted(.changePin)
                _ = try? victim.send(try victim.newPIN(victim.pinKey, by: granted))
                return granted
            },
            change("a grant that has expired") { victim, manager in
                let granted = try victim.granted(.changePin)
                manager.clock.advance(seconds: UtilityGrant.lifetimeSeconds)
                return granted
            },
            change("a grant, while a lockout is pending") { victim, manager in
                let granted = try victim.granted(.changePin)
                _ = try victim.finish(try victim.prepare(try TestBrowser(manager)), wrongPIN: true)
                return granted
            },
        ]
    }

    private static func change(
        _ state: String, _ prepare: @escaping (RawDevice, TestManager) throws -> RawDevice.Granted
    ) -> Probe {
        Probe("finishUtility: \(state)") { manager, isRight in
            let victim = try RawDevice(manager)
            try manager.endCoolDown(of: victim)
            let granted = try prepare(victim, manager)
            let guess = victim.guessing(isRight).pinKey
            return Attempt(at: victim.activation) { try victim.send(try victim.newPIN(guess, by: granted)) }
        }
    }

    // MARK: Answers

    private static func text(_ send: () throws -> any Encodable) throws -> String {
        do {
            // Identifiers, challenges and times differ in any case.
            return String(decoding: try MessageCoding.encode(send()), as: UTF8.self)
                .replacing(/[A-Za-z0-9_-]{20,}|[0-9]{9,}/, with: "...")
        } catch let error as ProtocolError { return error.error.rawValue }
    }

    /// Wrong activation PINs and failed logins.
    private static func failures(of id: ActivationID, at manager: TestManager) throws -> Int {
        try manager.context.database.read { transaction in
            let activations = transaction.activations
            let wrongPINs = try activations.find(id)?.wrongPINs ?? 0
            return try wrongPINs + activations.failures(of: id, since: Timestamp(rawValue: 0))
        }
    }
}

extension RawDevice {
    /// The same device in a thief's hands, who has tried a PIN.
    fileprivate func guessing(_ isRight: Bool) -> RawDevice {
        RawDevice(
            manager: manager, activation: activation, deviceKey: deviceKey,
            pinKey: isRight ? pinKey : Curve25519.Signing.PrivateKey())
    }

    /// A session that is prepared for the role whose only factor is the device.
    fileprivate func prepareAsVisitor(_ manager: TestManager) throws -> Prepared {
        let browser = try TestBrowser(manager)
        let account = try #require(
            try manager.context.database.read {
                try $0.activations.find(activation)?.accountID
            })
        let service = try manager.service.id
        try manager.context.database.write {
            try $0.execute(
                """
                INSERT INTO role_assignment (account_id, role_id)
                SELECT \(account), id FROM role WHERE service_id = \(service) AND name = 'visitor' ON CONFLICT DO NOTHING
                """)
        }
        let started = try start(browser)
        let role = try #require(started.roles.first { $0.alternatives == [[.device]] })
        let prepared = try call(
            Prepare.self,
            .init(sessionId: try browser.session, sessionToken: started.sessionToken, roleId: role.id, attributes: [:]))
        return Prepared(
            session: try browser.session, token: started.sessionToken,
            statement: try #require(prepared.statement).bytes)
    }
}
