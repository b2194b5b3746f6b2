import Foundation
import Testing
import XignCrypto
import XignProtocol

@testable import XignSDK

struct FileKeyStoreTests {
    @Test("the file key store", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("keeps its files from other users", permissions),
        TestCase("signs with a key whose public half it tells", signs),
        TestCase("binds a PIN always to the same secret, and another PIN or activation to another one", binds),
        TestCase("stretches with the cost that stands beside the keys, whatever the present default is", recordedCost),
        TestCase("forgets keys durably, and says when there are none", removes),
        TestCase("refuses a file or folder that is open to others", openToOthers, each: [0o644, 0o660, 0o602]),
        TestCase("refuses symbolic links", links),
        TestCase("says so when a file is damaged, and leaks nothing of it", damaged),
        TestCase("refuses a file in which one bit is wrong, at any position, or whose end is missing", wrongBits),
        TestCase("reads a file of an earlier version, which has no digest", withoutDigest),
        TestCase("refuses a file of a later version, and asks for an update", laterVersion),
        TestCase("a write that was interrupted leaves the old content, and no trace in the list", interruptedWrite),
        TestCase("readers never see half a write while others replace the file", atomicity),
    ]

    let folder: TemporaryFolder
    let path: String
    let store: FileKeyStore
    let label = KeyStoreLabel(idmIdentifier: "login.example.org", activationId: Data(repeating: 1, count: 16))

    init() throws {
        folder = try TemporaryFolder()
        path = folder.url.appendingPathComponent("keys").path
        store = TestDevice.keyStore(folder)
        try store.createKeys(label, deviceLock: .ignored)
    }

    private func file() throws -> String {
        path + "/" + (try #require(FileManager.default.contentsOfDirectory(atPath: path).first))
    }

    private func mode(_ path: String) throws -> Int {
        try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }

    func permissions() throws {
        #expect(try mode(path) == 0o700)
        #expect(try mode(file()) == 0o600)
    }

    func signs() throws {
        let key = try P256.Signing.PublicKey(rawRepresentation: store.devicePublicKey(label))
        let signature = try store.deviceSignature(label, over: Data("message".utf8))
        #expect(
            key.isValidSignature(
                try P256.Signing.ECDSASignature(rawRepresentation: signature), for: Data("message".utf8)))
    }

    func binds() throws {
        let bound = try store.bind(pin: Data("482915".utf8), label)
        #expect(bound.secret.count == 32 && bound.salt.count == 16)
        #expect(try store.bind(pin: Data("482915".utf8), label).secret == bound.secret)
        #expect(try store.bind(pin: Data("482916".utf8), label).secret != bound.secret)
        let other = KeyStoreLabel(idmIdentifier: "other.example.org", activationId: label.activationId)
        try store.createKeys(other, deviceLock: .ignored)
        #expect(try store.bind(pin: Data("482915".utf8), other).secret != bound.secret)
    }

    func recordedCost() throws {
        let other = FileKeyStore(folder: URL(fileURLWithPath: path))
        let pin = Data("482915".utf8)
        #expect(try other.bind(pin: pin, label).secret == store.bind(pin: pin, label).secret)
        #expect(Stretching.standard == Stretching(algorithm: "scrypt", logN: 17, r: 8, p: 1))
    }

    func removes() throws {
        try store.removeKeys(label)
        try store.removeKeys(label)
        #expect(throws: KeyStoreError.keysMissing) { try store.devicePublicKey(label) }
        #expect(try folder.files().isEmpty)
    }

    func openToOthers(_ mode: Int) throws {
        let file = try file()
        #expect(chmod(file, mode_t(mode)) == 0)
        #expect(throws: KeyStoreError.self) { try store.devicePublicKey(label) }
        #expect(chmod(file, 0o600) == 0 && chmod(path, mode_t(mode | 0o100)) == 0)
        #expect(throws: KeyStoreError.self) { try store.devicePublicKey(label) }
        #expect(chmod(path, 0o700) == 0)
        _ = try store.devicePublicKey(label)
    }

    @Test("refuses a folder or file of another user", .enabled(if: geteuid() == 0))
    func otherOwner() throws {
        #expect(chown(try file(), 12345, 12345) == 0)
        #expect(throws: KeyStoreError.self) { try store.devicePublicKey(label) }
        #expect(chown(try file(), 0, 0) == 0 && chown(path, 12345, 12345) == 0)
        #expect(throws: KeyStoreError.self) { try store.devicePublicKey(label) }
    }

