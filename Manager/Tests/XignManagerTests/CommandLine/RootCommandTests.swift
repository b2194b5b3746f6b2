import DatabaseFixture
import Foundation
import Glibc
import Testing

/// The folder belongs to a user, and root runs the commands, as on an installed manager.
struct RootCommandTests {
    @Test(
        "Commands of root on another user's data folder", .enabled(if: geteuid() == 0), arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("leave no file of root in it, and give root the files that it has named", ownership),
        TestCase("make its files those of its owner", initialization),
        TestCase("let init write the root keys to a file of root's that it names, and nowhere else", rootKeys),
        TestCase("leave nothing of an init whose file of root keys exists, and that file as it was", existingRootKeys),
        TestCase("cannot read there what its owner cannot read", rights),
    ]

    /// A user without a name: only files and processes know it.
    private static let owner: uid_t = 12_345
    private let folder: OperatorsFolder

    init() throws {
        folder = try OperatorsFolder()
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) + [""] {
            try #require(chown("\(folder.path)/\(file)", Self.owner, Self.owner) == 0)
        }
    }

    /// The owner and the group of a file.
    private func owner(_ path: String) -> [uid_t] {
        var information = stat()
        return stat(path, &information) == 0 ? [information.st_uid, information.st_gid] : []
    }

    func ownership() throws {
        let outside = FileManager.default.temporaryDirectory.appending(path: "xign-root-\(UUID().uuidString)").path
        try #require(mkdir(outside, 0o700) == 0)
        defer { try? FileManager.default.removeItem(atPath: outside) }
        let declaration = "\(outside)/users.yaml"
        try "users:\n  - { name: bob }\n".write(toFile: declaration, atomically: false, encoding: .utf8)

        for arguments in [
            ["apply", declaration], ["user", "add", "ada", "--qr", "\(outside)/ada.png"],
            ["audit", "export", "\(outside)/audit.ndjson"], ["backup", "\(outside)/backup.sqlite"],
        ] {
            let outcome = try folder.run(arguments)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) {
            #expect(owner("\(folder.path)/\(file)") == [Self.owner, Self.owner], "\(file)")
        }
        #expect(owner("\(outside)/ada.png").first == 0)
        #expect(owner("\(outside)/audit.ndjson").first == 0)
        #expect(owner("\(outside)/backup.sqlite").first == 0)
        #expect(owner("\(outside)/backup.sqlite.seal").first == 0)
    }

    func initialization() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "xign-root-\(UUID().uuidString)").path
        try #require(mkdir(path, 0o700) == 0 && chown(path, Self.owner, Self.owner) == 0)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #expect(try folder.run(["init", "--issuer", "http://127.0.0.1:8080"], data: path).status == 0)
        let files = try FileManager.default.subpathsOfDirectory(atPath: path)
        #expect(Set(files).isSuperset(of: ["manager.yaml", "key-encryption-key", "root-keys.json", "manager.sqlite"]))
        for file in files { #expect(owner("\(path)/\(file)") == [Self.owner, Self.owner], "\(file)") }
    }

    /// Makes an empty folder.
    private func newFolder(of owner: uid_t) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "xign-root-\(UUID().uuidString)").path
        try #require(mkdir(path, 0o700) == 0 && chown(path, owner, owner) == 0)
        return path
    }

    private func initialize(_ data: String, rootKeys: String) throws -> ChildProcess.Outcome {
        try folder.run(["init", "--issuer", "http://127.0.0.1:8080", "--root-keys", rootKeys], data: data)
    }

    func rootKeys() throws {
        let (data, outside) = (try newFolder(of: Self.owner), try newFolder(of: 0))
        defer { for path in [data, outside] { try? FileManager.default.removeItem(atPath: path) } }
        let outcome = try initialize(data, rootKeys: "\(outside)/roots")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("Keep \(outside)/roots offline"))
        #expect(owner("\(outside)/roots") == [0, 0])
        #expect(try String(contentsOfFile: "\(outside)/roots", encoding: .utf8).contains("rootKeys"))
        #expect(!FileManager.default.fileExists(atPath: "\(data)/root-keys.json"))
        // A command takes them from there.
        let replaced = try folder.run(["keys", "replace-online-key", "--root-keys", "\(outside)/roots"], data: data)
        #expect(replaced.status == 0, "\(replaced.errors)")
    }

    func existingRootKeys() throws {
        let (data, outside) = (try newFolder(of: Self.owner), try newFolder(of: 0))
        defer { for path in [data, outside] { try? FileManager.default.removeItem(atPath: path) } }
        try "mine".write(toFile: "\(outside)/roots", atomically: false, encoding: .utf8)
        let outcome = try initialize(data, rootKeys: "\(outside)/roots")
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("exists already"))
        #expect(try String(contentsOfFile: "\(outside)/roots", encoding: .utf8) == "mine")
        for name in ["manager.yaml", "key-encryption-key", "root-keys.json"] {
            #expect(!FileManager.default.fileExists(atPath: "\(data)/\(name)"), "\(name)")
        }
    }

    func rights() throws {
        try #require(chown("\(folder.path)/manager.yaml", 0, 0) == 0)
        let outcome = try folder.run(["user", "list"])
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("[manager.fileNotRead]"))
    }
}
