import Foundation
import XignAdmission
import XignDomain
import XignManager
import XignProtocol
import XignStorage

/// A manager's folder and database, made by its own command line, with people in it whose devices are at hand.
struct Site: Sendable {
    let program: String
    let folder: String
    let port: UInt16
    let target: Target
    /// How many accounts there are.
    let accounts: Int
    let devices: [VirtualDevice]
    /// How long it took to make them.
    let seconds: Double

    var dataFolder: String { Self.dataFolder(folder) }
    private static func dataFolder(_ folder: String) -> String { "\(folder)/data" }

    /// - Parameters:
    ///   - folder: is removed and made anew.
    ///   - devices: of so many accounts, evenly spread among all.
    init(program: String, folder: String, accounts: Int, devices: Int) throws {
        let begin = Nanoseconds.monotonic()
        if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let port = try FreePort.find()
        guard let issuer = ManagerOrigin("http://127.0.0.1:\(port)") else { throw BenchError("no issuer") }
        let data = DataFolder(Self.dataFolder(folder))
        try Command.run([program, "init", "--issuer", issuer.description, "--data", data.path])
        try Self.declaration.write(toFile: "\(folder)/declaration.yaml", atomically: false, encoding: .utf8)
        try Command.run([program, "apply", "\(folder)/declaration.yaml", "--data", data.path])
        try Self.raiseLimits(data.configurationPath)
        self.program = program
        self.folder = folder
        self.port = port
        self.accounts = accounts
        let vault = Vault(keyEncryptionKey: try data.keyEncryptionKey())
        let population = try Population(path: data.databasePath, vault: vault)
        defer { population.close() }
        self.devices = try population.grow(to: accounts, devices: devices)
        target = try population.target(port: port, issuer: issuer)
        seconds = Double(Nanoseconds.monotonic() - begin) / 1e9
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    static let serviceName = "bench"

    private static let declaration = """
        organizations:
          - name: Example Inc.
            website: https://example.org
            services:
              - name: \(serviceName)
                displayName: Benchmark website
                redirectUris: ["\(Target.redirectURI)"]
                signingAlgorithm: ES256
                roles:
                  - name: user
                    alternatives: [[pin, device]]

        """

    /// More requests may wait than by default, where the answer to what is too much is 503.
    private static func raiseLimits(_ path: String) throws {
        guard let file = FileHandle(forUpdatingAtPath: path) else { throw BenchError("no \(path)") }
        try file.seekToEnd()
        try file.write(contentsOf: Data("limits: {queuedRequests: 4096}\n".utf8))
        try file.close()
    }
}
