import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignAdmission
@testable import XignDeviceAPI
@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

/// A manager where things have ended since its tables were saved.
struct TamperedTables: Sendable {
    /// Something that has ended, or that belongs to somebody else.
    enum Consequence: CaseIterable, Sendable {
        case endedDevice, formerPIN, lockedDevice, disabledAccount, withdrawnGrant, withdrawnAct
        /// An act that was performed is performed again, while its signed statement has not expired.
        case repeatedAct
        /// A stranger's device logs in to an account that is not its own.
        case otherAccount
        /// A person without a grant asks for an act of administrators.
        case strangerAdministers
    }

    let manager: TestManager
    private let grace, lin, olga, ada, mallory, dora: ConsoleUser
    private let ended, locked, changed: RawDevice
    private let act: SessionID
    private let withdrawn: PendingActID

    init(_ engine: Engine) async throws {
        var limits = Limits()
        // The clock stands still.
        limits.activationRequests = Rate(everyMinute: 60_000, atOnce: 12_000)
        manager = try TestManager(engine, limits: limits)
        let first = try ConsoleUser(manager, "ada", nil, at: .account)
        ended = try first.device.issue().personalize(alias: "ended")
        locked = try first.device.issue().personalize(alias: "locked")
        changed = try first.device.issue().personalize(alias: "changed")
        try manager.waitForCoolDown()
        ada = try first.again()
        grace = try ConsoleUser(manager, "grace")
        lin = try ConsoleUser(manager, "lin")
        olga = try ConsoleUser(manager, "olga")
        mallory = try ConsoleUser(manager, "mallory", nil)
        dora = try ConsoleUser(manager, "dora", nil, at: .account)
        act = try await grace.confirmed(.disableAccount(dora.account))
        withdrawn = try await grace.begin(.removeAccount(mallory.account))
        try copy(.toSaved)
        try await end()
        try copy(.toPresent)
    }

    private func end() async throws {
        #expect(try await grace.perform(act).name == "disableAccount")
        #expect(try await WithdrawPendingAct(manager.context)(withdrawn, for: lin.party))
        try manager.withdrawGrant(from: olga.name)
        _ = try ada.device.revoke(ended)
        _ = try changed.changePIN()
        let browser = try await LoggedIn(manager, with: ada.device)
        #expect(try await browser.act(.lockDevice(locked.activation), by: ada.device).name == "deviceLocked")
    }

    // MARK: Changes

    /// Tries a change of each table alone.
    /// - Returns: the tables whose change has consequences.
    func consequences(of change: (SQL.Fragment) throws -> Void) async throws -> [String: Set<Consequence>] {
        var found: [String: Set<Consequence>] = [:]
        for table in TestManager.allTables {
            try change(table)
            let consequences = try await consequences()
            if !consequences.isEmpty { found[table.text.description] = consequences }
            try reset()
            // A login that is permitted succeeds: what is tried can succeed.
            #expect(try await account(loggedInBy: ada.device) == ada.account, "after \(table.text)")
        }
        return found
    }

    func rollBack(_ table: SQL.Fragment) throws {
        try write([SQL("DELETE FROM \(table)"), SQL("INSERT INTO \(table) SELECT * FROM saved_\(table)")])
    }

    func delete(_ table: SQL.Fragment) throws { try write([SQL("DELETE FROM \(table)")]) }

    /// Gives the rows of two people to each other, and those of their devices: of mallory with ada's, and with those of
    /// an administrator.
    func exchange(_ table: SQL.Fragment) throws {
        for other in [ada, grace] {
            if has(table, "account_id") {
                try write(Self.exchange(table, "account_id", mallory.account.text, other.account.text))
            }
            if has(table, "activation_id") {
                let (one, other) = (mallory.device.activation.bytes, other.device.activation.bytes)
                try write(Self.exchange(table, "activation_id", one, other))
            }
        }
    }

    private func has(_ table: SQL.Fragment, _ column: SQL.Fragment) -> Bool {
        (try? manager.context.database.read { try $0.rows("SELECT \(column) FROM \(table) LIMIT 0") }) != nil
    }

