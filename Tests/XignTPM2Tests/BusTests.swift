import Foundation
import Testing
import XignCrypto
import XignSDK

@testable import XignTPM2

struct BusTests {
    @Test("the bus between processor and TPM", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "neither the stretched PIN nor what it is bound to can be read on the way to the TPM and back", encryption),
        TestCase("a device that tells the right name with a key of its own gets no session", exchangedKey),
        TestCase("a device that exchanges the key that the TPM derives gets no session", exchangedDerivedKey),
        TestCase("no answer that a device in between has changed is believed", changedAnswers),
    ]

    let emulator: TPMEmulator
    let label = KeyStoreLabel(idmIdentifier: "login.example.org", activationId: Data(repeating: 1, count: 16))
    let pin = Data("482915".utf8)

    init() throws { emulator = try TPMEmulator() }

    private func store(_ interposer: Interposer) -> TPMKeyStore { emulator.keyStore(tcti: interposer.tcti) }

    func encryption() throws {
        let interposer = try Interposer(before: emulator)
        let store = store(interposer)
        try store.createKeys(label, deviceLock: .ignored)
        let bound = try store.bind(pin: pin, label)
        let stretched = try TPMEmulator.cost.stretch(pin: pin, salt: Array(bound.salt)).withUnsafeBytes { Array($0) }
        #expect(!interposer.saw(stretched))
        #expect(!interposer.saw(bound.secret))
        // The recorder would have seen them: a digest that is signed is not encrypted.
        _ = try store.deviceSignature(label, over: Data("message".utf8))
        #expect(interposer.saw(Array(SHA256.hash(data: Data("message".utf8)))))
    }

    func exchangedKey() throws {
        let isAttacking = Setting(false)
        let interposer = try Interposer(before: emulator) { code, answer in
            if isAttacking.value, code == readPublic { exchangeKey(in: &answer, at: 10) }
        }
        try emulator.makePersistentStorageRootKey()
        let store = store(interposer)
        try store.createKeys(label, deviceLock: .ignored)
        let bound = try store.bind(pin: pin, label)
        #expect(interposer.exchanges.contains { $0.isSessionOfPersistentKey })
        let before = interposer.exchanges.count

        // The store finds the same key by deriving it again.
        isAttacking.value = true
        #expect(try store.bind(pin: pin, label).secret == bound.secret)
        #expect(interposer.exchanges.count > before)
        #expect(!interposer.exchanges.dropFirst(before).contains { $0.isSessionOfPersistentKey })
    }

    func exchangedDerivedKey() throws {
        let isAttacking = Setting(false)
        let interposer = try Interposer(before: emulator) { code, answer in
            if isAttacking.value, code == createPrimary { exchangeKey(in: &answer, at: 18) }
        }
        let store = store(interposer)
        try store.createKeys(label, deviceLock: .ignored)
        _ = try store.bind(pin: pin, label)
        #expect(interposer.exchanges.contains { $0.code == startAuthSession })
        let before = interposer.exchanges.count

        isAttacking.value = true
        #expect(throws: KeyStoreError.self) { try store.bind(pin: pin, label) }
        #expect(interposer.exchanges.dropFirst(before).contains { $0.code == createPrimary })
        #expect(!interposer.exchanges.dropFirst(before).contains { $0.code == startAuthSession })
    }

    func changedAnswers() throws {
        let position = Setting<Int?>(nil)
        let interposer = try Interposer(before: emulator) { code, answer in
            // The value of TPM2_HMAC, its length, and the authentication of the answer.
            if code == hmac, let index = position.value { answer[10 + index % (answer.count - 10)] ^= 1 }
        }
        let store = store(interposer)
        try store.createKeys(label, deviceLock: .ignored)
        let bound = try store.bind(pin: pin, label)
        for index in 0..<107 {
            position.value = index
            #expect(throws: KeyStoreError.self, "position \(index)") { try store.bind(pin: pin, label) }
            // After some of these, tpm2-tss sends nothing further on the connection. A resource manager, which this
            // transport does not have, would remove the keys.
            try emulator.run("tpm2_flushcontext -t && tpm2_flushcontext -l")
        }
        position.value = nil
        #expect(try store.bind(pin: pin, label).secret == bound.secret)
    }

    @Test(
        "a TPM that fails to load intact keys is not taken for damage of their file",
        // TPM_RC_INITIALIZE, FAILURE, AUTH_FAIL and BAD_AUTH of the first session, and LOCKOUT.
        arguments: [0x100, 0x101, 0x98E, 0x9A2, 0x921] as [UInt32])
    func failingTPM(_ response: UInt32) throws {
        let isFailing = Setting(false)
        let interposer = try Interposer(before: emulator) { code, answer in
            guard isFailing.value, code == load else { return }
            answer = [0x80, 0x01, 0, 0, 0, 10, 0, 0, UInt8(response >> 8), UInt8(response & 0xFF)]
        }
        let store = store(interposer)
        try store.createKeys(label, deviceLock: .ignored)
        let bound = try store.bind(pin: pin, label)
        isFailing.value = true
        for use in [{ _ = try store.deviceSignature(label, over: Data()) }, { _ = try store.bind(pin: pin, label) }] {
            guard case .unusable(let text) = #expect(throws: KeyStoreError.self, performing: use) else {
                Issue.record("not refused as unusable")
                continue
            }
            #expect(text.contains("The TPM failed"))
            #expect(!text.contains("is damaged"))
        }
        try emulator.run("tpm2_flushcontext -t && tpm2_flushcontext -l")
        isFailing.value = false
        #expect(try store.bind(pin: pin, label).secret == bound.secret)
    }
}

private let createPrimary: UInt32 = 0x131
private let hmac: UInt32 = 0x155
private let load: UInt32 = 0x157
private let readPublic: UInt32 = 0x173
private let startAuthSession: UInt32 = 0x176

extension Interposer.Exchange {
    /// True for the start of a session whose salt is encrypted to the persistent key.
    fileprivate var isSessionOfPersistentKey: Bool {
        code == startAuthSession && Array(command[10..<14]) == [0x81, 0, 0, 1]
    }
}

/// Replaces the point in the public area of a storage root key, which begins at an offset.
private func exchangeKey(in answer: inout [UInt8], at offset: Int) {
    let point = P256.KeyAgreement.PrivateKey().publicKey.rawRepresentation
    answer.replaceSubrange(offset + 26..<offset + 58, with: point.prefix(32))
    answer.replaceSubrange(offset + 60..<offset + 92, with: point.suffix(32))
}
