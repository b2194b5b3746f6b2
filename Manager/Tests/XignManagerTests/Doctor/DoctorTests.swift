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

struct DoctorTests {
    @Test("What doctor says of an installation", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A sound installation gets no failure, and warnings for open decisions alone", sound),
        TestCase("A folder into which others may write is a failure, one into which they may look a warning", folder),
        TestCase(
            "A key, or a configuration with a password, that others may read is a failure", files,
            each: ["key-encryption-key", "manager.yaml"]),
        TestCase("A database that others may read is a failure, wherever it is", databaseFile),
        TestCase("Root keys that are still in the folder are a failure", rootKeys),
        TestCase(
            "A configuration with which serve would not start is a failure, and ends the examination", configuration),
        TestCase("The key of another database, a damaged key and none at all are failures", wrongKey),
        TestCase("A replacement of the key-encryption key that is not finished is a warning", unfinishedReplacement),
        TestCase("A database that is not there is a failure, and is not made", noDatabase),
        TestCase("The database of another issuer is a failure", otherIssuer),
        TestCase(
            "A database of an earlier version is a warning, and stays as it is", earlierVersion, each: Engine.allCases),
        TestCase("Damage in the file is a failure", damage),
        TestCase("A server that loses commits in a power failure, and one without checksums, are reported", server),
        TestCase(
            "A server with too few connections, of a version without corrections, with another encoding or clock is reported",
            weakServer),
        TestCase(
            "A clock that the system does not keep with others is a warning", clock,
            each: [(Int32(0), Finding.Status.warning), (1, .ok), (-1, .ok)]),
        TestCase(
            "Decisions that weaken logins are warnings, each with its service", decisions,
            each: [
                ("pkce: required", "legacy: true", Finding.Check.legacyServices),
                ("https://website.example/callback", "http://localhost:3000/callback", Finding.Check.loopbackRedirects),
            ]),
        TestCase("A role for the device alone, and leave of NIST's rule, are warnings", weakRoles),
        TestCase("A console without an administrator who could use it is a warning", administrators),
        TestCase("The lifetime of Strict-Transport-Security is read, however it is written", maximumAge),
        TestCase("It writes nothing to the database", writesNothing, each: Engine.allCases),
        TestCase("No finding has a secret of the folder or of the database's address", noSecret),
        TestCase("An accepted warning does not count, and a failure always does", accepted),
        TestCase("The manual lists each check, in the order in which they are made", manual),
    ]

    func sound() throws {
        let scene = try DoctorScene()
        let server = try scene.serve()
        defer { server.stop(within: .zero) }
        try scene.keepHouse()
        // These depend on the machine of the tests.
        let others = { scene.examine().filter { ![.openFiles, .clock, .space].contains($0.check) } }
        #expect(others().filter { $0.status != .ok }.map(\.check) == [.retention])
        try scene.manager.apply("settings: {audit: {retentionDays: 365}}")
        #expect(others().allSatisfy { $0.status == .ok })
    }

    // MARK: Files

    func folder() throws {
        let scene = try DoctorScene()
        #expect(scene.status(.folder) == .ok)
        #expect(chmod(scene.folder.path, 0o755) == 0)
        #expect(scene.status(.folder) == .warning)
        #expect(chmod(scene.folder.path, 0o770) == 0)
        #expect(scene.status(.folder) == .failure)
    }

    func files(name: String) throws {
        let scene = try DoctorScene()
        try scene.configure("issuer: https://login.example.org\ndatabase: postgresql://xign:hunter2@/x?host=/nowhere\n")
        #expect(scene.status(.files) == .ok)
        #expect(chmod("\(scene.folder.path)/\(name)", 0o640) == 0)
        #expect(scene.status(.files) == .failure)
    }

    func databaseFile() throws {
        let scene = try DoctorScene()
        #expect(chmod(scene.manager.place.path, 0o644) == 0)
        #expect(scene.status(.files) == .failure)
    }

    func rootKeys() throws {
        let scene = try DoctorScene()
        #expect(scene.status(.rootKeys) == .ok)
        try PrivateFile.create(scene.folder.rootKeysPath, [])
        #expect(scene.status(.rootKeys) == .failure)
    }

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

    func noDatabase() throws {
        let scene = try DoctorScene()
        let path = "\(scene.folder.path)/other.sqlite"
        try scene.configure("issuer: https://login.example.org\ndatabase: \(path)\n")
        #expect(scene.status(.database) == .failure)
        #expect(access(path, F_OK) != 0)
    }

