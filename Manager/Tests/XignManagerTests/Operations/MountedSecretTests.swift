import DatabaseFixture
import Foundation
import Glibc
import Testing
import XignProtocol

@testable import XignServer
@testable import XignUseCases

/// Keys and configuration that others than `init` have put in their place.
struct MountedSecretTests {
    @Test("Secrets as Kubernetes and systemd mount them", .enabled(if: geteuid() == 0), arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("Root's file with the mode 0440 and a group of the process is read", group),
        TestCase("A link is followed where root and this user alone can change it", link),
        TestCase(
            "A key that others can read, change or exchange is refused with the reason and the remedy", refused,
            each: Threat.allCases),
        TestCase("A volume of root is trusted while it is mounted read only, whatever its mode is", volume),
        TestCase("What is no file is refused without waiting for it", noFile),
        TestCase("Everybody may read root's configuration without a password", configuration),
        TestCase(
            "A configuration with a password is refused where others can read it", password,
            each: [
                "postgresql://xign:hunter2@db/xign", "postgresql://xign@db/xign?password=hunter2",
                "host=db password=hunter2", "postgresql://xign@db/xign?sslpassword=hunter2", "postgresql:// /%",
            ]),
        TestCase("A configuration of the manager's own user is for that user alone", ownConfiguration),
        TestCase("The key's file is an absolute path, or a credential", paths),
    ]

    private static let (user, group, foreign): (uid_t, gid_t, uid_t) = (12_345, 12_346, 12_347)
    private static let issuer = "https://login.example.org"

    private let place: TemporaryDatabase
    private let path: String

    init() throws {
        place = try TemporaryDatabase(.sqlite)
        path = "\(place.folder)/key"
    }

    private func write(_ path: String, _ mode: mode_t, user: uid_t = 0, group: gid_t = 0, text: String = "x") throws {
        try #require(FileManager.default.createFile(atPath: path, contents: Data(text.utf8)))
        try #require(chown(path, user, group) == 0)
        try #require(chmod(path, mode) == 0)
    }

    private func folder(_ name: String, _ mode: mode_t, user: uid_t = 0) throws -> String {
        let path = "\(place.folder)/\(name)"
        try #require(mkdir(path, 0o700) == 0)
        try #require(chown(path, user, 0) == 0)
        try #require(chmod(path, mode) == 0)
        return path
    }

    // MARK: Judgement

    func group() throws {
        try write(path, 0o440)
        #expect(try PrivateFile.read(path) == Array("x".utf8))
    }

    func link() throws {
        let (links, files) = (try folder("links", 0o755), try folder("files", 0o755))
        try write("\(files)/key", 0o600)
        #expect(symlink("../files", "\(links)/..data") == 0)
        #expect(symlink("..data/key", "\(links)/key") == 0)
        #expect(symlink("\(links)/key", path) == 0)
        #expect(try PrivateFile.read(path) == Array("x".utf8))
    }

    /// A file, or a way to it, that somebody else could have prepared.
    enum Threat: CaseIterable {
        case readable, groupReadable, foreignGroup, groupWritable, writable, foreignFile, writableFolder
        case linkInWritableFolder, linkInStickyFolder, linkInForeignFolder, linkIntoWritableFolder
        case linkToForeignFile, linkToReadableFile
    }

    func refused(_ threat: Threat) throws {
        let code = try prepare(threat)
        let error = #expect(throws: ManagerError.self) { try PrivateFile.read(path) }
        #expect(error?.code == code)
        let text = try #require(error?.description)
        #expect(text.contains("run `chmod") || text.contains("restore your own"))
        #expect(!text.contains("generate"))
    }

