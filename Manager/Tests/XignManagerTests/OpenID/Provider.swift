import Foundation
import Logging
import Testing
import Threads
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// A manager with a database file of its own, a clock that stands still, and what websites and browsers call of it.
final class Provider: Sendable {
    static let issuer = ManagerOrigin("https://login.example.org")!  // in its normal form
    static let start = Timestamp(rawValue: 1_790_000_001_250)
    static let secret = BearerToken.generate()
    static let account: AccountID = "account-ada"
    static let activationID = ActivationID.random()
    private static let vault = Vault(keyEncryptionKey: SymmetricKey(data: Array(repeating: UInt8(7), count: 32)))

    let path: String
    let manager: Manager
    var context: Context { manager.context }
    let hub = EventHub()
    let pages: LoginController
    let router: Router
    private let clock = Locked(Provider.start)

    /// - Parameters:
    ///   - lookAtFileEvery: how often the engine looks for changes by other processes.
    ///   - lookAtSessionsEvery: how often the pages look for changes that they were not told of; nil: when told to.
    ///   - log: what the manager says.
    ///   - surfaces: those to whose pages others lead.
    init(
        lookAtFileEvery: Duration = .seconds(3600), lookAtSessionsEvery: Duration? = nil, log: Log = .silent,
        surfaces: ServedSurfaces = []
    ) throws {
        path = NSTemporaryDirectory() + "xign-openid-\(UUID().uuidString).db"
        try Self.template.get().write(to: URL(filePath: path))
        var options = SQLiteDatabase.Options()
        options.changePollInterval = lookAtFileEvery
        let clock = clock
        manager = try Manager(
            database: SQLiteDatabase(path: path, vault: Self.vault, options: options), issuer: Self.issuer,
            clock: Clock { clock.withLock { $0 } }, log: log, surfaces: surfaces)
        pages = manager.loginController(hub: hub, lookEvery: lookAtSessionsEvery)
        var router = Router()
        OpenIDProvider(manager.context, manager.admission, manager.log).register(in: &router)
        pages.register(in: &router, at: .issuer(Self.issuer))
        self.router = router
    }

    deinit {
        pages.stop()
        context.database.close()
        for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    }

    var now: Timestamp { clock.withLock { $0 } }

    func advance(seconds: Int64) { clock.withLock { $0 = $0 + seconds } }

    func write(_ body: @escaping @Sendable (any Transaction) throws -> Void) throws {
        try context.database.write { try body($0) }
    }

    /// How often something was recorded.
    func count(of kind: AuditEvent.Kind) throws -> Int {
        try context.database.read { try $0.audit.newest(1000).filter { $0.kind == kind }.count }
    }

    // MARK: Requests

    func get(_ target: String, headers: [HeaderField] = []) throws -> Response {
        router.respond(to: try Request(.get, target, headers: headers))
    }

    func post(_ target: String, _ form: [(String, String)] = [], headers: [HeaderField] = []) throws -> Response {
        let type = HeaderField("Content-Type", "application/x-www-form-urlencoded")
        return router.respond(
            to: try Request(.post, target, headers: [type] + headers, body: Array(Self.encoded(form).utf8)))
    }

    static func encoded(_ form: [(String, String)]) -> String {
        form.map { "\(RedirectURI.percentEncoded($0.0))=\(RedirectURI.percentEncoded($0.1))" }.joined(separator: "&")
    }

    // MARK: The device's part

    func claim(_ id: SessionID) throws {
        try write { _ = try $0.processes.claim(id, by: Self.activationID, tokenHash: [1], at: self.now) }
    }

    func prepare(_ id: SessionID) throws {
        try write { transaction in
            let service = try #require(try transaction.processes.find(id)).serviceID
            let role = try transaction.services.roles(of: service)[0]
            _ = try transaction.processes.prepare(id, role: role.id, statement: [2], at: self.now)
        }
    }

    func finish(_ id: SessionID, factors: [FactorType] = [.device, .pin]) throws {
        try write { transaction in
            try self.keepStatement(of: id, transaction)
            _ = try transaction.processes.finish(
                id, factors: factors, at: self.now)
        }
    }