    func otherIssuer() throws {
        let scene = try DoctorScene()
        try scene.configure("issuer: https://other.example.org\ndatabase: '\(scene.manager.place.address)'\n")
        #expect(scene.status(.configuration) == .failure)
    }

    func earlierVersion(_ engine: Engine) throws {
        let (scene, old) = (try DoctorScene(), try TemporaryDatabase(engine))
        try scene.configure("issuer: https://login.example.org\ndatabase: '\(old.address)'\n")
        let configuration = try Configuration.read(scene.folder.configurationPath)
        let database = try scene.folder.openDatabase(configuration, override: nil, creating: true)
        defer { database.close() }
        try database.migrate(Array(Schema.migrations.dropLast()))
        #expect(scene.status(.schema) == .warning)
        #expect(try database.schemaVersion() == Schema.migrations.count - 1)
    }

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

    func server() throws {
        // The server of the tests syncs nothing.
        let findings = try DoctorScene(.postgreSQL).examine()
        #expect(findings.first { $0.check == .durability }?.status == .failure)
        #expect(findings.first { $0.check == .durability }?.text.contains("fsync") == true)
        #expect(findings.first { $0.check == .connections }?.status == .ok)
        #expect(findings.contains { $0.check == .integrity })
    }

    func weakServer() {
        var examination = Examination(clock: .system)
        let now = Clock.system.now().seconds
        examination.examine(
            ServerCondition(
                version: 11, encoding: "LATIN1", durability: [], hasChecksums: false, connections: 10, now: now - 3600))
        let found = examination.findings.filter { $0.status > .ok }
        #expect(found.map(\.check) == [.database, .database, .integrity, .connections, .clock])
    }

    func clock(answer: Int32, status: Finding.Status) {
        var examination = Examination(clock: .system)
        examination.examine(clockIsSynchronized: answer)
        #expect(examination.findings.map(\.check) == [.clock])
        #expect(examination.findings.map(\.status) == [status])
    }

    // MARK: Decisions

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

    func weakRoles() throws {
        let scene = try DoctorScene()
        #expect(scene.status(.deviceAlone) == .ok)
        #expect(scene.status(.policy) == .ok)
        try scene.manager.apply(TestManager.declaration(settings: "settings: {permanentUnlock: true}"))
        #expect(scene.status(.deviceAlone) == .warning)
        #expect(scene.status(.policy) == .warning)
    }

    func administrators() throws {
        let scene = try DoctorScene()
        #expect(scene.status(.administrators) == nil)
        try scene.configure(
            "issuer: https://login.example.org\ndatabase: '\(scene.manager.place.address)'\nsurfaces: [console]\n")
        #expect(scene.status(.administrators) == .warning)
    }

    func maximumAge() {
        #expect(Examination.maximumAge("max-age=31536000") == 31_536_000)
        #expect(Examination.maximumAge("includeSubDomains; Max-Age = \"60\"; preload") == 60)
        for none in ["", "includeSubDomains", "max-age", "max-age=", "max-age=x"] {
            #expect(Examination.maximumAge(none) == nil, "\(none)")
        }
    }

    // MARK: The whole

    func writesNothing(_ engine: Engine) throws {
        let scene = try DoctorScene(engine)
        let before = try kept(scene.manager)
        _ = scene.examine()
        #expect(scene.status(.writing) == .ok)
        #expect(try kept(scene.manager) == before)
    }

    /// The contents of a server's tables; of a file its bytes, and a number that each commit of another connection
    /// changes. What is rolled back leaves bytes in the log, which nobody reads.
    private func kept(_ manager: QuietManager) throws -> [String] {
        guard manager.place.engine == .sqlite else { return try manager.contents() }
        let version: Int64? = try manager.context.database.read {
            try $0.row("PRAGMA data_version")?("data_version")
        }
        return [
            String(decoding: try Data(contentsOf: URL(filePath: manager.place.path)), as: UTF8.self), "\(version ?? 0)",
        ]
    }

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

    func accepted() {
        let warning = Finding(check: .retention, status: .warning, text: "", advice: nil)
        let failure = Finding(check: .retention, status: .failure, text: "", advice: nil)
        #expect([warning].status(accepting: []) == .warning)
        #expect([warning].status(accepting: [.retention]) == .ok)
        #expect([warning, failure].status(accepting: [.retention]) == .failure)
        #expect([Finding]().status(accepting: []) == .ok)
    }

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
