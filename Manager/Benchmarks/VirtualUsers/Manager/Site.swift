import Foundation
import XignProtocol
import XignServer
import XignStorage

/// A manager's data folder, made by its own command line, with accounts and the virtual devices of some of them.
package struct Site: Sendable {
    package struct Installation: Sendable {
        let program: String
        let folder: String
        let database: String?
        /// The manager's port, or nil for a free one.
        package var port: UInt16?
        /// The port of a proxy to which the clients connect, or nil for the manager's.
        package var proxyPort: UInt16?

        /// - Parameters:
        ///   - program: the path of `xignin-manager`.
        ///   - folder: the folder for data and logs. An existing one is replaced.
        ///   - database: the URL of an empty PostgreSQL database, or nil for SQLite in `folder`.
        package init(program: String, folder: String, database: String?) {
            self.program = program
            self.folder = folder
            self.database = database
        }
    }

    package let folder: String
    package let port: UInt16
    /// The port to which browsers, devices and websites connect.
    package let clientPort: UInt16
    /// The issuer's host and port.
    package var host: String { "127.0.0.1:\(port)" }
    package let target: LoginTarget
    /// The number of accounts.
    package let accounts: Int
    package let devices: [VirtualDevice]
    /// Nil with SQLite.
    package let server: PostgreSQLServer?
    let program: String

    var dataFolder: String { Self.dataFolder(folder) }
    private static func dataFolder(_ folder: String) -> String { "\(folder)/data" }

    /// Makes the data folder and fills its database. PostgreSQL takes no accounts without devices.
    package init(_ installation: Installation, size: Population.Size) throws {
        (program, folder) = (installation.program, installation.folder)
        if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        port = try installation.port ?? FreePort.find()
        clientPort = installation.proxyPort ?? port
        guard let issuer = ManagerOrigin("http://127.0.0.1:\(port)") else { throw BenchError("no issuer") }
        let data = DataFolder(Self.dataFolder(folder))
        let database = installation.database.map { ["--database", $0] } ?? []
        try Command.run([program, "init", "--issuer", issuer.description, "--data", data.path] + database)
        try Self.declaration.write(toFile: "\(folder)/declaration.yaml", atomically: false, encoding: .utf8)
        try Command.run([program, "apply", "\(folder)/declaration.yaml", "--data", data.path])
        try Self.raiseLimits(data.configurationPath)
        accounts = size.accounts
        let vault = Vault(keyEncryptionKey: try KeyEncryptionKeyFile(data.keyEncryptionKeyPath).key())
        let address = try DatabaseAddress(installation.database ?? data.databasePath)
        let population = try Population(at: address, vault: vault)
        defer { population.close() }
        devices = try population.insert(size)
        target = try population.target(issuer: issuer)
        server = try installation.database.map { _ in try PostgreSQLServer(address, vault: vault) }
    }

    static let serviceName = "bench"

    private static let declaration = """
        organizations:
          - name: Example Inc.
            website: https://example.org
            services:
              - name: \(serviceName)
                displayName: Benchmark website
                redirectUris: ["\(LoginTarget.redirectURI)"]
                signingAlgorithm: ES256
                roles:
                  - name: user
                    alternatives: [[pin, device]]

        """

    /// Raises the limit of queued requests, so that 512 logins at once are not refused with 503.
    private static func raiseLimits(_ path: String) throws {
        guard let file = FileHandle(forUpdatingAtPath: path) else { throw BenchError("no \(path)") }
        try file.seekToEnd()
        try file.write(contentsOf: Data("limits: {queuedRequests: 4096}\n".utf8))
        try file.close()
    }
}
