import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignStorage

extension Storage {
    /// The account `ada` with a row in every table that can name her, beside the account `bob`.
    struct AccountRemoval {
        @Test(arguments: TestCase.all(tests))
        func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

        static let tests: [TestCase<Self>] = [
            TestCase("a dump reads every table of the schema", complete, each: Engine.allCases),
            TestCase("no name, alias, value or address of an account outlives it", erased, each: Engine.allCases),
            TestCase(
                "hashes of consents, grants and audit events outlive the account, by ids alone", kept,
                each: Engine.allCases),
            TestCase(
                "every other row of the account goes, and another account keeps its own", others, each: Engine.allCases),
        ]

        /// Texts that name her; none is part of another person's row.
        private static let texts = [
            "Augusta", "ada's phone", "ada's alias", "ada@secret.example", "of ada's login", "ada's tablet",
            "sub of ada",
        ]
        private static let account: AccountID = "account-1"

        private struct Life {
            let device: EnrolledDevice
            let login: Process
            let utility: Process
            let grant: UtilityGrant
        }

        /// Lives the account's life up to its removal.
        private func live(_ directory: AttributeDirectory) throws -> Life {
            let (database, now, account) = (directory.database, directory.now, Self.account)
            try database.write {
                try $0.accounts.insert(Account(id: account, name: "Augusta", isActive: true), at: now)
            }
            let device = try EnrolledDevice(directory, of: account, alias: "ada's phone")
            let invitation = directory.pendingActivation(of: account, kind: .invitation)
            try directory.insert(invitation)
            try directory.save(
                directory.value(1, .email, "ada@secret.example", of: account, alias: "ada's alias"))
            let login = directory.login(.none).process
            let utility = Process.utility(
                .revoke(ActivationSubject(id: .random(), alias: "ada's tablet", platform: nil, since: nil)),
                boundTo: device.activation.id, claimHash: [7], at: now)
            let grant = UtilityGrant(
                hash: [8], activationID: device.activation.id, purpose: .delete, factor: nil, consentHash: [9],
                expiresAt: now + 300)
            let claim = Claim(activationID: device.activation.id, tokenHash: [6])
            let statement = Statement(roleID: "role", bytes: Array("the statement of ada's login".utf8))
            let consents = try [login, utility].map { try ($0, device.sign(statement.bytes, .consent)) }
            let keyChange = try device.sign(Array("the key change".utf8), .keyChange)
            try database.write { transaction in
                try transaction.organizations.add(account: account, to: "org")
                try transaction.groups.add(account, to: "staff", in: "org")
                try transaction.declaredValues.set("costCentre", to: "4711", of: account)
                try transaction.accountNames.set(UserName("ada.l"), of: account, at: "shop")
                try transaction.services.save(
                    Role(
                        id: "role", serviceID: "shop", name: "user", alternatives: [[.device]], isDefault: false))
                try transaction.services.assign(role: "role", to: account)
                _ = try transaction.services.addMappingID("sub of ada", of: account, at: "shop")
                try transaction.chosenAliases.remember(
                    [1], value: Array(repeating: 1, count: AttributeValue.idByteCount), of: .email, for: account,
                    at: "shop")
                for process in [login, utility] {
                    try transaction.processes.insert(process)
                    let claimed = try #require(process.claimed(claim, through: process.channel, at: now))
                    let prepared = try #require(claimed.process.prepared(statement, at: now))
                    for transition in [claimed, prepared] { _ = try transaction.processes.apply(transition) }
                }
                try transaction.attributeReleases.prepare(
                    Releases(attributes: [directory.release(.email, "ada@secret.example", .supplied, [.userInfo])]),
                    of: login.id,
                    activation: device.activation.id, expiresAt: now + 600)
                for (process, consent) in consents {
                    try transaction.evidence.insert(consent, of: process, by: device.activation, at: now)
                }
                try transaction.evidence.insert(
                    keyChange: keyChange, grant: grant.hash, of: device.activation, at: now)
                try directory.issueCode(1, to: device.activation.id, of: account, transaction)
                try transaction.activations.recordFailure(device.activation.id, attempt: 1, at: now)
                try transaction.activations.insertOpenToken(
                    hash: [5], for: invitation.id, challenge: [1], expiresAt: now + 600)
                try transaction.administratorGrants.save(
                    AdministratorGrant(
                        accountID: account, scope: .manager, role: .auditor, grantedBy: "root", grantedAt: now))
                try transaction.pendingActs.insert(
                    PendingAct(
                        id: .random(),
                        act: Administration(
                            .disableAccount("bob"), because: try #require(Reason(nil, "on leave until May"))),
                        object: [], text: TransactionText(type: "disableAccount", language: "en", parts: []),
                        accountID: account, process: login.id, createdAt: now))
                try transaction.invitations.insert(
                    InvitationTerms(
                        activationID: invitation.id, organizationID: "org", address: "ada@secret.example",
                        roles: ["role"], madeAccount: false))
                try transaction.outbox.open(.notice, until: now + 60)
                try transaction.notices.append(
                    NoticeEvent(.pinChanged, at: now, accountID: account, device: "ada's phone"))
                try transaction.utilityGrants.insert(grant)
                try transaction.audit.append(
                    AuditEvent(
                        .pinChanged, at: now, accountID: account, activationID: device.activation.id,
                        actor: .machine("root")))
            }
            return Life(device: device, login: login, utility: utility, grant: grant)
        }

        private func remove(_ directory: AttributeDirectory) throws {
            try directory.database.write { transaction in
                _ = try transaction.accounts.lock(Self.account)
                try transaction.accounts.remove(Self.account)
            }
        }

        func complete(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let missing =
                    switch engine {
                    case .sqlite:
                        try Dump.missing(
                            directory.database, "SELECT name FROM sqlite_master WHERE type = 'table'")
                    case .postgreSQL:
                        try Dump.missing(
                            directory.database,
                            """
                            SELECT CAST(tablename AS TEXT) AS name FROM pg_tables
                            WHERE schemaname = 'public' AND tablename <> 'xign_schema_version'
                            """)
                    }
                #expect(missing == [])
            }
        }