    private func prepare(_ threat: Threat) throws -> ManagerError.Code {
        func link(in folder: String) throws {
            // The folder of the file itself is sound, and so is the file.
            try write("\(place.folder)/file", 0o600)
            #expect(symlink("\(place.folder)/file", "\(folder)/key") == 0)
            #expect(symlink("\(folder)/key", path) == 0)
        }
        switch threat {
        case .readable: try write(path, 0o444)
        case .groupReadable: try write(path, 0o640)
        case .foreignGroup: try write(path, 0o440, group: Self.group)
        case .groupWritable: try write(path, 0o460)
        case .writable: try write(path, 0o442)
        case .foreignFile:
            try write(path, 0o600, user: Self.foreign)
            return .fileOwner
        case .writableFolder:
            try write(path, 0o440)
            #expect(chmod(place.folder, 0o775) == 0)
            return .folderPermissions
        case .linkInWritableFolder:
            try link(in: try folder("open", 0o777))
            return .folderPermissions
        case .linkInStickyFolder:
            try link(in: try folder("open", 0o1777))
            return .folderPermissions
        case .linkInForeignFolder:
            try link(in: try folder("foreign", 0o755, user: Self.foreign))
            return .folderPermissions
        case .linkIntoWritableFolder:
            let open = try folder("open", 0o775)
            try write("\(open)/key", 0o600)
            #expect(symlink("open/key", path) == 0)
            return .folderPermissions
        case .linkToForeignFile:
            try write("\(place.folder)/file", 0o600, user: Self.foreign)
            #expect(symlink("file", path) == 0)
            return .fileOwner
        case .linkToReadableFile:
            try write("\(place.folder)/file", 0o444)
            #expect(symlink("file", path) == 0)
        }
        return .filePermissions
    }

    func volume() throws {
        let mounted = try MountedFiles(["key": [1]], folderMode: "0777", mode: 0o440)
        #expect(try PrivateFile.read("\(mounted.path)/key") == [1])
        try mounted.makeWritable()
        let error = #expect(throws: ManagerError.self) { try PrivateFile.read("\(mounted.path)/key") }
        #expect(error?.code == .folderPermissions)
    }

    func noFile() throws {
        #expect(symlink("other", path) == 0 && symlink("key", "\(place.folder)/other") == 0)
        try #require(mkfifo("\(place.folder)/pipe", 0o600) == 0)
        for path in [path, place.folder, "\(place.folder)/pipe", "/dev/null", "\(place.folder)/nowhere", "/", ""] {
            let error = #expect(throws: ManagerError.self) { try PrivateFile.read(path) }
            #expect(error?.code == .fileNotRead, "\(path)")
        }
    }

    // MARK: Configuration

    func configuration() throws {
        try write(path, 0o644, text: "issuer: \(Self.issuer)\ndatabase: postgresql://xign@db/xign\n")
        #expect(try Configuration.read(path).issuer == Self.issuer)
        #expect(chmod(path, 0o664) == 0)
        let error = #expect(throws: ManagerError.self) { try Configuration.read(path) }
        #expect(error?.code == .filePermissions)
    }

    func password(_ address: String) throws {
        try write(path, 0o644, text: "issuer: \(Self.issuer)\ndatabase: \"\(address)\"\n")
        let error = #expect(throws: ManagerError.self) { try Configuration.read(path) }
        #expect(error?.code == .filePermissions)
        #expect(error?.description.contains("hunter2") == false)
        #expect(chmod(path, 0o440) == 0)
        #expect(try Configuration.read(path).database == address)
    }

    func ownConfiguration() throws {
        let folder = try OperatorsFolder()
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) + [""] {
            try #require(chown("\(folder.path)/\(file)", Self.user, Self.user) == 0)
        }
        #expect(try folder.run(["user", "list"]).status == 0)
        #expect(chmod("\(folder.path)/manager.yaml", 0o644) == 0)
        let outcome = try folder.run(["user", "list"])
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("[manager.filePermissions]"))
    }

    func paths() throws {
        var configuration = Configuration(issuer: Self.issuer, database: nil)
        configuration.keyEncryptionKeyFile = "/run/secrets/key"
        let folder = DataFolder(place.folder)
        #expect(try folder.keyEncryptionKeyFile(configuration).path == "/run/secrets/key")
        for path in [
            "key", "./key", "", "/run/", "$CREDENTIALS_DIRECTORY/", "$CREDENTIALS_DIRECTORY/../key", "$HOME/key",
        ] {
            configuration.keyEncryptionKeyFile = path
            let error = #expect(throws: ManagerError.self) { try folder.keyEncryptionKeyFile(configuration) }
            #expect(error?.code == .configuration, "\(path)")
        }
    }
}
