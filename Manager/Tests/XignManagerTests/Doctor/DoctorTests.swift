import DatabaseFixture
import Foundation
import Glibc
import Testing
import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

@Suite("What doctor says of an installation")
struct DoctorTests {
    @Test("A sound installation gets no failure, and warnings for open decisions alone")
    func sound() throws {
        let scene = try DoctorScene()
        try scene.keep()
        // These depend on the machine of the tests.
        let others = { scene.examine().filter { ![.openFiles, .clock].contains($0.check) } }
        #expect(others().filter { $0.status != .ok }.map(\.check) == [.retention])
        try scene.manager.apply("settings: {audit: {retentionDays: 365}}")
        #expect(others().allSatisfy { $0.status == .ok })
    }

    // MARK: Files

    @Test("A folder into which others may write is a failure, one into which they may look a warning")
    func folder() throws {
        let scene = try DoctorScene()
        #expect(scene.status(.folder) == .ok)
        #expect(chmod(scene.folder.path, 0o755) == 0)
        #expect(scene.status(.folder) == .warning)
        #expect(chmod(scene.folder.path, 0o770) == 0)
        #expect(scene.status(.folder) == .failure)
    }

    @Test(
        "A key or a configuration that others may read is a failure", arguments: ["key-encryption-key", "manager.yaml"])
    func files(name: String) throws {
        let scene = try DoctorScene()
        #expect(scene.status(.files) == .ok)
        #expect(chmod("\(scene.folder.path)/\(name)", 0o640) == 0)
        #expect(scene.status(.files) == .failure)
    }

    @Test("A database that others may read is a failure, wherever it is")
    func databaseFile() throws {
        let scene = try DoctorScene()
        #expect(chmod(scene.manager.place.path, 0o644) == 0)
        #expect(scene.status(.files) == .failure)
    }

    @Test("Root keys that are still in the folder are a failure")
    func rootKeys() throws {
        let scene = try DoctorScene()
        #expect(scene.status(.rootKeys) == .ok)
        try PrivateFile.create(scene.folder.rootKeysPath, [])
        #expect(scene.status(.rootKeys) == .failure)
    }

    @Test("A configuration with which serve would not start is a failure, and ends the examination")
    func configuration() throws {
        let scene = try DoctorScene()
        for wrong in [
            "isuer: x", "issuer: https://a.example\ntrustedProxies: [proxy]", "issuer: https://a.example\nlog: loud",
        ] {
            try scene.configure(wrong)
            #expect(scene.status(.configuration) == .failure, "\(wrong)")
        }
    }

    // MARK: Database

    @Test("The key of another database, a damaged key and none at all are failures")
    func wrongKey() throws {
        let scene = try DoctorScene()
        #expect(scene.status(.keyEncryptionKey) == .ok)
        for text in [Base64URL.encode([UInt8](repeating: 7, count: 32)), "short"] {
            unlink(scene.folder.keyEncryptionKeyPath)
            try PrivateFile.create(scene.folder.keyEncryptionKeyPath, Array(text.utf8))
            #expect(scene.status(.keyEncryptionKey) == .failure)
        }
        unlink(scene.folder.keyEncryptionKeyPath)
        #expect(scene.status(.keyEncryptionKey) == .failure)
    }

    @Test("A replacement of the key-encryption key that is not finished is a warning")
    func unfinishedReplacement() throws {
        let scene = try DoctorScene()
        let former = SymmetricKey(size: .bits256)
        let text = former.withUnsafeBytes { Base64URL.encode(Array($0)) }
        try PrivateFile.create("\(scene.folder.path)/key-encryption-key.next", Array(text.utf8))
        try scene.manager.context.database.write {
            try $0.settings.set(Vault.Setting.former, to: Vault.identifier(of: former))
        }
        #expect(scene.status(.keyEncryptionKey) == .warning)
    }

    @Test("A database that is not there is a failure, and is not made")
    func noDatabase() throws {
        let scene = try DoctorScene()
        let path = "\(scene.folder.path)/other.sqlite"
        try scene.configure("issuer: https://login.example.org\ndatabase: \(path)\n")
        #expect(scene.status(.database) == .failure)
        #expect(access(path, F_OK) != 0)
    }

    @Test("The database of another issuer is a failure")
    func otherIssuer() throws {
        let scene = try DoctorScene()
        try scene.configure("issuer: https://other.example.org\ndatabase: '\(scene.manager.place.address)'\n")
        #expect(scene.status(.configuration) == .failure)
    }

    @Test("A database of an earlier version is a warning, and stays as it is", arguments: Engine.allCases)
    func earlierVersion(_ engine: Engine) throws {
        let (scene, old) = (try DoctorScene(), try TemporaryDatabase(engine))
        try scene.configure("issuer: https://login.example.org\ndatabase: '\(old.address)'\n")
        let configuration = try Configuration.read(scene.folder.configurationPath)
        let database = try scene.folder.openDatabase(configuration, override: nil)
        defer { database.close() }
        try database.migrate(Array(Schema.migrations.dropLast()))
        #expect(scene.status(.schema) == .warning)
        #expect(try database.schemaVersion() == Schema.migrations.count - 1)
    }