        func erased(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                _ = try live(directory)
                let before = try Dump(directory.database)
                // A login's statement and the aliases are readable until then, or this would prove nothing.
                #expect(Set(before.tables(with: "of ada's login")) == ["evidence", "process"])
                #expect(before.tables(with: "ada's alias") == ["attribute_value"])
                #expect(Set(before.tables(with: "ada's phone")) == ["activation", "notice"])
                try remove(directory)
                let after = try Dump(directory.database)
                for text in Self.texts { #expect(after.tables(with: text) == [], "\(text)") }
            }
        }

        func kept(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let life = try live(directory)
                try remove(directory)
                let hash = Evidence.hash(of: Array("the statement of ada's login".utf8))
                let (database, dump) = (directory.database, try Dump(directory.database))
                for process in [life.login, life.utility] {
                    #expect(try database.read { try $0.evidence.statementHash(of: process.id) } == hash)
                    #expect(try database.read { try $0.evidence.statement(ofLogin: process.id) } == nil)
                }
                let sealed = try database.read {
                    try $0.rows("SELECT session_id FROM evidence WHERE sealed_consent IS NOT NULL")
                }
                #expect(sealed.isEmpty)
                #expect(dump.count("key_change") == 0)
                #expect(try database.read { try $0.utilityGrants.find(hash: [8]) } == life.grant)
                let events = try database.read { try $0.audit.newest(10) }
                #expect(events.map(\.kind) == [.pinChanged])
                #expect(events.first?.accountID == Self.account)
                #expect(events.first?.actor == .machine("root"))
            }
        }

        func others(_ engine: Engine) throws {
            try withDirectory(engine) { directory in
                let empty = try Dump(directory.database)
                let bob = try EnrolledDevice(directory, of: "bob", alias: "bob's phone")
                _ = try live(directory)
                try remove(directory)
                let dump = try Dump(directory.database)
                for table in [
                    "access_token", "account_name", "alias_choice", "attribute_release", "attribute_value",
                    "authorization_code",
                    "administrator_grant", "declared_value", "failure", "group_member", "invitation", "mapping",
                    "membership", "notice",
                    "notice_number",
                    "open_token",
                    "pending_act", "process", "role_assignment",
                ] {
                    #expect(dump.count(table) == 0, "\(table)")
                }
                // Sealed, for the operator's program: the person learns of the removal.
                #expect(dump.count("outbox") == 1)
                #expect(dump.count("account") == empty.count("account"))
                #expect(dump.count("activation") == 1)
                #expect(dump.count("factor") == 2)
                let factors = try directory.database.read { try $0.activations.factors(of: bob.activation).count }
                #expect(factors == 2)
            }
        }
    }
}
