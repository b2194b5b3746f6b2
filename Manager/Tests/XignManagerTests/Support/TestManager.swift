import DatabaseFixture
import Foundation
import Glibc
import Logging
import Testing
import Threads
import XignCrypto
import XignDomain
import XignHTTP
import XignStorage

@testable import XignAdmission
@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignProtocol
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// A real manager on a database of its own, with a clock that stands still. It listens when a test first asks for its
/// port.
final class TestManager: Sendable {
    static let userName = "ada"
    static let activationPIN = "20481632"
    /// The operator in the audit log.
    static let operatorName = "root"
    /// Cheap, since the cost of a guess is no subject of these tests.
    static let activationPINStretching = ActivationPINProof.Stretching(rounds: 1000)
    /// The key for ID tokens with RSA of all managers. Drawing it takes longer than most tests.
    private static let rsa = Result { try IDTokenKey.drawPrivateKey(for: .rs256) }

    static func drawPrivateKey(for algorithm: Service.SigningAlgorithm) throws -> [UInt8] {
        try algorithm == .es256 ? IDTokenKey.drawPrivateKey(for: algorithm) : rsa.get()
    }

    let issuer: ManagerOrigin
    let manager: Manager
    var context: Context { manager.context }
    let clock: TestClock
    let place: TemporaryDatabase
    /// Started by the first client: a server and its housekeeping cost more than most tests.
    private let server = Locked<ManagerServer?>(nil)
    private let trustedProxies: [AddressRange]
    private let pages: LoginController
    /// Everything that the manager answers, without a socket.
    let router: Router
    let keyEncryptionKey: SymmetricKey
    /// The keys in the folder of this manager, as its vault reads them again.
    let keyFiles: Locked<[SymmetricKey]>
    /// As `init` would have written them.
    let rootKeys: RootKeys

