import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct SharedLogins {
        @Test("Shared logins", arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase(
                "one is stored as it is, found by its cookie and its account, and ends", stored, each: Engine.allCases),
            TestCase("a second part of a service in one is refused", secondPart, each: Engine.allCases),
            TestCase("no question about them reads whole tables", plans),
        ]

        private func shared(_ activation: Activation, at now: Timestamp) -> SharedLogin {
            SharedLogin(
                sessionID: .random(), organizationID: "org", accountID: activation.accountID,
                activationID: activation.id, factors: [.device, .pin], authenticatedAt: now,
                cookie: PersistentCookie(
                    hash: BearerToken.generate().hash,
                    browser: RequestingBrowser(kind: BrowserKind(.firefox, .linux), network: "198.51.100.0/24"),
                    createdAt: now, expiresAt: now + 3600))
        }

        private func part(_ shared: SharedLogin, at now: Timestamp) -> RememberedLogin {
            RememberedLogin(
                login: ConfirmedLogin(
                    sessionID: .random(), serviceID: "shop", accountID: shared.accountID,
                    activationID: shared.activationID, mappingID: "sub", roleName: "user", factors: shared.factors,
                    authenticatedAt: now),
                roleID: "role",
                cookie: PersistentCookie(
                    hash: BearerToken.generate().hash, browser: .unknown, createdAt: now,
                    expiresAt: shared.cookie.expiresAt),
                data: .init(origin: "https://shop.example", scope: ["openid"], claims: .none), policyVersion: 1,
                shared: .init(of: shared.sessionID, consent: .random()))
        }

        private func withShared(
            _ engine: Engine, _ body: (any Database, SharedLogin, RememberedLogin, Timestamp) throws -> Void
        ) throws {
            try withDirectory(engine) { directory in
                let activation = directory.pendingActivation(of: "ada")
                try directory.insert(activation)
                let shared = shared(activation, at: directory.now)
                let part = part(shared, at: directory.now)
                try directory.database.write { transaction in
                    try transaction.sharedLogins.insert(shared)
                    try transaction.rememberedLogins.insert(part)
                }
                try body(directory.database, shared, part, directory.now)
            }
        }

        func stored(_ engine: Engine) throws {
            try withShared(engine) { database, shared, part, now in
                try database.write { (transaction) throws in
                    let logins = transaction.sharedLogins
                    #expect(try logins.find(shared.sessionID) == shared)
                    #expect(try logins.find(cookieHash: shared.cookie.hash) == shared)
                    #expect(try logins.all(of: "ada") == [shared])
                    #expect(try logins.all(of: "bob") == [])
                    #expect(try transaction.rememberedLogins.part(of: shared.sessionID, at: "shop") == part)
                    #expect(try transaction.rememberedLogins.parts(of: shared.sessionID) == [part])
                    #expect(try logins.use(shared.sessionID, at: now + 60))
                    #expect(try logins.find(shared.sessionID)?.cookie.lastUsedAt == now + 60)
                    #expect(try logins.removeExpired(at: now, limit: 10) == 0)
                    #expect(try logins.end(shared.sessionID))
                    #expect(try !logins.end(shared.sessionID))
                    #expect(try !logins.use(shared.sessionID, at: now))
                    #expect(try transaction.rememberedLogins.find(part.login.sessionID) == nil)
                }
            }
        }

        func secondPart(_ engine: Engine) throws {
            try withShared(engine) { database, shared, _, now in
                let second = part(shared, at: now)
                #expect(throws: StorageError.self) {
                    try database.write { try $0.rememberedLogins.insert(second) }
                }
            }
        }

        func plans() throws {
            try withShared(.sqlite) { database, shared, _, _ in
                try database.read { transaction in
                    let plans = QueryPlans(transaction, .sqlite)
                    _ = try plans.sharedLogins.find(shared.sessionID)
                    _ = try plans.sharedLogins.find(cookieHash: shared.cookie.hash)
                    _ = try plans.sharedLogins.all(of: "ada")
                    _ = try plans.rememberedLogins.part(of: shared.sessionID, at: "shop")
                    _ = try plans.rememberedLogins.parts(of: shared.sessionID)
                    _ = try plans.rememberedLogins.parts(byConsent: shared.sessionID)
                    _ = try plans.evidence.consent(of: "ada", at: "shop")
                    #expect(plans.plans.count >= 7)
                    #expect(plans.scans == [])
                }
            }
        }
    }
}
