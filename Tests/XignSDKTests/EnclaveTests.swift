import Foundation
import Testing
import XignCrypto
import XignProtocol

@testable import XignSDK

/// The decisions behind the key store and the biometric gate of Apple's systems, which run on every system.
struct EnclaveTests {
    @Test("the enclave's records and errors", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("stores the keys' references, the salt and the cost in the form that later versions read", form),
        TestCase("stores the biometric key with the biometrics for which it was made", biometricForm),
        TestCase("refuses a damaged record", damaged, each: ["", "{}", #"{"v":1,"deviceKey":"AQID"}"#, "not JSON"]),
        TestCase("refuses a record of a later version, and asks for an update", laterVersion),
        TestCase("stretches a PIN with the recorded cost, and new keys with 600,000 rounds", cost),
        TestCase("knows that the key cannot sign once the enrolled biometrics have changed", changedBiometrics),
        TestCase(
            "leaves the decision to the enclave where the system does not tell the enrolled biometrics",
            untoldBiometrics),
        TestCase(
            "does not take an update of the system for changed biometrics, and remembers the new hash after a signature",
            systemUpdate),
        TestCase("does not take locked biometrics for removed ones", lockedBiometrics),
        TestCase("requires a device lock only where systems have one", deviceLock),
        TestCase("tells a missing item and a locked device from a broken keychain", keychainStatus),
        TestCase(
            "lets the user try again after a cancellation or an unrecognized face", userNotRecognized,
            each: LocalAuthenticationCode.ofUser),
        TestCase(
            "gives the key up where no biometrics are enrolled any longer", nothingEnrolled,
            each: LocalAuthenticationCode.ofNothingEnrolled),
        TestCase("reports biometrics that the app may not use as unusable, and keeps the key", unavailable),
    ]

    let keys = EnclaveKeys(
        deviceKey: Octets([1, 2, 3]), bindKey: Octets([4, 5]), salt: SecretOctets([UInt8](repeating: 7, count: 16)))
    let biometricKey = EnclaveBiometricKey(key: Octets([1, 2, 3]), biometry: Self.hash([8, 9]))

    private static func hash(_ bytes: [UInt8], on systemVersion: Int = 18) -> EnrolledBiometry.Hash {
        EnrolledBiometry.Hash(value: Octets(bytes), systemVersion: systemVersion)
    }

    private static func enrolled(_ stateHash: Data?, failure: Int?) -> EnrolledBiometry {
        EnrolledBiometry(stateHash: stateHash, systemVersion: 18, failure: failure)
    }

    func form() throws {
        let text = String(decoding: try keys.keychainRecord, as: UTF8.self)
        #expect(
            text == #"{"bindKey":"BAU","deviceKey":"AQID","rounds":600000,"salt":"BwcHBwcHBwcHBwcHBwcHBw","v":1}"#)
        #expect(try EnclaveKeys(keychainRecord: Data(text.utf8)) == keys)
    }

    func biometricForm() throws {
        let text = String(decoding: try biometricKey.keychainRecord, as: UTF8.self)
        #expect(text == #"{"biometry":{"systemVersion":18,"value":"CAk"},"key":"AQID","v":1}"#)
        #expect(try EnclaveBiometricKey(keychainRecord: Data(text.utf8)) == biometricKey)
    }

    func damaged(_ text: String) {
        #expect(throws: KeyStoreError.self) { try EnclaveKeys(keychainRecord: Data(text.utf8)) }
    }

    func laterVersion() throws {
        func later(_ record: Data) -> Data {
            Data(String(decoding: record, as: UTF8.self).replacing(#""v":1"#, with: #""v":2"#).utf8)
        }
        let refusal = KeyStoreError.unusable("The keychain's item was written by a later version. Update the app.")
        #expect(throws: refusal) { try EnclaveKeys(keychainRecord: later(keys.keychainRecord)) }
        #expect(throws: refusal) { try EnclaveBiometricKey(keychainRecord: later(biometricKey.keychainRecord)) }
    }

    func cost() throws {
        func stretched(rounds: Int) throws -> SymmetricKey {
            var other = keys
            other.rounds = rounds
            return try other.stretch(pin: Data("482915".utf8))
        }
        #expect(try stretched(rounds: 1) == stretched(rounds: 1))
        #expect(try stretched(rounds: 1) != stretched(rounds: 2))
        #expect(keys.rounds == 600_000)
    }

    func changedBiometrics() {
        #expect(biometricKey.canSign(with: .some(Self.hash([8, 9]))))
        #expect(!biometricKey.canSign(with: .some(Self.hash([8, 8]))))
        #expect(!biometricKey.canSign(with: .none))
    }

    func untoldBiometrics() {
        let untold = EnclaveBiometricKey(key: Octets([1]), biometry: nil)
        #expect(biometricKey.canSign(with: .unknown))
        #expect(untold.canSign(with: .some(Self.hash([1]))))
        #expect(!untold.canSign(with: .none))
    }

    func systemUpdate() throws {
        let updated = EnrolledBiometry.some(Self.hash([8, 8], on: 26))
        #expect(biometricKey.canSign(with: updated))
        let newer = try #require(biometricKey.afterSigning(with: updated))
        #expect(newer.key == biometricKey.key)
        #expect(!newer.canSign(with: .some(Self.hash([8, 7], on: 26))))
        #expect(newer.afterSigning(with: updated) == nil)
        #expect(newer.afterSigning(with: .unknown) == nil)
    }

    func lockedBiometrics() {
        typealias Code = LocalAuthenticationCode
        #expect(Self.enrolled(Data([1]), failure: nil) == .some(Self.hash([1])))
        #expect(Self.enrolled(nil, failure: Code.biometryLockout) == .unknown)
        #expect(Self.enrolled(nil, failure: Code.biometryNotAvailable) == .unknown)
        #expect(Self.enrolled(nil, failure: Code.biometryNotEnrolled) == .none)
        #expect(Self.enrolled(nil, failure: Code.passcodeNotSet) == .none)
    }

    func deviceLock() throws {
        #expect(DeviceLock(failure: LocalAuthenticationCode.passcodeNotSet) == .notSet)
        #expect(DeviceLock(failure: LocalAuthenticationCode.biometryLockout) == .set)
        #expect(DeviceLock(failure: nil) == .set)
        #expect(throws: KeyStoreError.deviceLockNotSet) { try DeviceLock.notSet.check(.required) }
        try DeviceLock.notSet.check(.ignored)
        try DeviceLock.unsupported.check(.required)
        #expect(KeyProtection(.required, on: .set) == .lockKept)
        #expect(KeyProtection(.required, on: .unsupported) == .unlocked)
        #expect(KeyProtection(.ignored, on: .set) == .unlocked)
    }

    func keychainStatus() {
        #expect(KeyStoreError(keychainStatus: KeychainStatus.itemNotFound) == .keysMissing)
        #expect(KeyStoreError(keychainStatus: KeychainStatus.interactionNotAllowed) == .deviceLocked)
        #expect(KeyStoreError(keychainStatus: -50) == .unusable("The keychain failed with status -50."))
    }

    func userNotRecognized(_ code: Int) {
        #expect(KeyStoreError(signingFailure: code) == nil)
        #expect(KeyStoreError(recognitionFailure: code) == nil)
    }

    func nothingEnrolled(_ code: Int) {
        #expect(KeyStoreError(signingFailure: code) == .keysMissing)
        #expect(KeyStoreError(recognitionFailure: code) == .nothingEnrolled)
    }

    func unavailable() throws {
        let error = try #require(KeyStoreError(signingFailure: LocalAuthenticationCode.biometryNotAvailable))
        guard case .unusable(let reason) = error else { return #expect(Bool(false), "\(error)") }
        #expect(reason.contains("NSFaceIDUsageDescription"))
    }
}
