import Foundation
import Testing
import XignSDKTesting

@testable import XignSDK

struct StorageLocationTests {
    @Test("the storage location", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "is below $XDG_DATA_HOME, $HOME or the folder of passwd: the first that is an absolute path", standard,
            each: [
                (["/h", "/data", "/p"], "/data"), (["/h", nil, "/p"], "/h/.local/share"),
                (["/h", "", "/p"], "/h/.local/share"), (["/h", "data", "/p"], "/h/.local/share"),
                (["", nil, "/p"], "/p/.local/share"), (["h", nil, "/p"], "/p/.local/share"),
                ([nil, nil, "/p"], "/p/.local/share"), (["/h", nil, nil], "/h/.local/share"),
                ([nil, "/data", nil], "/data"),
            ]),
        TestCase("is an error for a user without a home folder", none),
        TestCase("is not made by reading", reading),
        TestCase("is made for its owner alone, with the folders above it, by the first activation", writing),
        TestCase("that is a symbolic link is refused: the advice is to name its target, not to remove it", link),
        TestCase("that is a file is refused, without the advice to remove it", file),
        TestCase(
            "without locks is told from one without permissions", locks,
            each: [(ENOLCK, true), (EOPNOTSUPP, true), (ENOSYS, true), (EACCES, false)]),
        TestCase("with a damaged record is refused, without the advice to remove what may be keys", damaged),
    ]

    private let manager: TestManager
    private let folder: TemporaryFolder
    private var home: String { folder.url.appendingPathComponent("home").path }

    init() throws {
        manager = try TestManager()
        folder = try TemporaryFolder()
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    /// Returns the error of a start.
    private func refusal() throws -> XignSdkInitializationError {
        let error = #expect(throws: XignSdkInitializationError.self) { _ = try TestDevice(manager, folder: folder) }
        let refusal = try #require(error)
        #expect(refusal.errorCode == .storageUnusable)
        #expect(!refusal.message.lowercased().contains("remove"), "\(refusal.message)")
        return refusal
    }

    private func problem(_ error: (any Error)?) -> StorageProblem? {
        guard case .storage(let problem)? = error as? KeyStoreError else { return nil }
        return problem
    }

    func standard(_ folders: [String?], _ expected: String) throws {
        let folders = UserFolders(home: folders[0], data: folders[1], passwordEntry: folders[2])
        #expect(try folders.dataFolder == expected)
    }

    func none() {
        #expect(throws: XignSdkInitializationError.self) {
            try UserFolders(home: "", data: "", passwordEntry: nil).dataFolder
        }
    }

    func reading() async throws {
        let device = try TestDevice(manager, folder: folder)
        #expect(try device.sdk.personalizer.personalizations.isEmpty)
        #expect(try device.sdk.personalizer.pendingPersonalizations.isEmpty)
        #expect(await code { try await device.start() } == .notPersonalized)
        #expect(
            await code { try await device.sdk.personalizer.depersonalizeIdentityManager(idmIdentifier: manager.idm) }
                == .notPersonalized)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    func writing() throws {
        let deep = try PrivateFolder(home + "/a/b")
        try deep.write(Data("x".utf8), to: "c")
        for path in [home, home + "/a", home + "/a/b"] { #expect(try mode(path) == 0o700) }
    }

    @Test("the storage location is not made below a folder of another user", .enabled(if: geteuid() == 0))
    func otherOwner() throws {
        let users = folder.url.appendingPathComponent("user").path
        #expect(mkdir(users, 0o755) == 0 && chown(users, 12345, 12345) == 0)
        let error = #expect(throws: KeyStoreError.self) {
            try PrivateFolder(users + "/.local/share/xign").write(Data(), to: "a")
        }
        #expect(problem(error)?.kind == .otherOwner)
        #expect(problem(error)?.path == users)
        #expect(try FileManager.default.contentsOfDirectory(atPath: users).isEmpty)
    }

    @Test(
        "the storage location of another user is refused, without the advice to remove it", .enabled(if: geteuid() == 0)
    )
    func othersHome() throws {
        #expect(mkdir(home, 0o700) == 0 && chown(home, 12345, 12345) == 0)
        #expect(problem(try refusal().underlying)?.kind == .otherOwner)
    }

    func link() throws {
        try FileManager.default.createSymbolicLink(atPath: home, withDestinationPath: folder.url.path)
        let refusal = try refusal()
        #expect(problem(refusal.underlying)?.kind == .link)
        #expect(refusal.message.contains("Choose the folder to which it leads"))
    }

    func file() throws {
        try Data("keys".utf8).write(to: URL(fileURLWithPath: home))
        #expect(try refusal().message.contains("Choose another storage location"))
    }

    func locks(_ number: Int32, _ hasNone: Bool) {
        let error = KeyStoreError.failure("lock", "/h/.lock", number)
        #expect((problem(error)?.kind == .noLocks) == hasNone)
        #expect(XignSdkError.wrapping(error).message.contains("local file system") == hasNone)
    }

    func damaged() async throws {
        try await TestDevice(manager, folder: folder).personalize()
        let records = home + "/activations"
        let name = try #require(FileManager.default.contentsOfDirectory(atPath: records).first)
        try Data("{}".utf8).write(to: URL(fileURLWithPath: records + "/" + name))
        #expect(chmod(records + "/" + name, 0o600) == 0)
        #expect(try refusal().message.contains("Restore it, or move it"))
    }
}
