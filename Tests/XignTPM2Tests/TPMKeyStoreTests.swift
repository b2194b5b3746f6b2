import Foundation
import TPM2
import Testing
import XignCrypto
import XignSDK

@testable import XignTPM2

struct TPMKeyStoreTests {
    @Test("the TPM key store", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("signs with a key whose public half it tells", signs),
        TestCase("binds a PIN always to the same secret, and another PIN or activation to another one", binds),
        TestCase("its keys survive a restart of the TPM", restart),
        TestCase("while the TPM is absent it says so, and the activation is not forgotten", absent),
        TestCase("the keys of another TPM are refused, and not forgotten", otherTPM),
        TestCase("the keys of a TPM that was cleared are refused, and not forgotten", cleared),
        TestCase(
            "an owner's authorization is needed only as long as no storage root key is provisioned, by the commands it tells",
            ownerAuthorization),
        TestCase("a key of another kind in the storage root key's place is not used", unsuitableStorageRootKey),
        TestCase(
            "a storage root key with an authorization value is not used, and no attempt counts towards the TPM's lockout",
            protectedStorageRootKey, each: ["noda|", ""]),
        TestCase(
            "where a protected storage root key leaves no other one, the commands to replace it are told",
            onlyProtectedStorageRootKey),
        TestCase(
            "keys under a derived key are not called lost where the owner got an authorization later",
            laterOwnerAuthorization),
        TestCase(
            "a storage root key whose failures count is used where the owner permits no other one",
            countingStorageRootKey),
        TestCase(
            "an RSA storage root key wraps keys, too, and a later one does not hide an earlier derived one",
            otherStorageRootKey),
        TestCase("several threads at once get right answers", threads),
        TestCase("leaves nothing in the TPM, also after errors", leaks),
        TestCase("forgets keys durably, also without the TPM, and says when there are none", removes),
        TestCase(
            "an address that leaves the choice of the TPM to tpm2-tss is refused", addresses,
            each: [
                "", ":", "device", "device:", "swtpm", ":path=/tmp/tpm", "../tmp/evil:x", "/tmp/evil:x", "mssim:\0",
                "nonsense:x", "cmd:true",
            ]),
        TestCase(
            "says why there is no TPM", noTPM,
            each: ["device:/nowhere/tpmrm0", "swtpm:path=/nowhere", "device:/dev/null"]),
        TestCase("tpm2-tss does not write to the app's standard error", silence),
    ]

    let emulator: TPMEmulator
    let store: TPMKeyStore
    let label = KeyStoreLabel(idmIdentifier: "login.example.org", activationId: Data(repeating: 1, count: 16))
    let pin = Data("482915".utf8)

    init() throws {
        emulator = try TPMEmulator()
        store = emulator.keyStore()
        try store.createKeys(label, deviceLock: .ignored)
    }

    private func checkSignature(_ store: TPMKeyStore) throws { try Self.checkSignature(store, label) }

