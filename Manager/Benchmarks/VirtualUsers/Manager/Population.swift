import XignCrypto
import XignDomain
import XignProtocol
import XignStorage

/// The accounts of a site, written straight into the manager's database.
///
/// Some accounts have virtual devices. The keys and secrets of the others are random bytes of the right length, which
/// are never opened.
package struct Population {
    /// The number of accounts, and of those that have virtual devices.
    package struct Size {
        let accounts: Int
        let devices: Int

        package init(accounts: Int, devices: Int) {
            self.accounts = accounts
            self.devices = devices
        }
    }

    private let database: any Database
    private let service: Service

    /// Accounts per transaction. Each transaction writes almost every page of the indexes over random keys, so few
    /// large ones are faster.
    private static let batch = 250_000

    init(at address: DatabaseAddress, vault: Vault) throws {
        switch address {
        case .file(let path):
            var options = SQLiteDatabase.Options()
            // Losing this database in a power failure costs nothing, and it is closed before the manager opens it.
            options.synchronous = .normal
            options.cacheKibibytes = 1_048_576
            options.checkpointPages = 100_000
            database = try SQLiteDatabase(path: path, vault: vault, options: options)
        case .server: database = try address.open(vault: vault)
        }
        guard let service = try database.read({ try $0.services.find(name: Site.serviceName) }) else {
            throw BenchError("no service")
        }
        self.service = service
    }

    func close() { database.close() }

    /// Reads the service's credentials and the manager's key for sealed requests.
    func target(issuer: ManagerOrigin) throws -> LoginTarget {
        let (secret, keys) = try database.read { transaction in
            (try transaction.services.secret(of: service.id), try transaction.keys.decryptionKeys())
        }
        guard let secret, let key = keys.first(where: { $0.publicKey.suite == .x25519 }) else {
            throw BenchError("no client secret, or no encryption key")
        }
        return LoginTarget(
            issuer: issuer, clientID: service.id.text, clientSecret: secret, encryptionKey: key.publicKey)
    }

    /// Inserts all accounts. Those with devices are evenly spread among the others.
    func insert(_ size: Size) throws -> [VirtualDevice] {
        let now = Clock.system.now()
        let distance = max(1, size.accounts / size.devices)
        var made: [VirtualDevice] = []
        var next = 0
        while next < size.accounts {
            let end = min(size.accounts, next + Self.batch)
            let enrolled = stride(from: next, to: end, by: 1).filter { $0 % distance == 0 }
                .prefix(size.devices - made.count).map { (number: $0, device: VirtualDevice(activation: .random())) }
            try database.write { [next, enrolled] transaction in
                var begin = next
                for (number, device) in enrolled {
                    try insertAccounts(begin..<number, at: now, transaction)
                    try enrol(device, as: number, in: transaction)
                    begin = number + 1
                }
                try insertAccounts(begin..<end, at: now, transaction)
            }
            made += enrolled.map(\.device)
            next = end
        }
        return made
    }

    /// Inserts an account with an activated virtual device.
    private func enrol(_ device: VirtualDevice, as number: Int, in transaction: any Transaction) throws {
        let now = Clock.system.now()
        let account = Account(id: Self.accountID(number), name: "person \(number)", isActive: true)
        try transaction.accounts.insert(account, at: now)
        try transaction.organizations.add(account: account.id, to: service.organizationID)
        let activation = Activation(
            id: device.activation, accountID: account.id, state: .pending, kind: .registration, pinOrigin: .assigned,
            secretHash: BearerToken.generate().hash, createdAt: now, expiresAt: now + 3600,
            personalizedAt: nil, wrongPINs: 0, alias: "", lockout: .none)
        let activations = transaction.activations
        try activations.insert(activation, pinProofHash: BearerToken.generate().hash)
        for key in device.publicKeys {
            guard try activations.insert(key, of: activation) else { throw BenchError("a key is in use") }
        }
        let enrolment = Enrolment(alias: "phone", platform: nil, keyStore: nil, coolUntil: nil, statement: [])
        guard try activations.activate(activation, by: enrolment, at: now) else {
            throw BenchError("no activation")
        }
    }

    /// Makes an identifier of the form that `TimeOrderedID` has: 32 hexadecimal digits in rising order.
    private static func accountID(_ number: Int) -> AccountID {
        let digits = String(number, radix: 16)
        return AccountID("0199" + String(repeating: "0", count: 28 - digits.count) + digits)
    }

    /// Inserts accounts with one statement for each table, in SQLite's SQL. A million one by one would take minutes.
    private func insertAccounts(_ numbers: Range<Int>, at now: Timestamp, _ transaction: any Transaction) throws {
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
        // A sealed public key has 28 bytes more than the key: 64 of P-256, 32 of Ed25519.
        for (factor, byteCount) in [(FactorType.device, 92), (.pin, 60)] {
            try transaction.execute(
                """
                INSERT INTO factor (activation_id, factor, sealed_public_key, fingerprint)
                SELECT id, \(factor), randomblob(\(byteCount)),
                    CASE WHEN \(factor) = 'device' THEN randomblob(32) END FROM activation
                WHERE account_id BETWEEN \(from) AND \(to)
                """)
        }
    }
}
