import Foundation
import Testing
import XignCrypto
import XignProtocol

@testable import xign

struct TrustTests {
    @Test("xign trust", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the published words make it trusted, however they are written", fingerprint),
        TestCase(
            "other words store nothing", otherFingerprint,
            each: ["", "lusab", "lusab-babad-gutih-lusab-babad-gutih-lusab-babad"]),
        TestCase("part of the words is not enough", partOfFingerprint),
        TestCase("without the words a person decides", person),
        TestCase("where there is nobody, nothing is trusted, and no option helps but the words", nobody),
        TestCase("a document that only names the real roots is refused, though its fingerprint is right", forged),
        TestCase(
            "with the published epoch, stolen keys that were replaced are refused, though the words are right", epoch),
        TestCase("Limit: the words alone also fit stolen keys that were replaced", wordsAlone),
        TestCase("the day of an epoch is shown, and the first one is called so", epochDay),
        TestCase(
            "a later epoch of a trusted manager takes the place of an older one, and none before it does", laterEpoch),
        TestCase("an epoch that is no number from 1 is refused", otherEpoch, each: ["", "0", "-1", "first", "1.5"]),
        TestCase("what is no key material is refused", otherFile, each: ["", "{}", "[]", "<html>"]),
        TestCase("a missing file, an unprotected address and an unreachable one each say so", sources),
        TestCase("authorities that cannot be read are an error before anything is asked", unreadableAuthorities),
        TestCase("twice is no error", twice),
        TestCase(
            "new root keys of a trusted manager are pointed out, and replace the old ones when their words are right",
            newRoots),
        TestCase("a manager that claims the keys of a trusted one is refused", conflict),
        TestCase("several managers are trusted beside each other", several),
        TestCase(
            "what others can write is not believed", permissions,
            each: [("trusted", 0o777), ("trusted/manager-login.example.org.json", 0o666), ("", 0o755)]),
    ]

    let folder: TemporaryFolder
    let manager: Operator
    let file: String

    init() throws {
        folder = try TemporaryFolder()
        manager = try Operator()
        file = try folder.file("key-material.json", manager.document)
    }

    private var trusted: [String] { get throws { try folder.homeFiles().keys.filter { $0.hasSuffix(".json") } } }

    func fingerprint() throws {
        let words = manager.fingerprint.uppercased().replacing("-", with: "  ")
        let transcript = Transcript("trust", file, "--fingerprint", words, home: folder)
        #expect(transcript.status == 0)
        #expect(transcript.output.contains(manager.fingerprint) && transcript.output.contains("login.example.org"))
        #expect(try trusted == ["trusted/manager-login.example.org.json"])
        #expect(try folder.homeFiles()["trusted/manager-login.example.org.json"] == 0o600)
        #expect(try folder.homeFiles()["trusted"] == 0o700)
    }

    func otherFingerprint(words: String) throws {
        let transcript = Transcript("trust", file, "--fingerprint=\(words)", home: folder)
        #expect(transcript.status == 76 && transcript.errors.contains("nothing was stored"))
        #expect(try trusted.isEmpty)
    }

    func partOfFingerprint() throws {
        let words = manager.fingerprint.split(separator: "-").dropLast().joined(separator: "-")
        #expect(Transcript("trust", file, "--fingerprint", words, home: folder).status == 76)
    }

    func person() throws {
        let refused = Transcript("trust", file, home: folder, answers: ["n"])
        #expect(refused.status == 1)
        #expect(try trusted.isEmpty)
        let agreed = Transcript("trust", file, home: folder, answers: ["", "yes"])
        #expect(agreed.status == 0)
        #expect(try trusted.count == 1)
    }

    func nobody() throws {
        let transcript = Transcript("trust", file, home: folder)
        #expect(transcript.status == 66 && transcript.errors.contains("--fingerprint"))
        #expect(Transcript("trust", file, "--yes", home: folder).status == 64)
        #expect(try trusted.isEmpty)
    }

    func forged() throws {
        let thief = Curve25519.Signing.PrivateKey()
        var material = manager.material
        material.onlineKey = try Operator.verification(thief)
        let document = try SignedKeyMaterial(signing: material, with: [thief]).serialized
        let forged = try folder.file("forged.json", document)
        #expect(material.fingerprint == manager.fingerprint)
        #expect(Transcript("trust", forged, "--fingerprint", manager.fingerprint, home: folder).status == 65)
        #expect(try trusted.isEmpty)
    }

    /// The words are of the root keys, which have not changed.
    private func later() throws -> Operator { try Operator(root: manager.root, epoch: 1_790_000_000) }

    /// A file of somebody who has stolen the first online key, and continues the epoch that it signs.
    private func stolen() throws -> String {
        var material = manager.material
        material.sequence = 2
        material.encryptionKeys = [try DecryptionKey(suite: .x25519, secret: SecretOctets.random(count: 32)).publicKey]
        let stolen = try SignedKeyMaterial(signing: material, with: [manager.online]).serialized
        let chain = [manager.document, stolen].map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
        return try folder.file("stolen.json", Array("[\(chain)]".utf8))
    }

