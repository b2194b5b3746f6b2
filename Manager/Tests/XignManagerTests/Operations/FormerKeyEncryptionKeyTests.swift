import DatabaseFixture
import Foundation
import Metrics
import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

/// The moment of the replacement: values that the former key derives, and managers that do not know of it yet.
struct FormerKeyEncryptionKeyTests {
    @Test("The former key-encryption key", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("seals no backup that names another one, though its manager has heard of nothing yet", backup),
        TestCase("opens no session of a browser, redeems no code, uses no grant and enrols no keys", bearerValues),
        TestCase(
            "derives no cookie of a login that was confirmed before, though its manager has heard of nothing yet",
            confirmedBefore),
        TestCase(
            "A login is confirmed that begins at a manager which has heard of nothing yet", begunAtStraggler,
            each: Engine.allCases),
        TestCase("A device claims a new login at a manager which has heard of nothing yet", claimedAtStraggler),
        TestCase("A merge that begins at a manager which has heard of nothing yet is confirmed", mergedAtStraggler),
        TestCase("A login in an app is claimed at a manager which has heard of nothing yet", inAppAtStraggler),
        TestCase("derives no token of a new login in an app, though its manager has heard of nothing yet", inAppToken),
        TestCase("derives no open token of an activation, though its manager has heard of nothing yet", openToken),
        TestCase(
            "A notice is not lost while the keys are read, and of two readings the one that began last counts",
            overlappingRefreshes),
    ]

    /// Replaces the key of a manager.
    /// - Returns: another manager on the database, which gets no notice of it.
    private func replaceKey(of manager: TestManager) throws -> Manager {
        let (former, next) = (manager.keyEncryptionKey, SymmetricKey(size: .bits256))
        manager.keyFiles.withLock { $0 = [former, next] }
        let vault = Vault(former) { [former, next] }
        let straggler = try manager.node(
            on: DeafDatabase(try manager.place.open(vault: vault)))
        _ = try ReplaceKeyEncryptionKey(manager.context)(
            by: Vault.identifier(of: next), operator: TestManager.operatorName)
        #expect(vault.identifier == Vault.identifier(of: former))
        return straggler
    }

    func backup() throws {
        let manager = try TestManager()
        let straggler = try replaceKey(of: manager)
        let file = "\(manager.folder.path)/backup.sqlite"
        let backup = try DataFolder.backUp(
            straggler.context, at: try DatabaseAddress(manager.place.address), to: file)
        let next = try #require(manager.keyFiles.withLock { $0.last })
        #expect(backup.keyIdentifier == Vault.identifier(of: next))
        let digest = Array(SHA256.hash(data: try Data(contentsOf: URL(filePath: file))))
        let vault = Vault(keyEncryptionKey: next)
        #expect(BackupSeal.state(try BackupSeal.read(file), of: digest, vault) == .valid)
    }

    /// The claim by the code that a manager's page shows.
    private func scan(_ id: SessionID, shownBy node: Manager) -> Start.Claim {
        let now = node.context.clock.now().seconds
        return .qrCode(node.context.secrets(of: id).qrSecret(step: SessionSecrets.step(at: now)))
    }

    private func start(
        _ device: RawDevice, _ id: SessionID, _ claim: Start.Claim, at node: Manager? = nil
    ) throws -> Start.Response {
        try device.call(
            Start.self,
            .init(activationId: device.activation, sessionId: id, claim: claim, client: RawDevice.transactionClient),
            proven: true, at: node)
    }

    func bearerValues() async throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let loggedIn = try await LoggedIn(manager, with: device)
        #expect(try await loggedIn.found() != nil)
        let browser = try TestBrowser(manager)
        #expect(try device.finish(try device.prepare(browser)).result != nil)
        let code = try #require(try browser.proceed()["code"])
        let now = manager.clock.now
        let grant = UtilityGrant(
            hash: BearerHash(of: "grant"), activationID: device.activation, purpose: .changePin, factor: nil,
            consentHash: Array(repeating: 1, count: 32), expiresAt: now + 60, spent: nil)
        try await manager.context.database.write { try $0.utilityGrants.insert(grant) }
        let activation = try RawActivation(manager)
        let opened = try activation.opened()