    private static func checkSignature(_ store: TPMKeyStore, _ label: KeyStoreLabel) throws {
        let key = try P256.Signing.PublicKey(rawRepresentation: store.devicePublicKey(label))
        let signature = try store.deviceSignature(label, over: Data("message".utf8))
        #expect(
            key.isValidSignature(
                try P256.Signing.ECDSASignature(rawRepresentation: signature), for: Data("message".utf8)))
    }

    /// Returns the text of the error `unusable`, which `body` must throw.
    private func refusal(_ body: () throws -> Void) throws -> String {
        let error = #expect(throws: KeyStoreError.self, performing: body)
        guard case .unusable(let text) = error else {
            Issue.record("\(String(describing: error)) instead of unusable")
            return ""
        }
        return text
    }

    func signs() throws { for _ in 0..<20 { try checkSignature(store) } }

    func binds() throws {
        let bound = try store.bind(pin: pin, label)
        #expect(bound.secret.count == 32)
        #expect(bound.salt.count == 16)
        #expect(try store.bind(pin: pin, label).secret == bound.secret)
        #expect(try store.bind(pin: Data("482916".utf8), label).secret != bound.secret)
        let other = KeyStoreLabel(idmIdentifier: "other.example.org", activationId: label.activationId)
        try store.createKeys(other, deviceLock: .ignored)
        #expect(try store.bind(pin: pin, other).secret != bound.secret)
    }

    func restart() throws {
        let bound = try store.bind(pin: pin, label)
        emulator.stop()
        try emulator.start()
        try checkSignature(store)
        #expect(try store.bind(pin: pin, label).secret == bound.secret)
    }

    func absent() throws {
        let key = try store.devicePublicKey(label)
        emulator.stop()
        try store.prepare(deviceLock: .ignored)
        #expect(try store.devicePublicKey(label) == key)
        #expect(try refusal { _ = try store.deviceSignature(label, over: Data()) }.contains("does not answer"))
        #expect(try refusal { _ = try store.bind(pin: pin, label) }.contains("does not answer"))
        #expect(try refusal { try store.createKeys(label, deviceLock: .ignored) }.contains("does not answer"))
        #expect(!TPMKeyStore.isAvailable(tcti: emulator.tcti))
        try emulator.start()
        #expect(TPMKeyStore.isAvailable(tcti: emulator.tcti))
        try checkSignature(store)
    }

    func otherTPM() throws {
        let other = try TPMEmulator()
        let moved = TPMKeyStore(folder: emulator.keys, tcti: other.tcti, cost: TPMEmulator.cost)
        #expect(try moved.devicePublicKey(label) == store.devicePublicKey(label))
        #expect(try refusal { _ = try moved.deviceSignature(label, over: Data()) }.contains("another TPM"))
        #expect(try refusal { _ = try moved.bind(pin: pin, label) }.contains("another TPM"))
        // Its own storage root key is there, so making one is not what is missing.
        try other.makePersistentStorageRootKey()
        try other.run("tpm2_changeauth -c owner secret")
        #expect(try refusal { _ = try moved.deviceSignature(label, over: Data()) }.contains("another TPM"))
        try checkSignature(store)
    }

    func cleared() throws {
        let key = try store.devicePublicKey(label)
        try emulator.run("tpm2_clear -c p")
        #expect(try store.devicePublicKey(label) == key)
        #expect(try refusal { _ = try store.deviceSignature(label, over: Data()) }.contains("was cleared"))
        #expect(try refusal { _ = try store.bind(pin: pin, label) }.contains("was cleared"))
        try store.createKeys(label, deviceLock: .ignored)
        try checkSignature(store)
    }

    func ownerAuthorization() throws {
        let bound = try store.bind(pin: pin, label)
        try emulator.run("tpm2_changeauth -c owner secret")
        let text = try refusal { try store.createKeys(label, deviceLock: .ignored) }
        #expect(try refusal { _ = try store.bind(pin: pin, label) } == text)
        #expect(TPMKeyStore.problem(tcti: emulator.tcti) == text)
        let commands = try #require(text.range(of: "tpm2_createprimary").map { text[$0.lowerBound...] })
        // The emulator has no resource manager, which would remove the primary key after the first command.
        try emulator.run(commands.replacing("OWNERAUTH", with: "secret") + " && tpm2_flushcontext -t")
        // It is the same key that the TPM derived before.
        #expect(try store.bind(pin: pin, label).secret == bound.secret)
        let other = KeyStoreLabel(idmIdentifier: "other.example.org", activationId: label.activationId)
        try store.createKeys(other, deviceLock: .ignored)
        #expect(try store.deviceSignature(other, over: Data()).count == 64)
    }

    func unsuitableStorageRootKey() throws {
        try emulator.run(
            """
            tpm2_createprimary -C o -G ecc256:ecdsa -a 'fixedtpm|fixedparent|sensitivedataorigin|userwithauth|sign' \
                -c signing && tpm2_evictcontrol -C o -c signing 0x81000001 && tpm2_flushcontext -t
            """)
        try checkSignature(store)
        try store.createKeys(label, deviceLock: .ignored)
        try checkSignature(store)
    }

    /// Puts a storage root key into its place, as an administrator may have done before.
    private func provision(attribute: String = "noda|", options: String = "") throws {
        try emulator.run(
            """
            tpm2_createprimary -C o -g sha256 -G ecc \(options) \
                -a 'fixedtpm|fixedparent|sensitivedataorigin|userwithauth|\(attribute)restricted|decrypt' -c srk \
                && tpm2_evictcontrol -C o -c srk 0x81000001 && tpm2_flushcontext -t
            """)
    }

    func protectedStorageRootKey(_ attribute: String) throws {
        let bound = try store.bind(pin: pin, label)
        try provision(attribute: attribute, options: "-p secret")
        // The key of the same template has the same name as the derived one that wraps these keys.
        try checkSignature(store)
        #expect(try store.bind(pin: pin, label).secret == bound.secret)
        #expect(TPMKeyStore.problem(tcti: emulator.tcti) == nil)
        try store.createKeys(label, deviceLock: .ignored)
        try checkSignature(store)
        #expect(try store.bind(pin: pin, label).secret != bound.secret)
        #expect(try emulator.run("tpm2_getcap properties-variable").contains("TPM2_PT_LOCKOUT_COUNTER: 0x0\n"))
    }

    func onlyProtectedStorageRootKey() throws {
        let bound = try store.bind(pin: pin, label)
        try provision(options: "-p other")
        try emulator.run("tpm2_changeauth -c owner secret")
        let text = try refusal { try store.createKeys(label, deviceLock: .ignored) }
        #expect(TPMKeyStore.problem(tcti: emulator.tcti) == text)
        #expect(try refusal { _ = try store.bind(pin: pin, label) } == text)
        let commands = try #require(text.range(of: "tpm2_evictcontrol").map { text[$0.lowerBound...] })
        try emulator.run(commands.replacing("OWNERAUTH", with: "secret") + " && tpm2_flushcontext -t")
        #expect(try store.bind(pin: pin, label).secret == bound.secret)
        try store.createKeys(label, deviceLock: .ignored)
        try checkSignature(store)
    }

    func laterOwnerAuthorization() throws {
        let bound = try store.bind(pin: pin, label)
        try provision(attribute: "")
        try emulator.run("tpm2_changeauth -c owner secret")
        let text = try refusal { _ = try store.bind(pin: pin, label) }
        let command = try #require(text.firstMatch(of: #/tpm2_changeauth .* OWNERAUTH/#))
        try emulator.run(String(command.output).replacing("OWNERAUTH", with: "secret"))
        #expect(try store.bind(pin: pin, label).secret == bound.secret)
    }

    func countingStorageRootKey() throws {
        try provision(attribute: "")
        try emulator.run("tpm2_changeauth -c owner secret")
        try store.createKeys(label, deviceLock: .ignored)
        try checkSignature(store)
    }

    func otherStorageRootKey() throws {
        try emulator.run(
            """
            tpm2_createprimary -C o -g sha256 -G rsa2048:aes128cfb \
                -a 'fixedtpm|fixedparent|sensitivedataorigin|userwithauth|noda|restricted|decrypt' -c srk \
                && tpm2_evictcontrol -C o -c srk 0x81000001 && tpm2_flushcontext -t
            """)
        try checkSignature(store)
        let bound = try store.bind(pin: pin, label)
        try store.createKeys(label, deviceLock: .ignored)
        try checkSignature(store)
        #expect(try store.bind(pin: pin, label).secret != bound.secret)
    }

    func threads() async throws {
        let bound = try store.bind(pin: pin, label).secret
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<16 {
                group.addTask { [store, pin, label] in
                    if index.isMultiple(of: 2) { return try store.bind(pin: pin, label).secret == bound }
                    try Self.checkSignature(store, label)
                    return true
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
    }

    func leaks() throws {
        for _ in 0..<50 {
            _ = try store.deviceSignature(label, over: Data())
            _ = try store.bind(pin: pin, label)
            try store.createKeys(label, deviceLock: .ignored)
            // A key that is loaded, and then refuses to sign.
            #expect(throws: TPMError.self) {
                try TPM(at: emulator.tcti).connect { connection throws(TPMError) in
                    try connection.withStorageRootKey { parent throws(TPMError) in
                        let key = try connection.createHMACKey(under: parent)
                        _ = try connection.signature(of: [UInt8](repeating: 1, count: 32), by: key, under: parent)
                    }
                }
            }
        }
        #expect(try emulator.run("tpm2_getcap handles-transient").isEmpty)
        #expect(try emulator.run("tpm2_getcap handles-loaded-session").isEmpty)
    }

    func removes() throws {
        emulator.stop()
        try store.removeKeys(label)
        try store.removeKeys(label)
        #expect(throws: KeyStoreError.keysMissing) { try store.devicePublicKey(label) }
        #expect(throws: KeyStoreError.keysMissing) { try store.deviceSignature(label, over: Data()) }
        #expect(throws: KeyStoreError.keysMissing) { try store.bind(pin: pin, label) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: emulator.keys.path).isEmpty)
    }

    func addresses(_ address: String) throws {
        #expect(try #require(TPMKeyStore.problem(tcti: address)).contains("no address of a TPM"))
    }

    func noTPM(_ address: String) throws {
        #expect(try #require(TPMKeyStore.problem(tcti: address)).contains("There is no TPM"))
    }

    func silence() { #expect(ProcessInfo.processInfo.environment["TSS2_LOG"] == "all+NONE") }
}