    func wordsAlone() throws {
        #expect(Transcript("trust", try stolen(), "--fingerprint", manager.fingerprint, home: folder).status == 0)
    }

    func epoch() throws {
        let (forged, words) = (try stolen(), manager.fingerprint)
        let refused = Transcript("trust", forged, "--fingerprint", words, "--epoch", "1790000000", home: folder)
        #expect(refused.status == 76)
        #expect(refused.errors.contains("1790000000"))
        #expect(try trusted.isEmpty)
        let genuine = try folder.file("later.json", later().document)
        #expect(
            Transcript("trust", genuine, "--fingerprint", words, "--epoch", "1790000001", home: folder).status == 76)
        #expect(try trusted.isEmpty)
        #expect(
            Transcript("trust", genuine, "--fingerprint", words, "--epoch", "1790000000", home: folder).status == 0)
        #expect(try trusted.count == 1)
    }

    func epochDay() throws {
        #expect(Transcript("trust", file, home: folder, answers: ["n"]).output.contains("1, the first one"))
        let later = try folder.file("later.json", later().document)
        #expect(Transcript("trust", later, home: folder, answers: ["n"]).output.contains("1790000000, since 2"))
        let german = Transcript("trust", later, home: folder, answers: ["n"], language: .german)
        #expect(german.output.contains("September 2026"))
    }

    func laterEpoch() throws {
        let later = try folder.file("later.json", later().document)
        func epochs() throws -> [Int64] { try Home(folder.path + "/home").sdk().managers.map(\.epoch) }
        for (source, epoch) in [(file, Int64(1)), (later, 1_790_000_000), (file, 1_790_000_000)] {
            #expect(Transcript("trust", source, "--fingerprint", manager.fingerprint, home: folder).status == 0)
            #expect(try epochs() == [epoch])
        }
    }

    func otherEpoch(text: String) {
        #expect(Transcript("trust", file, "--epoch=\(text)", home: folder, answers: ["y"]).status == 64)
    }

    func otherFile(content: String) throws {
        let other = try folder.file("other.json", Array(content.utf8))
        #expect(Transcript("trust", other, "--fingerprint", manager.fingerprint, home: folder).status == 65)
    }

    func sources() {
        #expect(Transcript("trust", folder.path + "/none", home: folder).status == 66)
        #expect(Transcript("trust", "http://login.example.org", home: folder).status == 65)
        #expect(Transcript("trust", "http://127.0.0.1.example.org", home: folder).status == 65)
        #expect(Transcript("trust", "http://127.0.0.1:1", home: folder).status == 69)
    }

    func unreadableAuthorities() {
        let transcript = Transcript(
            "trust", "https://127.0.0.1:1", "--ca-file", folder.path + "/none.pem", home: folder)
        #expect(transcript.status == 66 && transcript.errors.contains("none.pem"))
    }

    func twice() {
        for _ in 0..<2 {
            #expect(Transcript("trust", file, "--fingerprint", manager.fingerprint, home: folder).status == 0)
        }
    }

    func newRoots() throws {
        _ = Transcript("trust", file, "--fingerprint", manager.fingerprint, home: folder)
        let successor = try Operator()
        let other = try folder.file("other.json", successor.document)
        let refused = Transcript("trust", other, "--fingerprint", manager.fingerprint, home: folder)
        #expect(refused.status == 76 && refused.errors.contains(manager.fingerprint))
        #expect(Transcript("trust", other, "--fingerprint", successor.fingerprint, home: folder).status == 0)
        let known = try Home(folder.path + "/home").sdk().managers
        #expect(known.map(\.fingerprint) == [successor.fingerprint])
    }

    func conflict() throws {
        _ = Transcript("trust", file, "--fingerprint", manager.fingerprint, home: folder)
        let twin = try Operator("https://other.example.org", root: manager.root)
        let other = try folder.file("twin.json", twin.document)
        #expect(Transcript("trust", other, "--fingerprint", twin.fingerprint, home: folder).status == 65)
        #expect(try trusted.count == 1)
    }

    func several() throws {
        let other = try Operator("https://other.example.org:8443")
        _ = Transcript("trust", file, "--fingerprint", manager.fingerprint, home: folder)
        let second = try folder.file("other.json", other.document)
        #expect(Transcript("trust", second, "--fingerprint", other.fingerprint, home: folder).status == 0)
        #expect(
            try Home(folder.path + "/home").sdk().managers.map(\.idmIdentifier) == [
                "login.example.org", "other.example.org:8443",
            ])
    }

    func permissions(name: String, mode: Int) throws {
        _ = Transcript("trust", file, "--fingerprint", manager.fingerprint, home: folder)
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: folder.path + "/home/" + name)
        let transcript = Transcript("accounts", home: folder)
        #expect(transcript.status == 78 && transcript.errors.contains(folder.path + "/home"))
    }
}
