import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// Fills a manager's database with people. Some have devices whose keys are known here; the others' keys and secrets are
/// random bytes of the right length, which nobody opens.
struct Population {
    private let database: SQLiteDatabase
    private let service: Service
    /// Accounts of one transaction. Many: each writes almost every page of the indexes over random keys.
    private static let batch = 250_000

    init(path: String, vault: Vault) throws {
        var options = SQLiteDatabase.Options()
        // Nobody minds if the power fails meanwhile: the database is closed in order before the manager opens it.
        options.synchronous = .normal
        options.cacheKibibytes = 1_048_576
        options.checkpointPages = 100_000
        database = try SQLiteDatabase(path: path, vault: vault, options: options)
        guard let service = try database.read({ try $0.services.find(name: Site.serviceName) }) else {
            throw BenchError("the service is not there")
        }
        self.service = service
    }

    func close() { database.close() }

    func target(port: UInt16, issuer: ManagerOrigin) throws -> Target {
        let (secret, keys) = try database.read { transaction in
            (try transaction.services.secret(of: service.id), try transaction.keys.decryptionKeys())
        }
        guard let secret, let key = keys.first(where: { $0.publicKey.suite == .x25519 }) else {
            throw BenchError("no client secret, or no encryption key")
        }
        return Target(
            port: port, issuer: issuer, clientID: service.id, clientSecret: secret, encryptionKey: key.publicKey)
    }

    /// Makes so many accounts, and devices for some of them that stand evenly between the others.
    func grow(to accounts: Int, devices: Int) throws -> [VirtualDevice] {
        let now = Timestamp.now()
        let distance = max(1, accounts / devices)
        var made: [VirtualDevice] = []
        var next = 0
        while next < accounts {
            let end = min(accounts, next + Self.batch)
            let enrolled = stride(from: next, to: end, by: 1).filter { $0 % distance == 0 }.prefix(devices - made.count)
                .map { (number: $0, device: VirtualDevice(activation: .random())) }
            try database.write { [next, enrolled] transaction in
                var begin = next
                for (number, device) in enrolled {
                    try fill(begin..<number, at: now, transaction)
                    try enrol(device, number, at: now, transaction)
                    begin = number + 1
                }
                try fill(begin..<end, at: now, transaction)
            }
            made += enrolled.map(\.device)
            next = end
        }
        return made
    }

    private func enrol(
        _ device: VirtualDevice, _ number: Int, at now: Timestamp, _ transaction: any Transaction
    ) throws {
        let account = Account(id: Self.accountID(number), name: "person \(number)", isActive: true)
        try transaction.accounts.insert(account, at: now)
        try transaction.organizations.add(account: account.id, to: service.organizationID)
        let activation = Activation(
            id: device.activation, accountID: account.id, state: .pending, kind: .registration, pinOrigin: .assigned,
            secretHash: Array(SecureRandom.bytes(count: 32)), createdAt: now, expiresAt: now + 3600,
            personalizedAt: nil, wrongPINs: 0, alias: "", lockout: .none)
        let activations = transaction.activations
        try activations.insert(activation, pinProofHash: Array(SecureRandom.bytes(count: 32)))
        for key in device.publicKeys {
            guard try activations.insert(key, of: activation) else { throw BenchError("a key is in use") }
        }
        guard try activations.activate(activation.id, alias: "phone", at: now) else {
            throw BenchError("no activation")
        }
    }

    /// As `TimeOrderedID` makes them: 32 hexadecimal digits that grow.
    private static func accountID(_ number: Int) -> String {
        let digits = String(number, radix: 16)
        return "0199" + String(repeating: "0", count: 28 - digits.count) + digits
    }

    /// Within SQLite, since a million times a few statements would take minutes.
    private func fill(_ numbers: Range<Int>, at now: Timestamp, _ transaction: any Transaction) throws {
        guard let first = numbers.first, let last = numbers.last else { return }
        try transaction.execute(
            """
            WITH RECURSIVE person(i) AS (SELECT \(first) UNION ALL SELECT i + 1 FROM person WHERE i < \(last))
            INSERT INTO account (id, name, name_key, is_active, created_at)
            SELECT printf('0199%028x', i), printf('person %d', i), printf('person %d', i), 1, \(now) FROM person
            """)
        let (from, to) = (Self.accountID(first), Self.accountID(last))
        try transaction.execute(
            """
            INSERT INTO membership (account_id, organization_id)
            SELECT id, \(service.organizationID) FROM account WHERE id BETWEEN \(from) AND \(to)
            """)
        try transaction.execute(
            """
            INSERT INTO mapping (account_id, service_id, mapping_id)
            SELECT id, \(service.id), lower(hex(randomblob(11))) FROM account WHERE id BETWEEN \(from) AND \(to)
            """)
        try transaction.execute(
            """
            INSERT INTO activation (id, account_id, state, kind, pin_origin, secret_hash, sealed_pin_proof_hash, created_at,
                expires_at, personalized_at, wrong_pins, alias, pin_failures, otp_failures, other_failures, locked_until,
                is_locked_for_good, attempts)
            SELECT randomblob(16), id, 'active', 'registration', 'assigned', randomblob(32), NULL, \(now), \(now), \(now), 0,
                'phone', 0, 0, 0, NULL, 0, 7
            FROM account WHERE id BETWEEN \(from) AND \(to)
            """)
        try addFactor(.device, sealedByteCount: 92, from, to, transaction)
        try addFactor(.pin, sealedByteCount: 60, from, to, transaction)
    }

    private func addFactor(
        _ factor: FactorType, sealedByteCount: Int, _ from: String, _ to: String, _ transaction: any Transaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO factor (activation_id, factor, sealed_public_key, fingerprint)
            SELECT id, \(factor), randomblob(\(sealedByteCount)),
                CASE WHEN \(factor) = 'device' THEN randomblob(32) END FROM activation
            WHERE account_id BETWEEN \(from) AND \(to)
            """)
    }
}

extension Timestamp {
    static func now() -> Timestamp {
        Timestamp(rawValue: Int64(Nanoseconds.wallClock() / 1_000_000))
    }
}