    /// Keeps the statement that the device would sign, without signatures.
    private func keepStatement(of id: SessionID, _ transaction: any Transaction) throws {
        let process = try #require(try transaction.processes.find(id))
        guard let (service, organization) = try transaction.services.findWithOrganization(id: process.serviceID)
        else { return }
        let statement = Consent.statement(
            process: process, activation: Self.activationID, service: service, organization: organization,
            role: try transaction.services.roles(of: service.id)[0], attributes: [], issuer: Self.issuer,
            challenge: Array(repeating: 5, count: 32), at: now
        ).serialized
        try transaction.execute(
            """
            INSERT INTO evidence (session_id, activation_id, service_id, at, statement_hash, statement)
            VALUES (\(id), \(Self.activationID), \(service.id), \(now), \(Evidence.hash(of: statement)), \(statement))
            """)
    }

    func confirm(_ id: SessionID, factors: [FactorType] = [.device, .pin]) throws {
        try claim(id)
        try prepare(id)
        try finish(id, factors: factors)
    }

    func decline(_ id: SessionID, _ reason: DeclineReason) throws {
        try claim(id)
        try write { _ = try $0.processes.decline(id, reason: reason) }
    }

    func save(lockout: LockoutState) throws {
        try write { try $0.activations.save(lockout: lockout, of: Self.activationID) }
    }

    // MARK: The database that all begin with: keys are made once, since RSA takes its time

    private static let template = Result { () throws -> Data in
        let path = NSTemporaryDirectory() + "xign-openid-template-\(UUID().uuidString).db"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let database = try SQLiteDatabase(path: path, vault: vault, creating: true)
        try Initialization.run(
            database: database, issuer: issuer,
            appLinkOrigins: [ManagerOrigin("https://app.login.example.org")!],  // in its normal form
            at: start, keep: { _, _ in })
        try database.write { transaction in
            try transaction.organizations.save(
                Organization(id: "org", name: "Example Trading Ltd", website: nil, address: nil, description: nil))
            for service in services {
                try transaction.services.save(service)
                try transaction.services.save(
                    Role(
                        id: RoleID("role-\(service.id)"), serviceID: service.id, name: "user",
                        alternatives: [[.device], [.device, .pin]], isDefault: true))
            }
            try transaction.accounts.insert(Account(id: account, name: "ada", isActive: true), at: start)
            try transaction.organizations.add(account: account, to: "org")
            try transaction.activations.insert(
                Activation(
                    id: activationID, accountID: account, state: .active, kind: .registration, pinOrigin: .userChosen,
                    secretHash: [3], createdAt: start, expiresAt: start, personalizedAt: start, wrongPINs: 0,
                    alias: "phone", lockout: .none), pinProofHash: [4])
        }
        // One file is left.
        database.close()
        return try Data(contentsOf: URL(filePath: path))
    }

    private static let services = [
        service("shop", ["https://shop.example.org/callback", "https://shop.example.org/cb?tenant=1"]),
        service("legacy", ["http://127.0.0.1:8090/cb"], .rs256, .legacy),
        service("noncing", ["https://noncing.example.org/cb"], .es256, .optional),
        service("app", ["https://app.example.org/cb"], .es256, .optional, secret: nil),
        service("closed", ["https://closed.example.org/cb"], isActive: false),
    ]

    private static func service(
        _ id: String, _ redirectURIs: [String], _ algorithm: Service.SigningAlgorithm = .es256,
        _ proofKey: Service.ProofKey = .required, secret: BearerToken? = Provider.secret, isActive: Bool = true
    ) -> Service {
        Service(
            id: ServiceID(id), organizationID: "org", name: id, displayName: "Example \(id)", description: nil,
            redirectURIs: redirectURIs, signingAlgorithm: algorithm, proofKey: proofKey, secretHash: secret?.hash,
            isActive: isActive, sessionSeconds: 300, policyVersion: 1)
    }
}
