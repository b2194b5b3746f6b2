import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    struct Administrators {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("no question about administrators reads all accounts", plans, each: Engine.allCases),
            TestCase(
                "a grant replaces the one of its account and scope, and goes alone", grants, each: Engine.allCases),
        ]

        private static let now = Timestamp(seconds: 1_800_000_000)
        private static let accounts = 2000

        private static func grant(
            _ account: Int, _ role: AdministratorGrant.Role, _ scope: Scope
        ) -> AdministratorGrant {
            AdministratorGrant(
                accountID: id(account), scope: scope, role: role, grantedBy: "root", grantedAt: now, isDeclared: true)
        }

        private static func id(_ number: Int) -> AccountID { AccountID("account-\(number)") }

        private static func pending(_ number: Int, at moment: Timestamp) -> PendingAct {
            PendingAct(
                id: .random(),
                act: Administration(
                    .removeAccount(id(number)), because: Reason(.calledBack, "a reason of ten letters")!),
                object: [1, 2], text: TransactionText(type: "a", language: "en", parts: [.literal("a"), .name("b")]),
                accountID: id(number), process: .random(), createdAt: moment)
        }

        /// Accounts with an active device each; every hundredth has a grant of an organization.
        private static func fill(_ database: any Database) throws {
            try database.write { transaction in
                for number in 0..<accounts {
                    try transaction.accounts.insert(
                        Account(id: id(number), name: "account-\(number)", isActive: number != 2), at: now)
                    try transaction.activations.insert(
                        Activation(
                            id: .random(), accountID: id(number), state: number == 3 ? .revoked : .active,
                            kind: .registration, pinOrigin: .assigned, secretHash: BearerHash(bytes: [0]),
                            createdAt: now, expiresAt: now, personalizedAt: now, wrongPINs: 0, alias: "phone",
                            lockout: .none), pinProofHash: BearerHash(bytes: [1]))
                    guard number % 100 == 0 else { continue }
                    let scope = Scope.organization(OrganizationID("organization-\(number)"))
                    try transaction.administratorGrants.save(grant(number, .administrator, scope))
                }
                for number in 1...4 {
                    try transaction.administratorGrants.save(grant(number, .administrator, .manager))
                }
                try transaction.administratorGrants.save(grant(5, .auditor, .manager))
            }
        }

        func plans(_ engine: Engine) throws {
            try withManagerDatabase(engine) { database in
                try Self.fill(database)
                let pending = try database.write { transaction in
                    for number in 0..<500 { try transaction.pendingActs.insert(Self.pending(number, at: Self.now)) }
                    let late = Self.pending(501, at: Self.now + 10)
                    try transaction.pendingActs.insert(late)
                    return late
                }
                if engine == .postgreSQL {
                    for table in ["account", "activation", "administrator_grant", "pending_act"] as [SQL.Fragment] {
                        try database.write { try $0.execute("ANALYZE \(table)") }
                    }
                }
                let read: (any Transaction) throws -> [String] = { try Self.scans($0, engine, pending) }
                #expect(try database.read(read) == [])
            }
        }

        /// Asks all questions, and returns the lines of plans that read a whole table.
        private static func scans(
            _ transaction: any Transaction, _ engine: Engine, _ pending: PendingAct
        ) throws -> [String] {
            let plans = QueryPlans(transaction, engine)
            let (grants, acts) = (AdministratorGrants(transaction: plans), PendingActs(transaction: plans))
            #expect(try grants.usableAdministrators() == [id(1), id(4)])
            #expect(try grants.all(of: id(1)) == [grant(1, .administrator, .manager)])
            #expect(try grants.all(in: .manager).count == 5)
            #expect(try acts.find(pending.id) == pending)
            #expect(try acts.all(begunAfter: now) == [pending])
            #expect(try acts.all(begunUntil: now, limit: 100).count == 100)
            #expect(plans.plans.count >= 7)
            // PostgreSQL reads the few grants, which are on one page, as a whole.
            return plans.scans.filter { !$0.contains("administrator_grant") || engine == .sqlite }
        }

        func grants(_ engine: Engine) throws {
            try withManagerDatabase(engine) { database in
                try database.write { try Self.check($0) }
            }
        }

        private static func check(_ transaction: any Transaction) throws {
            try transaction.accounts.insert(Account(id: id(1), name: "ada", isActive: true), at: now)
            let grants = transaction.administratorGrants
            let scope = Scope.organization(OrganizationID("example"))
            try grants.save(grant(1, .administrator, .manager))
            try grants.save(grant(1, .auditor, scope))
            try grants.save(grant(1, .auditor, .manager))
            #expect(try grants.all(of: id(1)).map(\.role) == [.auditor, .auditor])
            #expect(try grants.remove(of: id(1), in: .manager))
            #expect(try !grants.remove(of: id(1), in: .manager))
            #expect(try grants.all(of: id(1)) == [grant(1, .auditor, scope)])
        }
    }
}
