import Foundation
import Testing
import XignCrypto
import XignSDK

@testable import XignTPM2

@Suite("the TPM key store")
struct TPMKeyStoreTests {
    let emulator: TPMEmulator
    let store: TPMKeyStore
    let label = KeyStoreLabel(idmIdentifier: "login.example.org", activationId: Data(repeating: 1, count: 16))

    init() throws {
        emulator = try TPMEmulator()
        store = TPMKeyStore(
            folder: emulator.folder.appendingPathComponent("keys"), tcti: emulator.tcti,
            cost: Stretching(logN: 4, r: 8, p: 1))
        try store.createKeys(label, deviceLock: .ignored)
    }

    @Test("signs with a key whose public half it tells")
    func signs() throws {
        let key = try P256.Signing.PublicKey(rawRepresentation: store.devicePublicKey(label))
        let signature = try store.deviceSignature(label, over: Data("message".utf8))
        #expect(
            key.isValidSignature(
                try P256.Signing.ECDSASignature(rawRepresentation: signature), for: Data("message".utf8)))
    }

    @Test("binds a PIN always to the same secret, and another PIN or activation to another one")
    func binds() throws {
        let bound = try store.bind(pin: Data("482915".utf8), label)
        #expect(bound.secret.count == 32)
        #expect(bound.salt.count == 16)
        #expect(try store.bind(pin: Data("482915".utf8), label).secret == bound.secret)
        #expect(try store.bind(pin: Data("482916".utf8), label).secret != bound.secret)
        let other = KeyStoreLabel(idmIdentifier: "other.example.org", activationId: label.activationId)
        try store.createKeys(other, deviceLock: .ignored)
        #expect(try store.bind(pin: Data("482915".utf8), other).secret != bound.secret)
    }

    @Test("is available where a TPM answers")
    func isAvailable() throws {
        #expect(TPMKeyStore.problem(tcti: emulator.tcti) == nil)
    }
}