    func links() throws {
        let file = try file()
        let elsewhere = folder.url.appendingPathComponent("elsewhere").path
        try FileManager.default.moveItem(atPath: file, toPath: elsewhere)
        try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: elsewhere)
        #expect(throws: KeyStoreError.self) { try store.devicePublicKey(label) }
    }

    func damaged() throws {
        let file = try file()
        try Data(#"{"v":1,"bindSecret":"c2VjcmV0"}"#.utf8).write(to: URL(fileURLWithPath: file))
        #expect(chmod(file, 0o600) == 0)
        do {
            _ = try store.devicePublicKey(label)
            Issue.record("a damaged file was read")
        } catch let KeyStoreError.unusable(reason) {
            #expect(reason.contains(file) && !reason.contains("c2VjcmV0"))
        }
    }

    func wrongBits() throws {
        let file = URL(fileURLWithPath: try file())
        let handle = try FileHandle(forWritingTo: file)
        let content = try Data(contentsOf: file)
        let damaged = content.indices.flatMap { index in
            var flipped = content
            flipped[index] ^= 1 << (index % 8)
            return [flipped, content.prefix(index)]
        }
        for (number, damage) in damaged.enumerated() {
            try handle.truncate(atOffset: 0)
            try handle.seek(toOffset: 0)
            try handle.write(contentsOf: damage)
            for use in [
                { _ = try store.devicePublicKey(label) }, { _ = try store.deviceSignature(label, over: Data()) },
                { _ = try store.bind(pin: Data("482915".utf8), label) },
            ] {
                let error = #expect(throws: KeyStoreError.self, "damage \(number)", performing: use)
                #expect(error.map { "\($0)".contains("is damaged") } == true, "damage \(number)")
            }
        }
    }

    func withoutDigest() throws {
        let file = URL(fileURLWithPath: try file())
        let (key, bound) = (try store.devicePublicKey(label), try store.bind(pin: Data("482915".utf8), label))
        let earlier = try keysAlone(file)
        #expect(!earlier.contains("sha256"))
        try Data(earlier.utf8).write(to: file)
        #expect(chmod(file.path, 0o600) == 0)
        #expect(try store.devicePublicKey(label) == key)
        #expect(try store.bind(pin: Data("482915".utf8), label).secret == bound.secret)
    }

    /// Returns the keys of a file as earlier versions wrote them.
    private func keysAlone(_ file: URL) throws -> String {
        let content = try String(contentsOf: file, encoding: .utf8)
        return String(try #require(content.wholeMatch(of: #/\{"keys":(.*),"sha256":"[^"]*"\}/#)).1)
    }

    func laterVersion() throws {
        let file = URL(fileURLWithPath: try file())
        let later = try keysAlone(file).replacing(#""v":1"#, with: #""v":2"#)
        try Data(later.utf8).write(to: file)
        #expect(chmod(file.path, 0o600) == 0)
        let refusal = KeyStoreError.unusable("\(file.path) was written by a later version. Update the app.")
        #expect(throws: refusal) { try store.devicePublicKey(label) }
        #expect(throws: refusal) { try store.bind(pin: Data("482915".utf8), label) }
    }

    func interruptedWrite() throws {
        let private_ = try PrivateFolder(path)
        try private_.write(Data("old".utf8), to: "a.json")
        try Data("half".utf8).write(to: URL(fileURLWithPath: path + "/.a.json.5DE1"))
        #expect(try private_.read("a.json") == Data("old".utf8))
        #expect(try private_.names().contains("a.json") && private_.names().count == 2)
    }

    func atomicity() async throws {
        let folder = try PrivateFolder(path)
        let contents = (0..<4).map { Data(repeating: UInt8($0), count: 20_000) }
        try folder.write(contents[0], to: "b.json")
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for content in contents {
                group.addTask {
                    for _ in 0..<20 { try folder.write(content, to: "b.json") }
                    return true
                }
                group.addTask {
                    try (0..<100).allSatisfy { _ in contents.contains(try folder.read("b.json") ?? Data()) }
                }
            }
            for try await isWhole in group { #expect(isWhole) }
        }
    }
}