    /// - Parameters:
    ///   - settings: what `apply` is given besides the example's organization and users.
    ///   - trustedProxies: whose word about the client's address is believed.
    ///   - log: of the manager.
    ///   - appLinkOrigins: where its App-Links lead besides `http://localhost` at its port.
    ///   - recovery: people recover their accounts alone.
    ///   - logo: in the header of its pages.
    init(
        _ engine: Engine = .sqlite, settings: String = "", session: Int = 300, limits: Limits = Limits(),
        trustedProxies: [AddressRange] = [], log: Log = .silent, surfaces: ServedSurfaces = [.account],
        appLinks: AppLinks = AppLinks(), appLinkOrigins: [ManagerOrigin] = [], recovery: Bool = false,
        logo: Logo? = nil,
        sendsMail: Bool = false
    ) throws {
        place = try TemporaryDatabase(engine, copying: .managerSchema)
        let port = try Self.freePort()
        issuer = try #require(ManagerOrigin("http://127.0.0.1:\(port)"))
        let clock = TestClock()
        self.clock = clock
        keyEncryptionKey = SymmetricKey(size: .bits256)
        let keyFiles = Locked([keyEncryptionKey])
        self.keyFiles = keyFiles
        let vault = Vault(keyEncryptionKey) { keyFiles.withLock { $0 } }
        let database = try place.open(vault: vault)
        var rootKeys: RootKeys?
        try Initialization.run(
            database: database, issuer: issuer,
            appLinkOrigins: [try #require(ManagerOrigin("http://localhost:\(port)"))] + appLinkOrigins, at: clock.now,
            drawPrivateKey: Self.drawPrivateKey, keep: { roots, _ in rootKeys = roots })
        self.rootKeys = try #require(rootKeys)
        manager = try Manager(
            database: database, issuer: issuer, clock: clock.clock, log: log, limits: limits,
            surfaces: surfaces, appLinks: appLinks, recovery: recovery, logo: logo, sendsMail: sendsMail,
            activationPINStretching: Self.activationPINStretching)
        pages = manager.loginController(hub: EventHub(), lookEvery: nil)
        router = manager.router(pages)
        self.trustedProxies = trustedProxies
        _ = try Apply(manager.context)(Array(Self.declaration(settings: settings, session: session).utf8))
    }

    deinit {
        pages.stop()
        if let server = server.withLock({ $0.take() }) {
            server.stop(within: .seconds(5))
        } else {
            context.database.close()
        }
    }

    /// The port of the server, which serves from now on.
    var port: Int {
        do { try serve() } catch { Issue.record(error, "the manager does not listen") }
        return issuer.port
    }

    /// Serves over TCP, and keeps house, from now on.
    func serve() throws {
        try server.withLock { server in
            if server != nil { return }
            server = try ManagerServer(manager) {
                $0.address = .tcp("127.0.0.1", UInt16(issuer.port))
                $0.trustedProxies = TrustedProxies(trustedProxies)
            }
        }
    }

    /// Where the devices of a test keep their files too.
    var folder: URL { URL(filePath: place.folder) }

    /// Another manager of the same identity on the same database, as on a second machine. It listens nowhere.
    /// - Parameter ahead: by how many seconds its clock is.
    func secondNode(ahead seconds: Int64 = 0, log: Log = .silent) throws -> Manager {
        try node(on: try place.open(vault: context.database.vault), ahead: seconds, log: log)
    }

    /// Another manager of the same identity, on an open database.
    func node(on database: any Database, ahead seconds: Int64 = 0, log: Log = .silent) throws -> Manager {
        try Manager(
            database: database, issuer: issuer, clock: clock.clock(ahead: seconds), log: log,
            activationPINStretching: Self.activationPINStretching)
    }

    static func declaration(settings: String = "", session: Int = 300) -> String {
        """
        \(settings)
        organizations:
          - name: Example Inc.
            website: https://example.org
            services:
              - name: demo
                displayName: Demo website
                redirectUris: ["https://website.example/callback"]
                signingAlgorithm: ES256
                sessionSeconds: \(session)
                roles:
                  - name: user
                    alternatives: [[pin, device]]
                  - name: visitor
                    assigned: true
                    alternatives: [[device]]
        users:
          - name: ada
            memberships: [Example Inc.]
          - name: mallory
            memberships: [Example Inc.]
        """
    }

    var service: Service {
        get throws { try #require(try context.database.read { try $0.services.find(name: "demo") }) }
    }

    var secret: String {
        get throws {
            let service = try service
            return try #require(try context.database.read { try $0.services.secret(of: service.id) })
        }
    }

    /// The kinds of the audit events, oldest first.
    var auditKinds: [AuditEvent.Kind] {
        get throws { try context.database.read { try $0.audit.newest(1000) }.map(\.kind).reversed() }
    }

    private static let lastPort = Locked(20_000 + Int(getpid()) % 100 * 110)

    /// Below the range that the system gives to connections, so that none of them takes it before the server listens.
    private static func freePort() throws -> UInt16 {
        for _ in 0..<1000 {
            let port = lastPort.withLock { last -> UInt16 in
                last = last >= 31_999 ? 20_000 : last + 1
                return UInt16(last)
            }
            if isFree(port) { return port }
        }
        throw TestFailure(what: "no free port")
    }

    private static func isFree(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        return WireClient.withAddress("127.0.0.1", port) { bind(descriptor, $0, $1) } == 0
    }
}

extension Site {
    /// The site of a manager without surfaces.
    static func issuer(_ origin: ManagerOrigin) -> Site { ServedSurfaces([]).sites(issuer: origin)[0] }
}

/// Time goes on only when a test says so.
final class TestClock: Sendable {
    private let time = Locked((now: Clock.system.now(), monotonic: Int64(0)))

    var now: Timestamp { time.withLock { $0.now } }

    var clock: Clock { clock(ahead: 0) }

    /// The clock of another machine.
    func clock(ahead seconds: Int64) -> Clock {
        Clock {
            self.now + seconds
        } monotonicMilliseconds: {
            self.time.withLock { $0.monotonic }
        }
    }

    /// Lets time pass; sets the clock back where `seconds` is negative.
    func advance(seconds: Int64) {
        time.withLock { $0 = ($0.now + seconds, $0.monotonic + max(0, seconds) * 1000) }
    }

    /// Sets the clock, while no time passes.
    func jump(seconds: Int64) { time.withLock { $0.now = $0.now + seconds } }
}

extension TemporaryDatabase {
    /// Opens the database with more patience than a manager has: where many tests share the processors, a transaction
    /// may wait for long until another one gives its locks back.
    func open(vault: Vault) throws -> any Database {
        let patience = Duration.seconds(30)
        switch try DatabaseAddress(address) {
        case .file(let path):
            var options = SQLiteDatabase.Options()
            options.timeout = patience
            return try SQLiteDatabase(path: path, vault: vault, creating: true, options: options)
        case .server(let url):
            var options = PostgreSQLDatabase.Options()
            (options.statementTimeout, options.lockTimeout, options.retryTimeout) = (patience, patience, patience)
            return try PostgreSQLDatabase(url: url, vault: vault, creating: true, options: options)
        }
    }
}

extension DatabaseTemplate {
    /// The tables of the manager. The vault does not matter: the schema has no sealed values.
    static let managerSchema = DatabaseTemplate { address in
        let vault = Vault(keyEncryptionKey: SymmetricKey(size: .bits256))
        let database = try DatabaseAddress(address).open(vault: vault, creating: true)
        defer { database.close() }
        try database.migrate(Schema.migrations)
    }
}