        let straggler = try replaceKey(of: manager)
        defer { straggler.context.database.close() }
        #expect(try await loggedIn.found() == nil)
        #expect(try browser.redeem(code).status == 400)
        let kept = try manager.context.database.read { try $0.utilityGrants.find(hash: grant.hash) }
        #expect(try #require(kept).expiresAt <= now)
        expectRefusal(.unauthenticated) {
            try activation.device().enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        }
    }

    func confirmedBefore() async throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let id = try await manager.beginAccountLogin()
        _ = try device.confirm(id)
        let straggler = try replaceKey(of: manager)
        defer { straggler.context.database.close() }
        guard case .opened(let cookie, _) = try await OpenBrowserSession(straggler.context)(id, network: nil) else {
            throw TestFailure(what: "no session was opened")
        }
        let hash = try #require(try manager.context.database.read { try $0.evidence.statementHash(of: id) })
        let stolen = HMAC<SHA256>.authenticationCode(
            for: Array("xign/1 browser session".utf8) + hash,
            using: VaultKeys(manager.keyEncryptionKey).managerSecret)
        #expect(cookie.text != BearerToken(SecretOctets(Array(stolen))).text)
    }

    func begunAtStraggler(_ engine: Engine) async throws {
        let manager = try TestManager(engine)
        let device = try RawDevice(manager)
        let straggler = try replaceKey(of: manager)
        defer { straggler.context.database.close() }
        let login = BeginLogin(at: .account, returningTo: "\(manager.issuer)/account", straggler.context)
        try await login.store(straggler.context)
        let id = login.login.process.id
        let started = try start(device, id, scan(id, shownBy: straggler))
        #expect(try device.finish(try device.prepare(id, started)).result != nil)
    }

    func claimedAtStraggler() async throws {
        let manager = try TestManager()
        let device = try RawDevice(manager)
        let straggler = try replaceKey(of: manager)
        defer { straggler.context.database.close() }
        let id = try await manager.beginAccountLogin()
        let started = try start(device, id, scan(id, shownBy: manager.manager), at: straggler)
        #expect(try device.finish(try device.prepare(id, started)).result != nil)
    }

    func mergedAtStraggler() throws {
        let manager = try TestManager()
        _ = try Apply(manager.context)(Array("users: [{name: eve}]".utf8))
        let device = try RawDevice(manager, user: "eve")
        let invitation = try manager.invite()
        let straggler = try replaceKey(of: manager)
        defer { straggler.context.database.close() }
        let merge = try #require(try invitation.open(existing: device, at: straggler).merge)
        #expect(try device.finish(try device.prepare(merge)).result != nil)
    }

    func inAppAtStraggler() throws {
        let scene = try InAppScene()
        let straggler = try replaceKey(of: scene.manager)
        defer { straggler.context.database.close() }
        let begun = try scene.device.beginInApp(try scene.terms)
        let started = try scene.device.claim(begun.sessionId, token: begun.sessionToken, at: straggler)
        #expect(try scene.device.finish(try scene.device.prepare(begun.sessionId, started)).result != nil)
    }

    func inAppToken() throws {
        let scene = try InAppScene()
        let straggler = try replaceKey(of: scene.manager)
        defer { straggler.context.database.close() }
        let request = try scene.device.seal(
            InAppStart.self, scene.device.inAppRequest(try scene.terms), proven: true, at: straggler)
        let first = try RawDevice.send(request, InAppStart.self, to: straggler)
        // It has heard now: the token of the repetition is derived from the next key.
        let again = try RawDevice.send(request, InAppStart.self, to: straggler)
        #expect(first.sessionToken == again.sessionToken)
    }

    func openToken() throws {
        let manager = try TestManager()
        let activation = try RawActivation(manager)
        let straggler = try replaceKey(of: manager)
        defer { straggler.context.database.close() }
        let request = try activation.sealedOpen(at: straggler)
        let first = try #require(try RawDevice.send(request, Open.self, to: straggler).personalize)
        try straggler.context.database.read { try $0.vault.confirm() }
        let again = try #require(try RawDevice.send(request, Open.self, to: straggler).personalize)
        #expect(first.openToken == again.openToken)
    }

    func overlappingRefreshes() {
        let (former, next) = (SymmetricKey(size: .bits256), SymmetricKey(size: .bits256))
        let old = Vault.State(current: VaultKeys(former), former: nil)
        let new = Vault.State(current: VaultKeys(next), former: VaultKeys(former))
        let vault = Vault(keyEncryptionKey: former)
        let first = vault.beginRefresh()
        vault.invalidate()
        #expect(vault.isOutdated)
        let second = vault.beginRefresh()
        vault.adopt(new, ofRefresh: second)
        vault.invalidate()
        vault.adopt(old, ofRefresh: first)
        #expect(vault.identifier == Vault.identifier(of: next))
        #expect(vault.isOutdated)
    }
}

/// A database that gives no notice of any change.
private final class DeafDatabase: Database {
    private let base: any Database

    init(_ base: any Database) { self.base = base }

    func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) throws -> T {
        try base.write(body)
    }

    func write<T: Sendable>(_ body: @escaping @Sendable (any Transaction) throws -> T) async throws -> T {
        try await base.write(body)
    }

    func read<T>(_ body: (any Transaction) throws -> T) throws -> T { try base.read(body) }
    func observe(_ observer: @escaping @Sendable (XignStorage.Notice) -> Void) {}
    var vault: Vault { base.vault }
    func migrate(_ migrations: [Migration]) throws { try base.migrate(migrations) }
    var usefulThreads: Int { base.usefulThreads }
    var statistics: Statistics { base.statistics }
    var metrics: Metrics { base.metrics }
    var usage: DatabaseUsage { base.usage }
    func condition(unless isStopping: () -> Bool) throws -> DatabaseCondition? {
        try base.condition(unless: isStopping)
    }
    func close() { base.close() }
}
