import Foundation
import TPM2
import Testing
import XignCrypto
import XignSDK

@testable import XignTPM2

struct TPMKeyFileTests {
    @Test("the files of the TPM key store", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("are kept from other users", permissions),
        TestCase("are refused when one bit is wrong, at any position, or the end is missing", damage),
        TestCase("of a later version are refused, with the advice to update", laterVersion),
        TestCase("of this store and of the file key store are damaged to each other, not missing", otherStore),
        TestCase("contain neither the private key nor the key of the binding", secrets),
        TestCase("with a wrapped key that was changed, are refused by the TPM", changedKeys),
    ]

    let emulator: TPMEmulator
    let store: TPMKeyStore
    let label = KeyStoreLabel(idmIdentifier: "login.example.org", activationId: Data(repeating: 1, count: 16))
    let pin = Data("482915".utf8)
    let file: URL

    init() throws {
        emulator = try TPMEmulator()
        store = emulator.keyStore()
        try store.createKeys(label, deviceLock: .ignored)
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: emulator.keys.path).first)
        file = emulator.keys.appendingPathComponent(name)
    }

    private func mode(_ url: URL) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int)
    }

    private func write(_ content: Data) throws {
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: content)
        try handle.close()
    }

    func permissions() throws {
        #expect(try mode(emulator.keys) == 0o700)
        #expect(try mode(file) == 0o600)
    }

    func damage() throws {
        let content = try Data(contentsOf: file)
        let damaged = content.indices.flatMap { index in
            var flipped = content
            flipped[index] ^= 1 << (index % 8)
            return [flipped, content.prefix(index)]
        }
        for (number, damage) in damaged.enumerated() {
            try write(damage)
            for use in [
                { _ = try store.devicePublicKey(label) }, { _ = try store.deviceSignature(label, over: Data()) },
                { _ = try store.bind(pin: pin, label) },
            ] {
                guard case .unusable(let text) = #expect(throws: KeyStoreError.self, performing: use) else {
                    Issue.record("damage \(number) was not refused as unusable")
                    continue
                }
                #expect(text.contains("is damaged"))
            }
        }
        try write(content)
        _ = try store.bind(pin: pin, label)
    }

    func laterVersion() throws {
        let file = try String(contentsOf: file, encoding: .utf8)
        let members = try #require(file.firstMatch(of: #/\{"keys":(.*),"sha256":"(.*)"\}/#))
        let keys = members.1.replacing(#""v":1"#, with: #""v":2"#)
        let digest = Data(SHA256.hash(data: Data(keys.utf8))).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        try write(Data(#"{"keys":\#(keys),"sha256":"\#(digest)"}"#.utf8))
        guard
            case .unusable(let text) = #expect(
                throws: KeyStoreError.self, performing: { try store.bind(pin: pin, label) })
        else { return }
        #expect(text.contains("was written by a later version"))
    }

    func otherStore() throws {
        let files = FileKeyStore(folder: emulator.keys)
        #expect(throws: KeyStoreError.self) { try files.devicePublicKey(label) }
        do { _ = try files.devicePublicKey(label) } catch { #expect(error as? KeyStoreError != .keysMissing) }
        try files.createKeys(label, deviceLock: .ignored)
        do { _ = try store.devicePublicKey(label) } catch { #expect(error as? KeyStoreError != .keysMissing) }
        #expect(throws: KeyStoreError.self) { try store.devicePublicKey(label) }
    }

    func secrets() throws {
        let content = try Data(contentsOf: file)
        let strings = String(decoding: content, as: UTF8.self).split(separator: "\"")
        let blobs = strings.compactMap { Data(base64Encoded: $0.padded) }.filter { $0.count >= 32 }
        #expect(blobs.count >= 5)
        let (key, bound) = (try store.devicePublicKey(label), try store.bind(pin: pin, label))
        let stretched = try TPMEmulator.cost.stretch(pin: pin, salt: Array(bound.salt)).withUnsafeBytes { Data($0) }
        for blob in blobs {
            for start in 0...(blob.count - 32) {
                let candidate = blob.dropFirst(start).prefix(32)
                let signing = try? P256.Signing.PrivateKey(rawRepresentation: candidate)
                #expect(signing?.publicKey.rawRepresentation != key)
                let code = HMAC<SHA256>.authenticationCode(for: stretched, using: SymmetricKey(data: candidate))
                #expect(Data(code) != bound.secret)
            }
        }
    }

    func changedKeys() throws {
        let tpm = TPM(at: emulator.tcti)
        let key = try tpm.connect { connection throws(TPMError) in
            try connection.withStorageRootKey { parent throws(TPMError) in
                try connection.createSigningKey(under: parent)
            }
        }
        func isRefused(_ key: WrappedKey) -> Bool {
            do throws(TPMError) {
                try tpm.connect { connection throws(TPMError) in
                    let digest = [UInt8](repeating: 1, count: 32)
                    try connection.withStorageRootKey { parent throws(TPMError) in
                        _ = try connection.signature(of: digest, by: key, under: parent)
                    }
                }
                return false
            } catch { return error.cause == .keyRefused && !error.text.isEmpty }
        }
        #expect(!isRefused(key))
        for index in key.privateArea.indices {
            var privateArea = key.privateArea
            privateArea[index] ^= 1 << (index % 8)
            #expect(isRefused(WrappedKey(publicArea: key.publicArea, privateArea: privateArea)), "private \(index)")
        }
        for index in key.publicArea.indices {
            var publicArea = key.publicArea
            publicArea[index] ^= 1 << (index % 8)
            #expect(isRefused(WrappedKey(publicArea: publicArea, privateArea: key.privateArea)), "public \(index)")
            let truncated = WrappedKey(publicArea: Array(key.publicArea.prefix(index)), privateArea: key.privateArea)
            #expect(isRefused(truncated), "public area of \(index) bytes")
        }
        #expect(try emulator.run("tpm2_getcap handles-transient").isEmpty)
    }
}

extension Substring {
    /// The text as base64 instead of base64url without padding.
    fileprivate var padded: String {
        let text = replacing("-", with: "+").replacing("_", with: "/")
        return text + String(repeating: "=", count: (4 - text.count % 4) % 4)
    }
}