    private static func exchange<Value: SQLValue>(
        _ table: SQL.Fragment, _ column: SQL.Fragment, _ one: Value, _ other: Value
    ) -> [SQL] {
        [
            "CREATE TABLE exchanged AS SELECT * FROM \(table) LIMIT 0",
            "INSERT INTO exchanged SELECT * FROM \(table) WHERE \(column) IN (\(one), \(other))",
            "DELETE FROM \(table) WHERE \(column) IN (\(one), \(other))",
            "UPDATE exchanged SET \(column) = CASE WHEN \(column) = \(one) THEN \(other) ELSE \(one) END",
            "INSERT INTO \(table) SELECT * FROM exchanged", "DROP TABLE exchanged",
        ]
    }

    /// Puts all tables back as they were before the change and before what was tried.
    private func reset() throws {
        try write(
            TestManager.allTables.flatMap { table in
                [SQL("DELETE FROM \(table)"), SQL("INSERT INTO \(table) SELECT * FROM present_\(table)")]
            })
        // The manager has lost them where their rows were deleted.
        try manager.context.keys.reload()
    }

    private enum Copy { case toSaved, toPresent }

    private func copy(_ copy: Copy) throws {
        try write(
            TestManager.allTables.map { table in
                switch copy {
                case .toSaved: "CREATE TABLE saved_\(table) AS SELECT * FROM \(table)"
                case .toPresent: "CREATE TABLE present_\(table) AS SELECT * FROM \(table)"
                }
            })
    }

    /// Writes as somebody for whom references between tables are no limit.
    private func write(_ statements: [SQL]) throws {
        switch manager.place.engine {
        case .sqlite:
            let connection = try SQLiteConnection("\(manager.place.folder)/test.db", as: .writer, options: .init())
            _ = try connection.run("PRAGMA foreign_keys = OFF")
            _ = try connection.run("BEGIN IMMEDIATE")
            for statement in statements { _ = try connection.changedRows(statement) }
            _ = try connection.run("COMMIT")
        case .postgreSQL:
            try manager.context.database.write { transaction in
                try transaction.execute("SET LOCAL session_replication_role = replica")
                for statement in statements { try transaction.execute(statement) }
            }
        }
    }

    // MARK: What is tried

    func consequences() async throws -> Set<Consequence> {
        var found: Set<Consequence> = []
        for consequence in Consequence.allCases where await (try? isThere(consequence)) == true {
            found.insert(consequence)
        }
        return found
    }

    private func isThere(_ consequence: Consequence) async throws -> Bool {
        switch consequence {
        case .endedDevice: try await account(loggedInBy: ended) != nil
        case .formerPIN: try await account(loggedInBy: changed) != nil
        case .lockedDevice: try await account(loggedInBy: locked) != nil
        case .disabledAccount: try await account(loggedInBy: dora.device) != nil
        case .withdrawnGrant: try await olga.ask(.disableAccount(mallory.account)).1 == nil
        case .withdrawnAct: try await lin.ask(toApprove: withdrawn).1 == nil
        case .repeatedAct: try await isRepeated()
        case .otherAccount:
            try await account(loggedInBy: mallory.device).map { $0 != mallory.account } ?? false
        case .strangerAdministers: try await mallory.ask(.disableAccount(ada.account)).1 == nil
        }
    }

    /// Logs in at the account pages.
    /// - Returns: nil where the login is refused.
    private func account(loggedInBy device: RawDevice) async throws -> AccountID? {
        let id = try await manager.beginAccountLogin()
        let started = try device.claim(id)
        guard let role = started.roles.first else { return nil }
        let answer = try device.call(
            Prepare.self,
            .init(sessionId: id, sessionToken: started.sessionToken, roleId: role.id, attributes: [:]))
        guard let statement = answer.statement?.bytes else { return nil }
        let prepared = RawDevice.Prepared(session: id, token: started.sessionToken, statement: statement)
        guard try device.finish(prepared).result != nil,
            case .opened(_, let session) = try await OpenBrowserSession(manager.context)(id, network: nil)
        else { return nil }
        return session.accountID
    }

    /// Has the act performed again, on an account that is not disabled.
    private func isRepeated() async throws -> Bool {
        try manager.write("UPDATE account SET is_active = \(true) WHERE id = \(dora.account)")
        return try await grace.perform(act).name == "disableAccount"
    }
}
