import DatabaseFixture
import Foundation
import Glibc
import Testing

/// The program, as a user who is not root, on files that Kubernetes or systemd has mounted.
struct MountedManagerTests {
    @Test("A manager on mounted secrets", .enabled(if: geteuid() == 0), arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A manager runs on a ConfigMap and a Secret, and doctor finds nothing wrong with them", kubernetes),
        TestCase("The key in a Secret is replaced: the next one is written elsewhere, and put there", rotation),
        TestCase("A credential of systemd is read, and root's file without a group of ours only there", credential),
    ]

    /// The user of the manager, in one group besides its own.
    private static let (user, group): (uid_t, gid_t) = (12_345, 12_346)

    private let place: TemporaryDatabase

    init() throws { place = try TemporaryDatabase(.sqlite) }

    /// A manager whose files come from volumes.
    private struct Pod {
        let folder: OperatorsFolder
        let settings: MountedFiles
        let environment: [String]

        /// - Parameter key: `keyEncryptionKeyFile`.
        init(_ folder: OperatorsFolder, _ place: TemporaryDatabase, key: String, environment: [String] = []) throws {
            self.folder = folder
            self.environment = environment
            try #require(chown(place.folder, user, user) == 0)
            let database = "\(place.folder)/manager.sqlite"
            try FileManager.default.copyItem(atPath: "\(folder.path)/manager.sqlite", toPath: database)
            try #require(chown(database, user, user) == 0 && chmod(database, 0o600) == 0)
            let yaml = "issuer: http://127.0.0.1:8080\ndatabase: \(database)\nkeyEncryptionKeyFile: \(key)\n"
            settings = try MountedFiles(["manager.yaml": Array(yaml.utf8)], folderMode: "0777", mode: 0o644)
        }

        func run(_ arguments: String...) throws -> ChildProcess.Outcome { try run(arguments, environment) }

        func run(_ arguments: [String], _ environment: [String]) throws -> ChildProcess.Outcome {
            let starter = ["setpriv", "--reuid=\(user)", "--regid=\(user)", "--groups=\(group)", "--"]
            return try folder.run(arguments, data: settings.path, environment: environment, starter: starter)
        }
    }

    private func key(_ folder: OperatorsFolder) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(folder.path)/key-encryption-key")))
    }

    func kubernetes() throws {
        let folder = try OperatorsFolder()
        let secret = try MountedFiles(
            ["key-encryption-key": try key(folder)], folderMode: "1777", mode: 0o440, group: Self.group)
        let pod = try Pod(folder, place, key: "\(secret.path)/key-encryption-key")
        let listed = try pod.run("user", "list")
        #expect(listed.status == 0, "\(listed.errors)")
        struct Report: Decodable {
            struct Check: Decodable { let check, status, text: String }
            let checks: [Check]
        }
        let report = try JSONDecoder().decode(
            Report.self, from: Data(try pod.run("doctor", "--offline", "--json").output.utf8))
        let found = report.checks.filter { ["folder", "files", "keyEncryptionKey"].contains($0.check) }
        #expect(Set(found.map(\.check)).count == 3)
        for check in found { #expect(check.status == "ok", "\(check.text)") }
    }

    func rotation() throws {
        let folder = try OperatorsFolder()
        let (former, name) = (try key(folder), "key-encryption-key")
        let secret = try MountedFiles([name: former], folderMode: "1777", mode: 0o440, group: Self.group)
        let pod = try Pod(folder, place, key: "\(secret.path)/\(name)")
        let inPlace = try pod.run("keys", "rotate-key-encryption-key", "--prepare")
        #expect(inPlace.status == 78)
        #expect(inPlace.errors.contains("--to FILE"))

        let file = "\(place.folder)/next"
        #expect(try pod.run("keys", "rotate-key-encryption-key", "--to", file).status == 64)
        #expect(try pod.run("keys", "rotate-key-encryption-key", "--prepare", "--to", file).status == 0)
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let next = Array(try Data(contentsOf: URL(filePath: file)))
        try secret.replace(by: [name: former, "\(name).next": next])
        // Another one would not be the one that the managers have.
        #expect(try pod.run("keys", "rotate-key-encryption-key", "--prepare", "--to", "\(file)2").status == 78)

        let rotated = try pod.run("keys", "rotate-key-encryption-key", "--yes")
        #expect(rotated.status == 0, "\(rotated.errors)")
        #expect(rotated.output.contains("\(secret.path)/\(name).next"))
        #expect(try pod.run("user", "list").status == 0)
        try secret.replace(by: [name: next])
        #expect(unlink("\(secret.path)/\(name).next") != 0)
        #expect(try pod.run("user", "list").status == 0)
    }

    func credential() throws {
        let folder = try OperatorsFolder()
        let credentials = "\(place.folder)/credentials"
        try #require(mkdir(credentials, 0o500) == 0)
        try #require(FileManager.default.createFile(atPath: "\(credentials)/key", contents: Data(try key(folder))))
        try #require(chmod("\(credentials)/key", 0o440) == 0)
        try grant(Self.user, 5, on: credentials)
        try grant(Self.user, 4, on: "\(credentials)/key")
        let set = ["CREDENTIALS_DIRECTORY=\(credentials)"]
        let pod = try Pod(folder, place, key: "$CREDENTIALS_DIRECTORY/key", environment: set)
        let listed = try pod.run("user", "list")
        #expect(listed.status == 0, "\(listed.errors)")

        let unset = try pod.run(["user", "list"], [])
        #expect(unset.status == 78)
        #expect(unset.errors.contains("LoadCredential"))
        // Not every file that the variable leads to is a credential.
        let elsewhere = "\(place.folder)/elsewhere"
        try #require(mkdir(elsewhere, 0o755) == 0)
        #expect(symlink("\(credentials)/key", "\(elsewhere)/key") == 0)
        let linked = try pod.run(["user", "list"], ["CREDENTIALS_DIRECTORY=\(elsewhere)"])
        #expect(linked.status == 78)
        #expect(linked.errors.contains("[manager.filePermissions]"))
    }
}
