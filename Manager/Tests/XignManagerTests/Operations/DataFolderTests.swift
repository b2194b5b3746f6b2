import DatabaseFixture
import Foundation
import Glibc
import Testing
import XignProtocol
import XignServer
import XignUseCases

@Suite("The manager's data folder")
struct DataFolderTests {
    let place: TemporaryDatabase

    init() throws { place = try TemporaryDatabase(.sqlite) }

    private var folder: DataFolder { DataFolder("\(place.folder)/data") }

    @Test(
        "A folder that others may write is refused before a key is made in it",
        arguments: [0o777, 0o1777, 0o720, 0o702])
    func openFolder(mode: mode_t) throws {
        #expect(mkdir(folder.path, 0o700) == 0)
        #expect(chmod(folder.path, mode) == 0)
        #expect(throws: ManagerError.self) { try folder.create() }
        #expect(chmod(folder.path, 0o755) == 0)
        try folder.create()
    }

    @Test("A file in place of the folder is refused")
    func file() throws {
        try PrivateFile.create(folder.path, [])
        #expect(throws: ManagerError.self) { try folder.create() }
    }

    /// Only root can give files away, and would read them whoever owns them.
    @Test("A key that another user has put there is refused", .enabled(if: geteuid() == 0))
    func foreignKey() throws {
        try folder.create()
        try folder.makeKeyEncryptionKey()
        _ = try folder.keyEncryptionKey()
        #expect(chown("\(folder.path)/key-encryption-key", 12_345, 12_345) == 0)
        let error = #expect(throws: ManagerError.self) { try folder.keyEncryptionKey() }
        #expect(error?.code == .fileOwner)
    }

    @Test("A file that others may read is refused", arguments: [0o640, 0o604, 0o620])
    func openFile(mode: mode_t) throws {
        try folder.create()
        try folder.makeKeyEncryptionKey()
        #expect(chmod("\(folder.path)/key-encryption-key", mode) == 0)
        let error = #expect(throws: ManagerError.self) { try folder.keyEncryptionKey() }
        #expect(error?.code == .filePermissions)
    }

    @Test(
        "The database's address is read as init has written it, whatever characters its password has",
        arguments: [
            "postgresql://xign@db/xign", #"host=db password='it''s "x"'"#, #"C:\x\n"#, "a: b # c", "'", "{}", "*a", "é",
        ])
    func address(database: String) throws {
        try folder.create()
        let written = Configuration(issuer: "https://login.example.org", appLinkOrigins: nil, database: database)
        try PrivateFile.create(folder.configurationPath, Array(written.yaml.utf8))
        #expect(try Configuration.read(folder.configurationPath).database?.hasSameBytes(as: database) == true)
    }

    @Test("a new manager serves the account pages; a configuration that names no surface serves none")
    func surfaces() throws {
        try folder.create()
        var configuration = Configuration(issuer: "https://login.example.org", appLinkOrigins: nil, database: nil)
        #expect(try configuration.servedSurfaces() == [])
        try PrivateFile.create(folder.configurationPath, Array(configuration.yaml.utf8))
        #expect(try Configuration.read(folder.configurationPath).servedSurfaces() == [.account])
        configuration.surfaces = ["acount"]
        let error = #expect(throws: ManagerError.self) { try configuration.servedSurfaces() }
        #expect(error?.code == .configuration)
    }
}
