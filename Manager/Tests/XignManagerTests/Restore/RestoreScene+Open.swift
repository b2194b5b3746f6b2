import Testing
import XignDomain
import XignProtocol

@testable import XignStorage
@testable import XignUseCases

extension RestoreScene {
    /// The tables whose rows end with a restore.
    static let openTables: [SQL.Fragment] = [
        "open_token", "process", "browser_request", "authorization_code", "access_token", "refresh_token",
        "attribute_release", "remembered_login", "shared_login", "browser_session", "pushed_request", "utility_grant",
        "pending_act",
        "mail_code",
    ]

    /// The tables whose rows stay: the directory, devices with their failures, keys, the log with its evidence,
    /// notices, and values that count once.
    static let keptTables = [
        "account", "account_history", "account_name", "activation", "administrator_grant", "alias_choice",
        "attribute_value", "audit", "audit_chain", "audit_link", "audit_subject", "declared_value", "encryption_key",
        "evidence", "factor", "failure", "group_member",
        "invitation", "join_link", "key_change", "key_material", "mapping", "membership", "notice", "notice_number",
        "one_time_value", "organization", "outbox", "recovery", "retired_id_token_key", "role", "role_assignment",
        "seen_request", "service",
        "setting", "signing_key", "website_use",
    ]

    /// Opens one of each thing that a browser at the website does not open: a lasting access, a remembered login with
    /// its attributes, a shared login with its part, a browser session, a pushed request, a grant of a utility process,
    /// an act that waits for a second administrator, and a mailed code.
    func openOthers(with device: RawDevice) throws {
        let (session, shared) = (SessionID.random(), SessionID.random())
        let (service, now) = (try manager.service, manager.clock.now)
        let later = now + 86_400
        let cookie = { @Sendable (network: String?) in
            PersistentCookie(
                hash: BearerToken.generate().hash,
                browser: RequestingBrowser(kind: BrowserKind(.firefox, .windows), network: network), createdAt: now,
                expiresAt: later)
        }
        _ = try manager.openSession(of: device, at: .account)
        try context.database.write { transaction in
            let account = try #require(try transaction.activations.find(device.activation)).accountID
            let role = try #require(try transaction.services.roles(of: service.id).first { $0.name == "user" })
            let subject = try transaction.services.addMappingID("sub of ada", of: account, at: service.id)
            let login = ConfirmedLogin(
                sessionID: session, serviceID: service.id, accountID: account, activationID: device.activation,
                mappingID: subject, roleName: role.name, factors: [.device, .pin], authenticatedAt: now)
            let token = RefreshTokenText.generate()
            try transaction.refreshTokens.insert(
                RefreshToken(
                    familyHash: token.familyHash, hash: token.hash, codeHash: BearerHash(of: "code"), login: login,
                    scope: ["openid", "offline_access"], offlineUntil: later, lastUsedAt: now, expiresAt: later))
            try transaction.rememberedLogins.insert(
                RememberedLogin(
                    login: login, roleID: role.id, cookie: cookie(nil),
                    data: .init(origin: "https://website.example", scope: ["openid"], claims: .none),
                    policyVersion: service.policyVersion))
            try transaction.sharedLogins.insert(
                SharedLogin(
                    sessionID: shared, organizationID: service.organizationID, accountID: account,
                    activationID: device.activation, factors: login.factors, authenticatedAt: now,
                    cookie: cookie("198.51.100.0/24")))
            try transaction.rememberedLogins.insert(
                RememberedLogin(
                    login: ConfirmedLogin(
                        sessionID: shared, serviceID: service.id, accountID: account, activationID: device.activation,
                        mappingID: subject, roleName: role.name, factors: login.factors, authenticatedAt: now),
                    roleID: role.id, cookie: cookie(nil),
                    data: .init(origin: "https://website.example", scope: ["openid"], claims: .none),
                    policyVersion: service.policyVersion, shared: .init(of: shared, consent: shared)))
            try transaction.attributeReleases.prepare(
                .empty, of: session, activation: device.activation, expiresAt: later)
            try transaction.pushedRequests.insert(
                PushedRequest(
                    hash: BearerHash(of: "pushed"), serviceID: service.id, parameters: "scope=openid",
                    expiresAt: later))
            try transaction.utilityGrants.insert(
                UtilityGrant(
                    hash: [8], activationID: device.activation, purpose: .delete, factor: nil, consentHash: [9],
                    expiresAt: later))
            try transaction.mailCodes.insert(
                MailCode(
                    MailCode.Subject(.verifyAddress, account: account, value: [7], binding: BearerHash(of: "cookie")),
                    to: "ada@example.org", from: [1], at: now))
            try transaction.pendingActs.insert(
                PendingAct(
                    id: .random(),
                    act: Administration(
                        .disableAccount(account), because: try #require(Reason(nil, "on leave until May"))),
                    object: [], text: TransactionText(type: "disableAccount", language: "en", parts: []),
                    accountID: account, process: session, createdAt: now))
        }
    }

    /// Counts the rows of a table.
    func count(_ table: SQL.Fragment) throws -> Int {
        try context.database.read { transaction in
            let row = try #require(try transaction.row("SELECT count(*) AS count FROM \(table)"))
            return try row("count")
        }
    }

    /// The numbers that somebody else remembers and compares: by column, with what keeps a later one greater.
    static let rememberedNumbers = [
        "key_material.epoch": "devices, people and apps: the clock (`PrepareEpoch`)",
        "key_material.sequence": "devices: the clock (`RestoreDatabase.sequence`)",
        "notice.number": "devices: the clock (`Notices.append`)",
        "notice_number.last": "devices: the clock (`Notices.append`)",
        "audit_link.position": "heads that others keep: nothing, since a head shows that the log was put back",
    ]

    /// The numbers that nobody else compares, those of rows that end with a restore, and truth values.
    static let ownNumbers = [
        "activation.attempts", "activation.other_failures", "activation.otp_failures", "activation.pin_failures",
        "activation.unlocks", "activation.wrong_pins", "audit_chain.id", "browser_request.remembers_login",
        "failure.attempt", "invitation.made_account", "join_link.places", "join_link.taken", "join_link.tried_on",
        "join_link.tries", "mail_code.sent",
        "outbox.attempts", "process.codes", "process.corrections",
        "process.failures_before", "remembered_login.policy_version", "service.policy_version",
    ]

    /// The columns of whole numbers that are no times, as `table.column`.
    func numbers() throws -> [String] {
        try context.database.read { transaction in
            try transaction.rows(
                """
                SELECT t.name || '.' || c.name AS name FROM sqlite_master t JOIN pragma_table_info(t.name) c
                WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND c.type = 'INTEGER'
                ORDER BY 1
                """
            ).map { try $0("name", as: String.self) }.filter { name in
                !name.contains(".is_")
                    && !["at", "until", "from", "after", "seen"].contains { name.hasSuffix("_\($0)") }
                    && !name.hasSuffix(".at")
            }
        }
    }

    /// The names of all tables.
    func tables() throws -> [String] {
        try context.database.read { transaction in
            try transaction.rows(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
            ).map { try $0("name") }
        }
    }
}
