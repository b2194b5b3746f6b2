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

/// Two devices of one account act at the same moment. Each act is confirmed before; the requests that have an effect
/// run together.
@Suite("Two devices of one account at once", .serialized)
struct TwoDevicesTests {
    enum Act: String, CaseIterable {
        case changePIN, addFactor, newActivation, revokeOther, revokeOwn, delete, login, rename, merge

        /// True for an act that may end the other device, whose act is then refused.
        var endsOther: Bool { self == .revokeOther || self == .delete }
    }

    /// The refusals of a device that the other one has ended.
    private static let endings: Set<ProtocolErrorCode> = [
        .activationUnknown, .unauthenticated, .sessionEnded, .notAllowed, .policyChanged, .grantExpired,
    ]

    private static let rounds = 3

    @Test("Neither loses its state, and nothing deadlocks", arguments: Engine.allCases)
    func allPairs(_ engine: Engine) throws {
        let manager = try TestManager(engine, settings: UtilityProcessTests.biometric)
        var number = 0
        for (index, one) in Act.allCases.enumerated() {
            for other in Act.allCases[index...] {
                for _ in 0..<Self.rounds {
                    number += 1
                    try pair(one, other, of: "user\(number)", manager)
                }
            }
        }
    }

    private func pair(_ one: Act, _ other: Act, of user: String, _ manager: TestManager) throws {
        _ = try Apply(manager.context)(
            Array("users:\n  - name: \(user)\n    memberships: [Example Inc.]\n".utf8))
        let (first, second) = (try manager.enrolled(user), try manager.enrolled(user))
        try manager.endCoolDown(of: second)
        let acts = [
            try ready(one, first, against: second, manager), try ready(other, second, against: first, manager),
        ]
        let codes = [Codes(), Codes()]
        let errors = concurrently(2) { index in try codes[index].record(acts[index]) }
        let pair = "\(one.rawValue) and \(other.rawValue)"
        #expect(errors.isEmpty, "\(pair): \(errors)")
        let hasSucceeded = codes.map { $0.count(nil) == 1 }
        #expect(hasSucceeded.contains(true), "\(pair): \(codes[0].all), \(codes[1].all)")
        #expect(!(one == .revokeOther && other == .revokeOther && hasSucceeded == [true, true]), "\(pair)")
        for (index, own, opposite) in [(0, one, other), (1, other, one)] where !hasSucceeded[index] {
            #expect(
                opposite.endsOther || (own == .revokeOther && opposite == .revokeOwn), "\(pair): \(codes[index].all)")
            #expect(codes[index].all.allSatisfy(Self.endings.contains), "\(pair): \(codes[index].all)")
        }
        // An act that succeeded has its effect, unless the account is gone.
        if (one == .delete && hasSucceeded[0]) || (other == .delete && hasSucceeded[1]) {
            #expect(try manager.context.database.read { try $0.accounts.find(name: user) } == nil, "\(pair)")
            return
        }
        if hasSucceeded[0] {
            try check(one, first, against: second, endedBy: hasSucceeded[1] ? other : nil, manager, pair)
        }
        if hasSucceeded[1] {
            try check(other, second, against: first, endedBy: hasSucceeded[0] ? one : nil, manager, pair)
        }
    }

    /// Confirms an act, up to the request that has the effect.
    private func ready(
        _ act: Act, _ device: RawDevice, against other: RawDevice, _ manager: TestManager
    ) throws -> @Sendable () throws -> Void {
        switch act {
        case .changePIN:
            let request = try device.newPIN(manager.newPINKey, by: try device.granted(.changePin))
            return { _ = try device.send(request) }
        case .addFactor:
            let request = try device.newFactor(.init(), by: try device.granted(.addFactor(.biometric)))
            return { _ = try device.send(request) }
        case .newActivation:
            let request = try device.newActivation(
                RawActivation(manager: manager), by: try device.granted(.newActivation), proof: .random(count: 32))
            return { _ = try device.send(request) }
        case .revokeOther:
            let prepared = try device.prepare(.revoke(other.activation))
            return { _ = try device.finish(prepared) }
        case .revokeOwn:
            return { _ = try device.call(Revoke.self, .init(activationId: device.activation), proven: true) }
        case .delete:
            let request = try device.deletion(by: try device.granted(.delete))
            return { _ = try device.send(request) }
        case .login:
            let prepared = try device.prepare(try TestBrowser(manager))
            return { _ = try device.finish(prepared) }
        case .rename:
            return {
                _ = try device.call(
                    Rename.self, .init(activationId: device.activation, alias: "renamed"), proven: true)
            }
        case .merge:
            let prepared = try device.prepare(try #require(try manager.invite().open(existing: device).merge))
            return { _ = try device.finish(prepared) }
        }
    }

    private func check(
        _ act: Act, _ device: RawDevice, against other: RawDevice, endedBy end: Act?, _ manager: TestManager,
        _ pair: String
    ) throws {
        // Afterwards the other device may have ended this one.
        if end == .revokeOther {
            #expect(try manager.activation(of: device)?.state == .revoked, "\(pair)")
            return
        }
        switch act {
        case .changePIN:
            #expect(try manager.storedKey(.pin, of: device) == RawDevice.publicKey(manager.newPINKey), "\(pair)")
        case .addFactor: #expect(try manager.storedKey(.biometric, of: device) != nil, "\(pair)")
        case .newActivation:
            let account = try #require(try manager.activation(of: device)).accountID
            let issued = try manager.context.database.read { try $0.activations.all(of: account) }
                .filter { $0.issuedBy == device.activation && $0.state == .pending }
            #expect(issued.count == 1, "\(pair)")
        case .revokeOther: #expect(try manager.activation(of: other)?.state == .revoked, "\(pair)")
        case .revokeOwn: #expect(try manager.activation(of: device)?.state == .revoked, "\(pair)")
        case .rename: #expect(try manager.activation(of: device)?.alias == "renamed", "\(pair)")
        case .merge: #expect(try manager.auditKinds.contains(.membershipAdded), "\(pair)")
        case .delete, .login: break
        }
        if act != .revokeOwn { #expect(try manager.activation(of: device)?.state == .active, "\(pair)") }
    }
}

extension TestManager {
    /// The key of the PIN that every test changes to. The key is looked up nowhere.
    fileprivate var newPINKey: Curve25519.Signing.PrivateKey { Self.newPINKey }

    private static let newPINKey = Curve25519.Signing.PrivateKey()

    /// A device of an account whose activation the test puts into the database, without the work that PINs cost.
    fileprivate func enrolled(_ user: String) throws -> RawDevice {
        let activation = RawActivation(manager: self)
        let (challenge, now) = (Array(SecureRandom.bytes(count: 32)), clock.now)
        let token = try context.database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: user))
            let pending = Activation(
                id: activation.id, accountID: account.id, state: .pending, kind: .additional, pinOrigin: .assigned,
                secretHash: BearerHash(of: activation.secret), createdAt: now, expiresAt: now + 600,
                personalizedAt: nil, wrongPINs: 0, alias: "", lockout: .none)
            let token = OpenToken(
                for: pending, challenge: challenge, expiresAt: now + 600,
                managerSecret: try transaction.vault.managerSecret
            ).value
            try transaction.activations.insert(pending, pinProofHash: BearerHash(of: token))
            try transaction.activations.insertOpenToken(
                hash: BearerHash(of: token), for: activation.id, challenge: challenge, expiresAt: now + 600)
            return token
        }
        let device = activation.device()
        _ = try device.enrol(with: token, challenge: challenge)
        return device
    }

    /// Ends the cool-down of a device that was personalized beside another one.
    func endCoolDown(of device: RawDevice) throws {
        try context.database.write { [activation = device.activation] transaction in
            try transaction.execute("UPDATE activation SET cool_until = NULL WHERE id = \(activation)")
        }
    }
}
