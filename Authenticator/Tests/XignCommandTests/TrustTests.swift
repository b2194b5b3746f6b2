import Foundation
import Testing
import XignCrypto
import XignProtocol

@testable import xign

@Suite("xign trust")
struct TrustTests {
    let folder: TemporaryFolder
    let manager: Operator
    let file: String

    init() throws {
        folder = try TemporaryFolder()
        manager = try Operator()
        file = try folder.file("key-material.json", manager.document)
    }

    private var trusted: [String] { get throws { try folder.homeFiles().keys.filter { $0.hasSuffix(".json") } } }

    @Test("the published words make it trusted, however they are written")
    func fingerprint() throws {
        let words = manager.fingerprint.uppercased().replacing("-", with: "  ")
        let transcript = Transcript("trust", file, "--fingerprint", words, home: folder)
        #expect(transcript.status == 0)
        #expect(transcript.output.contains(manager.fingerprint) && transcript.output.contains("login.example.org"))
        #expect(try trusted == ["trusted/manager-login.example.org.json"])
        #expect(try folder.homeFiles()["trusted/manager-login.example.org.json"] == 0o600)
        #expect(try folder.homeFiles()["trusted"] == 0o700)
    }

    @Test("other words store nothing", arguments: ["", "lusab", "lusab-babad-gutih-lusab-babad-gutih-lusab-babad"])
    func otherFingerprint(words: String) throws {
        let transcript = Transcript("trust", file, "--fingerprint=\(words)", home: folder)
        #expect(transcript.status == 76 && transcript.errors.contains("nothing was stored"))
        #expect(try trusted.isEmpty)
    }

    @Test("part of the words is not enough")
    func partOfFingerprint() throws {
        let words = manager.fingerprint.split(separator: "-").dropLast().joined(separator: "-")
        #expect(Transcript("trust", file, "--fingerprint", words, home: folder).status == 76)
    }

    @Test("without the words a person decides")
    func person() throws {
        let refused = Transcript("trust", file, home: folder, answers: ["n"])
        #expect(refused.status == 1)
        #expect(try trusted.isEmpty)
        let agreed = Transcript("trust", file, home: folder, answers: ["", "yes"])
        #expect(agreed.status == 0)
        #expect(try trusted.count == 1)
    }

    @Test("where there is nobody, nothing is trusted, and no option helps but the words")
    func nobody() throws {
        let transcript = Transcript("trust", file, home: folder)
        #expect(transcript.status == 66 && transcript.errors.contains("--fingerprint"))
        #expect(Transcript("trust", file, "--yes", home: folder).status == 64)
        #expect(try trusted.isEmpty)
    }

    @Test("a document that only names the real roots is refused, though its fingerprint is right")
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

    @Test("what is no key material is refused", arguments: ["", "{}", "[]", "<html>"])
    func otherFile(content: String) throws {
        let other = try folder.file("other.json", Array(content.utf8))
        #expect(Transcript("trust", other, "--fingerprint", manager.fingerprint, home: folder).status == 65)
    }

    @Test("a missing file, an unprotected address and an unreachable one each say so")
    func sources() {
        #expect(Transcript("trust", folder.path + "/none", home: folder).status == 66)
        #expect(Transcript("trust", "http://login.example.org", home: folder).status == 65)
        #expect(Transcript("trust", "http://127.0.0.1.example.org", home: folder).status == 65)
        #expect(Transcript("trust", "http://127.0.0.1:1", home: folder).status == 69)
    }

    @Test("authorities that cannot be read are an error before anything is asked")
    func unreadableAuthorities() {
        let transcript = Transcript(
            "trust", "https://127.0.0.1:1", "--ca-file", folder.path + "/none.pem", home: folder)
        #expect(transcript.status == 66 && transcript.errors.contains("none.pem"))
    }

    @Test("twice is no error")
    func twice() {
        for _ in 0..<2 {
            #expect(Transcript("trust", file, "--fingerprint", manager.fingerprint, home: folder).status == 0)
        }
    }

    @Test("new root keys of a trusted manager are pointed out, and replace the old ones when their words are right")
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

    @Test("a manager that claims the keys of a trusted one is refused")
    func conflict() throws {
        _ = Transcript("trust", file, "--fingerprint", manager.fingerprint, home: folder)
        let twin = try Operator("https://other.example.org", root: manager.root)
        let other = try folder.file("twin.json", twin.document)
        #expect(Transcript("trust", other, "--fingerprint", twin.fingerprint, home: folder).status == 65)
        #expect(try trusted.count == 1)
    }

    @Test("several managers are trusted beside each other")
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

    @Test(
        "what others can write is not believed",
        arguments: [("trusted", 0o777), ("trusted/manager-login.example.org.json", 0o666), ("", 0o755)])
    func permissions(name: String, mode: Int) throws {
        _ = Transcript("trust", file, "--fingerprint", manager.fingerprint, home: folder)
        try FileManager.default.setAttributes(
            [.posixPermissions: mode], ofItemAtPath: folder.path + "/home/" + name)
        let transcript = Transcript("accounts", home: folder)
        #expect(transcript.status == 78 && transcript.errors.contains(folder.path + "/home"))
    }
}