    @Test("Damage in the file is a failure")
    func damage() throws {
        let scene = try DoctorScene()
        #expect(scene.status(.integrity) == .ok)
        let root: Int64? = try scene.manager.context.database.read { transaction in
            try transaction.row("SELECT rootpage FROM sqlite_schema WHERE name = 'account'")?("rootpage")
        }
        // In the file itself, and not in its log.
        scene.manager.context.database.close()
        let file = try #require(FileHandle(forUpdatingAtPath: scene.manager.place.path))
        try file.seek(toOffset: UInt64(try #require(root) - 1) * 4096)
        try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
        try file.close()
        #expect(scene.status(.integrity) == .failure)
    }

    @Test("A server that loses commits in a power failure, and one without checksums, are reported")
    func server() throws {
        // The server of the tests syncs nothing.
        let findings = try DoctorScene(.postgreSQL).examine()
        #expect(findings.first { $0.check == .durability }?.status == .failure)
        #expect(findings.first { $0.check == .durability }?.text.contains("fsync") == true)
        #expect(findings.first { $0.check == .connections }?.status == .ok)
        #expect(findings.contains { $0.check == .integrity })
    }

    @Test("A server with too few connections, of a version without corrections, or with another clock is reported")
    func weakServer() {
        var examination = Examination(clock: .system)
        let now = Clock.system.now().seconds
        examination.examine(
            ServerCondition(version: 11, durability: [], hasChecksums: false, connections: 10, now: now - 3600))
        let found = examination.findings.filter { $0.status > .ok }
        #expect(found.map(\.check) == [.database, .integrity, .connections, .clock])
    }

    @Test(
        "A clock that the system does not keep with others is a warning",
        arguments: [(Int32(0), Finding.Status.warning), (1, .ok), (-1, .ok)])
    func clock(answer: Int32, status: Finding.Status) {
        var examination = Examination(clock: .system)
        examination.examine(clockIsSynchronized: answer)
        #expect(examination.findings.map(\.check) == [.clock])
        #expect(examination.findings.map(\.status) == [status])
    }

    // MARK: Decisions

    @Test(
        "Decisions that weaken logins are warnings, each with its service",
        arguments: [
            ("pkce: required", "legacy: true", Finding.Check.legacyServices),
            ("https://website.example/callback", "http://localhost:3000/callback", Finding.Check.loopbackRedirects),
        ])
    func decisions(part: String, weak: String, check: Finding.Check) throws {
        let scene = try DoctorScene()
        let sound = TestManager.declaration().replacing(
            "signingAlgorithm: ES256", with: "signingAlgorithm: ES256\n        pkce: required")
        try scene.manager.apply(sound)
        #expect(scene.status(check) == .ok)
        try scene.manager.apply(sound.replacing(part, with: weak))
        let finding = try #require(scene.examine().first { $0.check == check })
        #expect(finding.status == .warning)
        #expect(finding.text.contains("demo"))
    }

    @Test("A role for the device alone, and leave of NIST's rule, are warnings")
    func weakRoles() throws {
        let scene = try DoctorScene()
        #expect(scene.status(.deviceAlone) == .ok)
        #expect(scene.status(.policy) == .ok)
        try scene.manager.apply(TestManager.declaration(settings: "settings: {permanentUnlock: true}"))
        #expect(scene.status(.deviceAlone) == .warning)
        #expect(scene.status(.policy) == .warning)
    }

    @Test("A console without an administrator who could use it is a warning")
    func administrators() throws {
        let scene = try DoctorScene()
        #expect(scene.status(.administrators) == nil)
        try scene.configure(
            "issuer: https://login.example.org\ndatabase: '\(scene.manager.place.address)'\nsurfaces: [console]\n")
        #expect(scene.status(.administrators) == .warning)
    }

    @Test("The lifetime of Strict-Transport-Security is read, however it is written")
    func maximumAge() {
        #expect(Examination.maximumAge("max-age=31536000") == 31_536_000)
        #expect(Examination.maximumAge("includeSubDomains; Max-Age = \"60\"; preload") == 60)
        for none in ["", "includeSubDomains", "max-age", "max-age=", "max-age=x"] {
            #expect(Examination.maximumAge(none) == nil, "\(none)")
        }
    }

    // MARK: The whole

    @Test("It writes nothing to the database", arguments: Engine.allCases)
    func writesNothing(_ engine: Engine) throws {
        let scene = try DoctorScene(engine)
        let before = try scene.manager.contents()
        _ = scene.examine()
        #expect(try scene.manager.contents() == before)
    }

    @Test("No finding has a secret of the folder or of the database's address")
    func noSecret() throws {
        let scene = try DoctorScene()
        let key = try String(contentsOfFile: scene.folder.keyEncryptionKeyPath, encoding: .utf8).prefix(43)
        try scene.configure(
            "issuer: https://login.example.org\ndatabase: postgresql://xign:hunter2@/none?host=/nowhere\n")
        let text = scene.examine().map { "\($0.text) \($0.advice ?? "")" }.joined()
        #expect(scene.status(.database) == .failure)
        #expect(!text.contains("hunter2"))
        #expect(!text.contains(key))
    }

    @Test("An accepted warning does not count, and a failure always does")
    func accepted() {
        let warning = Finding(check: .retention, status: .warning, text: "", advice: nil)
        let failure = Finding(check: .retention, status: .failure, text: "", advice: nil)
        #expect([warning].status(accepting: []) == .warning)
        #expect([warning].status(accepting: [.retention]) == .ok)
        #expect([warning, failure].status(accepting: [.retention]) == .failure)
        #expect([Finding]().status(accepting: []) == .ok)
    }

    @Test("The manual lists each check, in the order in which they are made")
    func manual() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../../../docs/operations.md")
        let manual = try String(contentsOf: root.standardizedFileURL, encoding: .utf8)
        let section = try #require(
            manual.components(separatedBy: "\n## ").first { $0.hasPrefix("Check the installation\n") })
        let listed = section.matches(of: /\n\| `(\w+)` \|/).map { String($0.1) }
        #expect(listed == Finding.Check.allCases.map(\.rawValue))
    }
}
