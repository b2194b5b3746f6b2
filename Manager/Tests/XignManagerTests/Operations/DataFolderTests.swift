import DatabaseFixture
import Foundation
import Glibc
import Testing
import XignHTTP
import XignProtocol
import XignServer
import XignUseCases

@testable import XignWeb

struct DataFolderTests {
    @Test("The manager's data folder", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A folder that others may write is refused before a key is made in it", openFolder,
            each: [0o777, 0o1777, 0o720, 0o702]),
        TestCase("A file in place of the folder is refused", file),
        TestCase("An installed manager has its keys in one folder and its database in another", installed),
        TestCase("The folders of an installed manager are made by its installation, not by init", missingInstallation),
        TestCase("A file that others may read is refused", openFile, each: [0o640, 0o604, 0o620]),
        TestCase(
            "The database's address is read as init has written it, whatever characters its password has", address,
            each: [
                "postgresql://xign@db/xign", #"host=db password='it''s "x"'"#, #"C:\x\n"#, "a: b # c", "'", "{}", "*a",
                "é",
            ]),
        TestCase("a new manager serves all surfaces; a configuration that names none serves none", surfaces),
        TestCase("surfaces have origins of their own, and the console its networks, where the file says so", origins),
        TestCase("surfaces share an origin, or the issuer's", sharedOrigins),
        TestCase("the origin of a surface that is off is no site", originOfNothing),
        TestCase(
            "origins and networks that cannot be used are refused", refusedOrigins,
            each: [
                "consoleOrigin: https://login.example.org", "accountOrigin: https://login.example.org",
                "consoleOrigin: http://localhost:8080", "appLinkOrigins: [https://app.login.example.org]",
                "consoleOrigin: https://console.example.org/", "consoleOrigin: console.example.org",
                "accountOrigin: ''",
                "console: {networks: []}", "console: {networks: [192.0.2.1/24]}", "console: {networks: [office]}",
            ]),
        TestCase("a misspelt setting of the console is refused", misspelt),
        TestCase(
            "metrics are served at a loopback address or at a socket", metricsAddress,
            each: [
                ("127.0.0.1:9464", "127.0.0.1:9464"), ("127.1.2.3:1", "127.1.2.3:1"), ("'[::1]:65535'", "[::1]:65535"),
                ("unix:/run/xign/metrics.sock", "unix:/run/xign/metrics.sock"),
            ]),
        TestCase(
            "a socket is listened on, its peers are trusted, and an address has only the proxies of the file", socket),
        TestCase(
            "a socket with a port, and a path that no socket can have, are refused with advice", refusedSocket,
            each: [
                "host: unix:/run/xign/http.sock\nport: 8080", "host: unix:http.sock", "host: 'unix:'",
                "host: unix:/\(String(repeating: "a", count: 107))",
            ]),
        TestCase(
            "an IP address is listened on, in brackets or not", host,
            each: [
                ("'[::1]'", "[::1]:8080"), ("'::1'", "[::1]:8080"), ("'[::]'", "[::]:8080"),
                ("0.0.0.0", "0.0.0.0:8080"),
                ("10.0.0.11", "10.0.0.11:8080"), ("'[::ffff:10.0.0.11]'", "[::ffff:10.0.0.11]:8080"),
            ]),
        TestCase(
            "names and what is no address are refused for host and for metrics, with the key and the forms",
            refusedHost,
            each: [
                "localhost", "login.example.org", "'*'", "''", "'[::1'", "'::1]'", "'[]'", "'[127.0.0.1]'",
                "127.0.0.1:80", "'[::1]:80'", "'127.1'", "'127.0.0.1 '", "127.0.0.1/8",
                "'fe80::1%lo'", "http://127.0.0.1", "１２７.0.0.1",
            ]),
        TestCase("without the key, metrics are served nowhere", noMetrics),
        TestCase(
            "metrics that other machines could reach, and addresses that cannot be read, are refused with advice",
            refusedMetricsAddress,
            each: [
                "0.0.0.0:9464", "192.0.2.7:9464", "'[::]:9464'", "'[2001:db8::1]:9464'", "'[::ffff:192.0.2.7]:9464'",
                "'[127.0.0.1]:9464'", "'::1:9464'", "localhost:9464", "127.0.0.1", "'9464'", "127.0.0.1:0",
                "127.0.0.1:65536", "127.0.0.1:-1", "'127.0.0.1:'", "'127.0.0.1 :9464'", "127.0.0.1/8:9464",
                "unix:metrics.sock", "'unix:'",
                "unix:/\(String(repeating: "a", count: 107))", "''",
            ]),
    ]

    let place: TemporaryDatabase

    init() throws { place = try TemporaryDatabase(.sqlite) }

    private var folder: DataFolder { DataFolder("\(place.folder)/data") }

    func openFolder(mode: mode_t) throws {
        #expect(mkdir(folder.path, 0o700) == 0)
        #expect(chmod(folder.path, mode) == 0)
        #expect(throws: ManagerError.self) { try folder.create() }
        #expect(chmod(folder.path, 0o755) == 0)
        try folder.create()
    }

    func file() throws {
        try PrivateFile.create(folder.path, [])
        #expect(throws: ManagerError.self) { try folder.create() }
    }

    func installed() throws {
        let installed = DataFolder("\(place.folder)/etc", database: "\(place.folder)/var")
        #expect(mkdir(installed.path, 0o700) == 0)
        #expect(mkdir("\(place.folder)/var", 0o700) == 0)
        _ = try installed.initialize(Configuration(issuer: "https://login.example.org", database: nil))
        let files = FileManager.default
        #expect(
            try Set(files.contentsOfDirectory(atPath: installed.path)) == [
                "manager.yaml", "key-encryption-key", "root-keys.json",
            ])
        #expect(try files.contentsOfDirectory(atPath: "\(place.folder)/var").contains("manager.sqlite"))
    }

    func missingInstallation() throws {
        let installed = DataFolder("\(place.folder)/etc", database: "\(place.folder)/var")
        let noKeys = #expect(throws: ManagerError.self) { try installed.create() }
        #expect(noKeys?.code == .folderNotCreated)
        #expect(mkdir(installed.path, 0o700) == 0)
        let noDatabase = #expect(throws: ManagerError.self) { try installed.create() }
        #expect(noDatabase?.code == .folderNotCreated)
        #expect(mkdir("\(place.folder)/var", 0o700) == 0)
        try installed.create()
        #expect(chmod("\(place.folder)/var", 0o770) == 0)
        let open = #expect(throws: ManagerError.self) { try installed.create() }
        #expect(open?.code == .folderPermissions)
    }

    @Test("A folder of another user is refused before a key is made in it", .enabled(if: geteuid() == 0))
    func foreignFolder() throws {
        try folder.create()
        #expect(chown(folder.path, 12_345, 12_345) == 0)
        let error = #expect(throws: ManagerError.self) { try folder.create() }
        #expect(error?.code == .folderPermissions)
    }

    /// Only root can give files away, and would read them whoever owns them.
    @Test("A key that another user has put there is refused", .enabled(if: geteuid() == 0))
    func foreignKey() throws {
        try folder.create()
        let file = KeyEncryptionKeyFile(folder.keyEncryptionKeyPath)
        try file.make()
        _ = try file.key()
        #expect(chown(file.path, 12_345, 12_345) == 0)
        let error = #expect(throws: ManagerError.self) { try file.key() }
        #expect(error?.code == .fileOwner)
    }

    func openFile(mode: mode_t) throws {
        try folder.create()
        let file = KeyEncryptionKeyFile(folder.keyEncryptionKeyPath)
        try file.make()
        #expect(chmod(file.path, mode) == 0)
        let error = #expect(throws: ManagerError.self) { try file.key() }
        #expect(error?.code == .filePermissions)
        // A new key opens nothing that the present one has sealed.
        #expect(error?.description.contains("generate") == false)
    }

    func address(database: String) throws {
        try folder.create()
        let written = Configuration(issuer: "https://login.example.org", database: database)
        try PrivateFile.create(folder.configurationPath, Array(written.yaml.utf8))
        #expect(try Configuration.read(folder.configurationPath).database?.hasSameBytes(as: database) == true)
    }

    func surfaces() throws {
        try folder.create()
        var configuration = Configuration(issuer: "https://login.example.org", database: nil)
        #expect(try configuration.servedSurfaces().surfaces == [])
        try PrivateFile.create(folder.configurationPath, Array(configuration.yaml.utf8))
        #expect(
            try Configuration.read(folder.configurationPath).servedSurfaces().surfaces == Set(Surface.allCases))
        configuration.surfaces = ["acount"]
        let error = #expect(throws: ManagerError.self) { try configuration.servedSurfaces() }
        #expect(error?.code == .configuration)
    }

    /// Reads a configuration with these lines besides the issuer.
    private func configuration(_ lines: String, issuer: String = "https://login.example.org") throws -> Configuration {
        try folder.create()
        try PrivateFile.create(folder.configurationPath, Array("issuer: \(issuer)\n\(lines)\n".utf8))
        return try Configuration.read(folder.configurationPath)
    }

    func origins() throws {
        let lines = """
            surfaces: [account, console]
            accountOrigin: https://account.example.org
            consoleOrigin: https://console.example.org:8443
            console: {networks: [192.0.2.0/24, "2001:db8::/32"]}
            """
        let issuer = try #require(ManagerOrigin("https://login.example.org"))
        let sites = try configuration(lines).servedSurfaces().sites(issuer: issuer)
        #expect(sites.map(\.host) == ["login.example.org", "account.example.org", "console.example.org:8443"])
        #expect(sites.map(\.surfaces) == [[], [.account], [.console]])
        #expect(sites.map(\.isIssuer) == [true, false, false])
        let (inside, outside) = (try #require(RemoteAddress("192.0.2.7")), try #require(RemoteAddress("192.0.3.7")))
        #expect(sites[2].admits(inside))
        #expect(!sites[2].admits(outside))
        #expect(sites[1].admits(outside))
        #expect(sites[0].admits(outside))
    }

    func sharedOrigins() throws {
        let issuer = try #require(ManagerOrigin("http://127.0.0.1:8080"))
        let lines = "surfaces: [account, console]\naccountOrigin: http://[::1]:8080\nconsoleOrigin: http://[::1]:8080"
        let sites = try configuration(lines, issuer: "\(issuer)").servedSurfaces().sites(issuer: issuer)
        #expect(sites.map(\.surfaces) == [[], [.account, .console]])
        #expect(ServedSurfaces([.account, .console]).sites(issuer: issuer).map(\.surfaces) == [[.account, .console]])
    }

    func originOfNothing() throws {
        let issuer = try #require(ManagerOrigin("https://login.example.org"))
        let lines = "surfaces: [account]\nconsoleOrigin: https://console.example.org"
        #expect(try configuration(lines).servedSurfaces().sites(issuer: issuer).map(\.origin) == [issuer])
    }

    func refusedOrigins(_ line: String) throws {
        let error = #expect(throws: ManagerError.self) { try configuration(line).servedSurfaces() }
        #expect(error?.code == .configuration)
    }

    func misspelt() throws {
        let error = #expect(throws: ManagerError.self) { try configuration("console: {network: [192.0.2.0/24]}") }
        #expect(error?.code == .configuration)
    }

    func metricsAddress(_ text: String, address: String) throws {
        #expect(try configuration("metrics: \(text)").metricsAddress()?.description == address)
    }

    func socket() throws {
        let socket = try configuration("host: unix:/run/xign/http.sock")
        #expect(try socket.listeningAddress().description == "unix:/run/xign/http.sock")
        #expect(try socket.trustedProxyRanges(at: socket.listeningAddress()) == [.local])
        #expect(try socket.listeningAddress(port: 8081).description == "127.0.0.1:8081")
        #expect(try socket.trustedProxyRanges(at: socket.listeningAddress(port: 8081)).isEmpty)
        #expect(try socket.listeningAddress(host: "127.0.0.2").description == "127.0.0.2:8080")
        #expect(throws: ManagerError.self) { try socket.listeningAddress(host: "unix:/a.sock", port: 8081) }
    }

    func refusedSocket(_ lines: String) throws {
        let error = #expect(throws: ManagerError.self) { try configuration(lines).listeningAddress() }
        #expect(error?.code == .configuration)
    }

    func host(_ text: String, address: String) throws {
        #expect(try configuration("host: \(text)").listeningAddress().description == address)
    }

    func refusedHost(_ text: String) throws {
        let withPort = text.hasSuffix("'") ? "\(text.dropLast()):9464'" : "'\(text):9464'"
        let read = try configuration("host: \(text)\nmetrics: \(withPort)")
        let host = #expect(throws: ManagerError.self) { try read.listeningAddress() }
        let metrics = #expect(throws: ManagerError.self) { try read.metricsAddress() }
        for (error, key) in [(host, "host"), (metrics, "metrics")] {
            #expect(error?.code == .configuration)
            #expect(error?.description.contains("\(key) must be an IP address") == true)
            #expect(error?.description.contains("127.0.0.1") == true)
            #expect(error?.description.contains("unix:/run/xign/") == true)
        }
    }

    func noMetrics() throws { #expect(try configuration("log: info").metricsAddress() == nil) }

    func refusedMetricsAddress(_ text: String) throws {
        let error = #expect(throws: ManagerError.self) { try configuration("metrics: \(text)").metricsAddress() }
        #expect(error?.code == .configuration)
        #expect(error.map { "\($0)".contains("metrics must be") } == true)
    }
}
