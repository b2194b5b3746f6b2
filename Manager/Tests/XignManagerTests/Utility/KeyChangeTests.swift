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

struct KeyChangeTests {
    @Test("Statements of key changes", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A change of the PIN needs the signatures of the device and of the new PIN's key", changePINSignatures),
        TestCase("A new factor needs the signatures of the device and of its own key", addFactorSignatures),
        TestCase(
            "A statement that another device has signed is refused", otherDevice,
            each: [KeyChangeStatement.Change.delete]),
        TestCase("A statement for another activation or another manager is refused", otherPlace),
        TestCase("A signed statement of another type is no key change", otherType),
        TestCase("The proof of a PIN and a secret stand with a new activation alone, and have their sizes", members),
        TestCase("The manager mails no codes: the request is refused before anything is spent", mail),
        TestCase("A new activation has an id that no activation has, and the refusal leaves the grant", usedID),
        TestCase("A factor's key belongs to one activation, and the refusal leaves the grant", usedKey),
        TestCase("The statements of key changes are kept, sealed", evidence),
    ]

    let manager: TestManager
    let device: RawDevice

    init() throws {
        manager = try TestManager(settings: UtilityProcessTests.biometric)
        device = try RawDevice(manager)
    }

    func changePINSignatures() throws {
        let granted = try device.granted(.changePin)
        let (key, other) = (Curve25519.Signing.PrivateKey(), Curve25519.Signing.PrivateKey())
        let change = KeyChangeStatement.Change.changePin(try RawDevice.publicKey(key))
        for signer in [nil, other, device.pinKey] {
            expectRefusal(.enrolmentRefused) {
                try device.finish(granted, try device.keyChange(change, by: granted, pinKey: signer))
            }
        }
        _ = try device.finish(granted, try device.keyChange(change, by: granted, pinKey: key))
    }

    func addFactorSignatures() throws {
        let granted = try device.granted(.addFactor(.biometric))
        let (key, other) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
        let change = KeyChangeStatement.Change.addFactor(try RawDevice.publicKey(key))
        for signer in [nil, other] {
            expectRefusal(.enrolmentRefused) {
                try device.finish(granted, try device.keyChange(change, by: granted, biometricKey: signer))
            }
        }
        // A signature more than the statement has keys is refused, too.
        expectRefusal(.enrolmentRefused) {
            try device.finish(
                granted, try device.keyChange(change, by: granted, pinKey: device.pinKey, biometricKey: key))
        }
        _ = try device.finish(granted, try device.keyChange(change, by: granted, biometricKey: key))
    }

    func otherDevice(_ change: KeyChangeStatement.Change) throws {
        let granted = try device.granted(.delete)
        let thief = try RawDevice(manager, user: "mallory")
        let signed = try thief.keyChange(change, by: granted, of: device.activation)
        expectRefusal(.enrolmentRefused) { try device.finish(granted, signed) }
    }

    func otherPlace() throws {
        let granted = try device.granted(.delete)
        let other = try device.keyChange(.delete, by: granted, of: .random())
        expectRefusal(.enrolmentRefused) { try device.finish(granted, other) }
        let statement = KeyChangeStatement(
            idmIdentifier: "manager.example", activation: device.activation, consentHash: granted.consentHash,
            change: .delete)
        let elsewhere = try device.sign(statement.serialized, .keyChange, pinKey: nil)
        expectRefusal(.enrolmentRefused) { try device.finish(granted, elsewhere) }
    }

    func otherType() throws {
        let granted = try device.granted(.delete)
        let statement = KeyChangeStatement(
            idmIdentifier: manager.issuer.idmIdentifier, activation: device.activation,
            consentHash: granted.consentHash, change: .delete)
        for type in [StatementType.consent, .enrolment] {
            let signed = try device.sign(statement.serialized, type, pinKey: nil)
            expectRefusal(.malformed) { try device.finish(granted, signed) }
        }
    }

    func members() throws {
        let granted = try device.granted(.changePin)
        var changePIN = try device.newPIN(.init(), by: granted)
        changePIN.pinProof = .random(count: 32)
        expectRefusal(.malformed) { try device.send(changePIN) }
        changePIN.pinProof = nil
        changePIN.secret = .random(count: 16)
        expectRefusal(.malformed) { try device.send(changePIN) }

        let new = RawActivation(manager: manager)
        let complete = try device.newActivation(new, by: try device.granted(.newActivation))
        for proof in [nil, SecretOctets.random(count: 31)] {
            var request = complete
            request.pinProof = proof
            expectRefusal(.malformed) { try device.send(request) }
        }
        for secret in [SecretOctets.random(count: 16), SecretOctets.random(count: 15)] {
            var request = complete
            request.secret = secret
            expectRefusal(.malformed) { try device.send(request) }
        }
        #expect(try manager.activation(new.id) == nil)
        _ = try device.send(complete)
    }

    func mail() throws {
        let new = RawActivation(manager: manager)
        var request = try device.newActivation(new, by: try device.granted(.newActivation))
        request.secret = new.secret
        expectRefusal(.mailUnavailable) { try device.send(request) }
        request.secret = nil
        #expect(try device.send(request).expiresInSeconds == 600)
    }

    func usedID() throws {
        let other = try RawActivation(manager, user: "mallory")
        let granted = try device.granted(.newActivation)
        for id in [other.id, device.activation] {
            let new = RawActivation(manager: manager, id: id, secret: .random(count: 16))
            expectRefusal(.enrolmentRefused) { try device.send(try device.newActivation(new, by: granted)) }
        }
        _ = try device.send(try device.newActivation(RawActivation(manager: manager), by: granted))
    }

    func usedKey() throws {
        let key = try RawDevice(manager, user: "mallory").addFactor()
        let granted = try device.granted(.addFactor(.biometric))
        expectRefusal(.enrolmentRefused) { try device.send(try device.newFactor(key, by: granted)) }
        expectRefusal(.enrolmentRefused) { try device.send(try device.newFactor(device.deviceKey, by: granted)) }
        _ = try device.send(try device.newFactor(.init(), by: granted))
    }

    func evidence() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let key = Curve25519.Signing.PrivateKey()
        _ = try device.send(try device.newPIN(key, by: try device.granted(.changePin)))
        let kept = try manager.context.database.read { transaction in
            try transaction.activations.find(device.activation).map { try transaction.evidence.keyChanges(of: $0) }
        }
        let statement = try KeyChangeStatement(parsing: try #require(kept?.first).signed.payload)
        #expect(statement.key == (try RawDevice.publicKey(key)))
    }
}
