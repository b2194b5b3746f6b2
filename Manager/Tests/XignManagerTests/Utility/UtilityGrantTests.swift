import DatabaseFixture
import Testing
import Threads
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct UtilityGrantTests {
    @Test("Grants of utility processes", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A grant is good for five minutes, and not longer", late),
        TestCase("A grant that nobody has used expires", expires),
        TestCase("A grant takes one body", twice),
        TestCase("A grant serves the activation that confirmed it", otherActivation),
        TestCase("A grant serves its purpose", otherPurpose),
        TestCase("A grant serves the consent that it follows from", otherConsent),
        TestCase("A random grant, and none at all, are refused alike", unknown),
        TestCase(
            "A grant that somebody planted in the database changes nothing, with the device's key or without", planted),
        TestCase("The device proof is demanded: the grant alone changes nothing", withoutProof),
        TestCase(
            "Limit: with a copy of the device key, a grant that was read enrols another PIN than the person's",
            copiedDevice),
        TestCase(
            "Limit: a confirmed statement gets its grant again for session token and device key, without the PIN",
            repeatedWithoutPIN),
        TestCase("The same PIN spends the grant: one comparison for one proven PIN", samePIN),
        TestCase("A change of the PIN ends what the former PIN has confirmed", afterPINChange),
        TestCase("A lockout that is pending refuses the change, and leaves the grant", lockedOut),
        TestCase(
            "Of fifty different bodies for one grant at the same moment one changes the PIN", atOnce,
            each: Engine.allCases),
        TestCase(
            "One body sent fifty times at the same moment changes the PIN once, and each gets the answer",
            sameBodyAtOnce, each: Engine.allCases),
    ]

    let manager: TestManager
    let device: RawDevice

    init() throws {
        manager = try TestManager(settings: UtilityProcessTests.biometric)
        device = try RawDevice(manager)
    }

    func late() throws {
        let (inTime, late) = (try device.granted(.changePin), try device.granted(.addFactor(.biometric)))
        manager.clock.advance(seconds: 299)
        _ = try device.send(try device.newPIN(.init(), by: inTime))
        expectRefusal(.grantExpired) { try device.send(try device.newFactor(.init(), by: late)) }
    }

    func expires() throws {
        let granted = try device.granted(.changePin)
        manager.clock.advance(seconds: 301)
        expectRefusal(.grantExpired) { try device.send(try device.newPIN(.init(), by: granted)) }
    }

    func twice() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let granted = try device.granted(.changePin)
        _ = try device.send(try device.newPIN(.init(), by: granted))
        expectRefusal(.grantSpent) { try device.send(try device.newPIN(.init(), by: granted)) }
    }

    func otherActivation() throws {
        let granted = try device.granted(.changePin)
        let thief = try RawDevice(manager, user: "mallory")
        expectRefusal(.grantMismatch) { try thief.send(try thief.newPIN(.init(), by: granted)) }
        // Not spent by the attempt.
        _ = try device.send(try device.newPIN(.init(), by: granted))
    }

    func otherPurpose() throws {
        let granted = try device.granted(.changePin)
        expectRefusal(.grantMismatch) { try device.send(try device.deletion(by: granted)) }
        expectRefusal(.grantMismatch) { try device.send(try device.newFactor(.init(), by: granted)) }
        expectRefusal(.grantMismatch) {
            try device.send(try device.newActivation(RawActivation(manager: manager), by: granted))
        }
        #expect(try manager.activation(of: device)?.state == .active)
    }

    func otherConsent() throws {
        let (granted, other) = (try device.granted(.changePin), try device.granted(.changePin))
        let key = Curve25519.Signing.PrivateKey()
        let signed = try device.keyChange(
            .changePin(try RawDevice.publicKey(key)), by: granted, pinKey: key, consentHash: other.consentHash)
        expectRefusal(.grantMismatch) { try device.finish(granted, signed) }
    }

    func unknown() throws {
        for bytes in [32, 0, 33] {
            let granted = RawDevice.Granted(statement: [1], grant: .random(count: bytes))
            expectRefusal(.unauthenticated) { try device.send(try device.newPIN(.init(), by: granted)) }
        }
    }

    func planted() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let thief = try RawDevice(manager, user: "mallory")
        let planted = RawDevice.Granted(statement: Array("planted".utf8), grant: .random(count: 32))
        try manager.context.database.write { transaction in
            try transaction.utilityGrants.insert(
                UtilityGrant(
                    hash: BearerHash(of: planted.grant), activationID: device.activation, purpose: .delete,
                    factor: nil, consentHash: planted.consentHash, expiresAt: manager.clock.now + 300))
        }
        let impostor = RawDevice(
            manager: manager, activation: device.activation, deviceKey: thief.deviceKey, pinKey: thief.pinKey)
        expectRefusal(.activationUnknown) { try impostor.deleteByGrant(planted) }
        expectRefusal(.grantMismatch) { try thief.deleteByGrant(planted) }
        expectRefusal(.grantMismatch) { try device.deleteByGrant(planted) }
        #expect(try manager.activation(of: device)?.state == .active)
    }

    func withoutProof() throws {
        let request = try device.deletion(by: try device.granted(.delete))
        expectRefusal(.activationUnknown) { try device.call(FinishUtility.self, request, proven: false) }
        #expect(try manager.activation(of: device)?.state == .active)
    }

    /// The protocol is frozen: a key change proves the present PIN by its grant alone.
    func copiedDevice() throws {
        let granted = try device.granted(.changePin)
        let thief = RawDevice(
            manager: manager, activation: device.activation, deviceKey: device.deviceKey, pinKey: .init())
        _ = try thief.send(try thief.newPIN(thief.pinKey, by: granted))
        expectRefusal(.grantSpent) { try device.send(try device.newPIN(.init(), by: granted)) }
        #expect(try thief.finish(try thief.prepare(try TestBrowser(manager))).result != nil)
    }

    func repeatedWithoutPIN() throws {
        let prepared = try device.prepare(.changePin)
        let thief = RawDevice(
            manager: manager, activation: device.activation, deviceKey: device.deviceKey, pinKey: .init())
        let grant = try #require(try device.finish(prepared).result?.grant)
        #expect(try thief.finish(prepared).result?.grant == grant)
    }

    func samePIN() throws {
        let granted = try device.granted(.changePin)
        let request = try device.newPIN(device.pinKey, by: granted)
        expectRefusal(.samePin) { try device.send(request) }
        expectRefusal(.samePin) { try device.send(request) }
        expectRefusal(.grantSpent) { try device.send(try device.newPIN(.init(), by: granted)) }
        #expect(try device.finish(try device.prepare(try TestBrowser(manager))).result != nil)
    }

    func afterPINChange() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let (oldGrant, oldLogin) = (try device.granted(.delete), try device.prepare(try TestBrowser(manager)))
        let (oldUtility, issued) = (try device.prepare(.newActivation), try device.issue())
        let changed = try device.changePIN()
        expectRefusal(.grantExpired) { try changed.send(try changed.deletion(by: oldGrant)) }
        expectRefusal(.sessionEnded) { try device.finish(oldLogin) }
        expectRefusal(.sessionEnded) { try device.finish(oldUtility) }
        #expect(try manager.activation(issued.id)?.state == .void)
    }

    func lockedOut() throws {
        let (granted, login) = (try device.granted(.changePin), try device.prepare(try TestBrowser(manager)))
        _ = try device.finish(login, wrongPIN: true)
        let request = try device.newPIN(.init(), by: granted)
        expectRefusal(.lockedOut) { try device.send(request) }
        manager.clock.advance(seconds: 2)
        _ = try device.send(request)
    }

    func atOnce(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let granted = try device.granted(.changePin)
        let keys = (0..<50).map { _ in Curve25519.Signing.PrivateKey() }
        let requests = try keys.map { try device.newPIN($0, by: granted) }
        let codes = Codes()
        let errors = concurrently(50) { index in try codes.record { try device.send(requests[index]) } }
        #expect(errors.isEmpty, "\(errors)")
        #expect(codes.count(nil) == 1)
        #expect(codes.count(.grantSpent) == 49)
        #expect(try manager.auditKinds.filter { $0 == .pinChanged }.count == 1)
    }

    func sameBodyAtOnce(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let request = try device.newPIN(.init(), by: try device.granted(.changePin))
        let codes = Codes()
        let errors = concurrently(50) { _ in try codes.record { try device.send(request) } }
        #expect(errors.isEmpty, "\(errors)")
        #expect(codes.count(nil) == 50)
        #expect(try manager.auditKinds.filter { $0 == .pinChanged }.count == 1)
    }
}

extension RawDevice {
    fileprivate func deleteByGrant(_ granted: Granted) throws -> FinishUtility.Response {
        try send(try deletion(by: granted))
    }
}
