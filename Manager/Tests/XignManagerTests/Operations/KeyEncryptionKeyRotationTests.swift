import DatabaseFixture
import Testing
import Threads
import XignCrypto
import XignDomain
import XignProtocol
import XignServer

@testable import XignStorage
@testable import XignUseCases

/// The key-encryption key is replaced while managers serve.
struct KeyEncryptionKeyRotationTests {
    @Test("Another key-encryption key", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "Afterwards the new key opens every value and the former one none; logins go on before, meanwhile and after",
            everything, each: Engine.allCases),
        TestCase("The walk names every sealed column of the schema", complete),
        TestCase("Open processes end, and the audit log says how many; recorded requests can no longer be read", ends),
        TestCase("Websites know the same `sid`, however often the key is replaced", logoutSessions),
        TestCase("A walk that was interrupted goes on in another process", interrupted, each: Engine.allCases),
        TestCase("A manager without the new key serves nothing until it has it", withoutTheKey, each: Engine.allCases),
        TestCase(
            "A manager that has heard of nothing yet seals with the new key nevertheless", straggler,
            each: Engine.allCases),
        TestCase("Afterwards a manager with the former key alone does not start", formerKey),
        TestCase("A value that somebody has altered stays as it is, and is counted", altered),
        TestCase(
            "A device's key that is enrolled cannot be enrolled again while the rows are sealed again", enrolledKey),
    ]

    static let name = TestManager.operatorName
    static let settings = "settings:\n  biometric: true"

    /// Gives a manager the next key, as an operator copies its file.
    private func nextKey(for manager: TestManager) -> SymmetricKey {
        let next = SymmetricKey(size: .bits256)
        manager.keyFiles.withLock { $0 = [manager.keyEncryptionKey, next] }
        return next
    }

    private func replace(_ manager: TestManager, by next: SymmetricKey) throws -> Int? {
        try ReplaceKeyEncryptionKey(manager.context)(by: Vault.identifier(of: next), operator: Self.name)
    }

    /// Walks to the end. Returns the number of batches.
    @discardableResult
    private func walk(_ context: Context) throws -> Int {
        for count in 1..<10_000 {
            if case .ended(let unreadable) = try SealAgain(context)(operator: Self.name) {
                #expect(unreadable == 0)
                return count
            }
        }
        throw TestFailure(what: "the walk does not end")
    }

    private func logIn(_ device: RawDevice, at node: Manager? = nil) throws {
        #expect(
            try device.finish(try device.prepare(try TestBrowser(device.manager), at: node), at: node).result != nil)
    }

    /// Counts the sealed values of each column, and how many each key opens.
    private func census(_ manager: TestManager, _ keys: [SymmetricKey]) throws -> [String: [Int]] {
        let keys = keys.map(VaultKeys.init)
        return try manager.context.database.read { transaction in
            var census: [String: [Int]] = [:]
            for value in try transaction.sealedValues() {
                let place = try #require(value.place)
                var counts = census[value.column] ?? Array(repeating: 0, count: keys.count + 1)
                counts[0] += 1
                for (index, key) in keys.enumerated() where key.open(value.bytes, at: place) != nil {
                    counts[index + 1] += 1
                }
                census[value.column] = counts
            }
            return census
        }
    }

    private func fill(_ manager: TestManager) throws {
        _ = try manager.issueActivation(user: "mallory")
        _ = try manager.context.grant(.administrator, toUser: TestManager.userName, by: Self.name)
        let (service, now) = (try manager.service, manager.clock.now)
        let account = try #require(try manager.context.database.read { try $0.accounts.find(name: "ada") }).id
        try manager.context.database.write { transaction in
            try transaction.pushedRequests.insert(
                PushedRequest(
                    hash: BearerHash(of: "pushed"), serviceID: service.id, parameters: "scope=openid",
                    expiresAt: now + 86_400))
            try transaction.attributeValues.save(
                AttributeValue(
                    id: Array(SecureRandom.bytes(count: AttributeValue.idByteCount)), accountID: account,
                    attribute: .email,
                    disclosure: AttributeDisclosure(
                        salt: Array(SecureRandom.bytes(count: 16)), name: "email", value: "ada@example.org"),
                    alias: "work", isPrimary: true, verification: .operator), at: now)
            try transaction.outbox.append(
                LogoutNotice(
                    serviceID: service.id, subject: MappingID("subject"), sessionID: LogoutSessionID("session")))
        }
    }

    private func found(_ manager: TestManager) throws -> Int {
        try manager.context.database.read { try $0.attributeValues.withAddress("ADA@example.org", limit: 5).count }
    }

    /// Logs in, and returns the `sub` that the website learns.
    private func subject(_ device: RawDevice) throws -> String? {
        let browser = try TestBrowser(device.manager)
        #expect(try device.finish(try device.prepare(browser)).result != nil)
        let tokens = try browser.redeem(try #require(try browser.proceed()["code"]))
        return try TestBrowser.claims(tokens.body["id_token"])["sub"] as? String
    }

    func everything(_ engine: Engine) throws {
        let manager = try TestManager(engine, settings: Self.settings)
        let device = try RawDevice(manager)
        try fill(manager)
        let before = try subject(device)
        let next = nextKey(for: manager)
        _ = try replace(manager, by: next)
        #expect(try found(manager) == 1)
        #expect(try subject(device) == before)
        #expect(try SealAgain(manager.context)(operator: Self.name) != .nothing)
        try logIn(device)
        try walk(manager.context)
        manager.keyFiles.withLock { $0 = [next] }
        #expect(try subject(device) == before)
        #expect(try found(manager) == 1)

        let census = try census(manager, [next, manager.keyEncryptionKey])
        for (column, counts) in census {
            #expect(counts[0] == counts[1], "\(column)")
            #expect(counts[2] == 0, "\(column)")
        }
        // Without values the test would show nothing.
        #expect(census.count >= 10, "\(census.keys.sorted())")
        #expect(try manager.context.keyEncryptionKeys().former == nil)
        #expect(try manager.auditKinds.contains(.keyEncryptionKeyRetired))
    }

    func complete() throws {
        let manager = try TestManager()
        let columns = try manager.context.database.read { transaction in
            try transaction.rows(
                """
                SELECT m.name || '.' || c.name AS name FROM sqlite_master m JOIN pragma_table_info(m.name) c
                WHERE m.type = 'table' AND c.name LIKE 'sealed%'
                """
            ).map { try $0("name", as: String.self) }
        }
        let walked = SealedTable.all.flatMap { table in table.columns.map { "\(table.name).\($0.name)" } }
        #expect(walked.sorted() == columns.sorted())
        #expect(Set(walked).count == walked.count)
    }

    func ends() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let open = try TestBrowser(manager)
        _ = try device.start(open)
        let session = try open.session
        let keys = manager.context.keys.material.material.encryptionKeys
        let next = nextKey(for: manager)
        #expect(try replace(manager, by: next) == 1)
        #expect(try replace(manager, by: next) == nil)
        #expect(try manager.snapshot(session)?.phase.name == .expired)
        #expect(keys.allSatisfy { manager.context.keys.decryptionKey($0.identifier) == nil })
        let events = try manager.context.database.read { try $0.audit.newest(50) }
        let details = events.filter { $0.kind == .keyEncryptionKeyReplaced }.map(\.detail)
        #expect(details.count == 1)
        #expect(details.first??.hasSuffix("1 open processes and 0 browser sessions ended") == true)
    }

    func logoutSessions() throws {
        let manager = try TestManager()
        let process = SessionID.random()
        let before = manager.context.logoutSessionID(of: process)
        var present = manager.keyEncryptionKey
        for _ in 0..<2 {
            let next = SymmetricKey(size: .bits256)
            manager.keyFiles.withLock { [present] in $0 = [present, next] }
            _ = try replace(manager, by: next)
            try walk(manager.context)
            present = next
            #expect(manager.context.logoutSessionID(of: process) == before)
        }
    }

    func interrupted(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let next = nextKey(for: manager)
        _ = try replace(manager, by: next)
        for _ in 0..<5 { _ = try SealAgain(manager.context)(operator: Self.name) }
        let keys = [next, manager.keyEncryptionKey]
        let other = try manager.node(
            on: try manager.place.open(vault: Vault(manager.keyEncryptionKey) { keys }))
        defer { other.context.database.close() }
        #expect(try walk(other.context) < SealedTable.all.count)
        #expect(try SealAgain(manager.context)(operator: Self.name) == .nothing)
        try logIn(device)
    }

    func withoutTheKey(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let files = Locked([manager.keyEncryptionKey])
        let vault = Vault(manager.keyEncryptionKey) { files.withLock { $0 } }
        let other = try manager.node(on: try manager.place.open(vault: vault))
        defer { other.context.database.close() }
        let next = nextKey(for: manager)
        _ = try replace(manager, by: next)
        // As the notice makes it, which may come later.
        vault.invalidate()
        let error = #expect(throws: StorageError.self) { try other.context.database.read { _ in } }
        #expect(error?.code == .keyMissing)
        files.withLock { $0.append(next) }
        try other.context.database.read { _ in }
        #expect(vault.identifier == Vault.identifier(of: next))
    }

    func straggler(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let next = nextKey(for: manager)
        let keys = [manager.keyEncryptionKey, next]
        // Nobody observes the notices of this one.
        let straggler = try manager.place.open(
            vault: Vault(manager.keyEncryptionKey) { keys })
        defer { straggler.close() }
        _ = try replace(manager, by: next)
        #expect(straggler.vault.identifier == Vault.identifier(of: manager.keyEncryptionKey))
        let sealed = try straggler.write { try $0.vault.seal([1, 2, 3] as [UInt8], at: Vault.Place(column: "test")) }
        #expect(VaultKeys(next).open(sealed, at: Vault.Place(column: "test")) == [1, 2, 3])
    }

    func formerKey() throws {
        let manager = try TestManager()
        let next = nextKey(for: manager)
        _ = try replace(manager, by: next)
        try walk(manager.context)
        let former = manager.keyEncryptionKey
        let error = #expect(throws: ManagerError.self) {
            try manager.node(
                on: try manager.place.open(vault: Vault(keyEncryptionKey: former)))
        }
        #expect(error?.code == .wrongKeyEncryptionKey)
        #expect(error?.description.contains(Vault.identifier(of: next)) == true)
    }

    func altered() throws {
        let manager = try TestManager()
        _ = try RawDevice(manager)
        let next = nextKey(for: manager)
        _ = try replace(manager, by: next)
        try manager.context.database.write {
            try $0.execute("UPDATE activation SET sealed_enrolment = \([1, 2] as [UInt8])")
        }
        var last = SealingAgain.Step.nothing
        repeat { last = try SealAgain(manager.context)(operator: Self.name) } while !last.isEnd
        #expect(last == .ended(unreadable: 1))
    }

    func enrolledKey() throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        _ = try replace(manager, by: nextKey(for: manager))
        let again = try RawActivation(manager, user: "mallory")
        let thief = again.device(deviceKey: device.deviceKey)
        let opened = try again.opened()
        #expect(throws: (any Error).self) { try thief.enrol(with: opened.openToken, challenge: opened.challenge.bytes) }
    }
}

extension SealingAgain.Step {
    fileprivate var isEnd: Bool {
        switch self {
        case .ended, .nothing: true
        case .goesOn: false
        }
    }
}
