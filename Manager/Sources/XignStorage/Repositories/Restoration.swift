import XignDomain
import XignProtocol

/// The ends of everything that a restored database holds open. What happened to it since the backup is unknown.
package struct Restoration {
    let transaction: any Transaction

    /// The numbers of what has ended.
    package struct Ended: Sendable, Equatable {
        package var activations = 0
        package var processes = 0
        package var tokens = 0
        /// Those of one website, and shared ones.
        package var rememberedLogins = 0
        package var browserSessions = 0
        /// The join links that were open, where nothing is known of the time since the backup.
        package var joinLinks = 0

        package init() {}
    }

    /// Ends pending activations, processes, codes, tokens, remembered and shared logins, browser sessions, pushed
    /// requests, grants of utility processes, acts that wait for a second administrator, mailed codes, and recoveries
    /// that were begun.
    ///
    /// Values that count once and requests that were seen stay until they expire: without them, a repetition would pass
    /// for the first use. The outbox stays, too: a notice that is delivered twice says the same twice.
    package func endAll() throws -> Ended {
        var ended = Ended()
        ended.activations = try transaction.changedRows(
            """
            UPDATE activation SET state = \(Activation.State.void), sealed_pin_proof_hash = NULL
            WHERE state = \(Activation.State.pending)
            """)
        try transaction.execute("DELETE FROM open_token")
        // Browser requests go with their processes.
        ended.processes = try transaction.changedRows("DELETE FROM process")
        ended.tokens =
            try transaction.changedRows("DELETE FROM authorization_code")
            + transaction.changedRows("DELETE FROM access_token") + transaction.changedRows("DELETE FROM refresh_token")
        try transaction.execute("DELETE FROM attribute_release")
        ended.rememberedLogins =
            try transaction.changedRows("DELETE FROM remembered_login WHERE shared_id IS NULL")
            + transaction.changedRows("DELETE FROM shared_login")
        // The parts of shared logins.
        try transaction.execute("DELETE FROM remembered_login")
        ended.browserSessions = try transaction.changedRows("DELETE FROM browser_session")
        // Later withdrawals are unknown: each website asks once.
        try transaction.execute("UPDATE evidence SET is_consent_ended = \(true) WHERE is_consent_ended IS NULL")
        try transaction.execute("DELETE FROM pushed_request")
        try transaction.execute("DELETE FROM utility_grant")
        try transaction.execute("DELETE FROM pending_act")
        try transaction.execute("DELETE FROM mail_code")
        try endRecoveries()
        return ended
    }

    /// Ends the recoveries that were begun, and leaves the recovery codes. A row that somebody has altered goes.
    private func endRecoveries() throws {
        let recoveries = transaction.recoveries
        for account in try recoveries.begun() {
            do { try recoveries.find(account).map { try recoveries.save($0.stopped) } } catch is Vault.OpeningError {
                try recoveries.remove(of: account)
            }
        }
    }

    /// Returns the names of the users who have a recovery code.
    package func usersWithRecoveryCode() throws -> [String] {
        try transaction.values(
            "SELECT name FROM recovery JOIN account ON account.id = recovery.account_id ORDER BY sort_key, name")
    }

    /// A device that can log in.
    package struct UsableDevice {
        package let id: ActivationID
        package let alias: String
        package let user: String
    }

    /// Returns the devices that can log in, those of a user one after the other.
    package func usableDevices() throws -> [UsableDevice] {
        try transaction.rows(
            Activations.Column.self, Accounts.Column.self,
            from: """
                activation JOIN account ON account.id = activation.account_id
                WHERE state = \(Activation.State.active) AND is_locked_for_good = \(false) AND is_active = \(true)
                ORDER BY sort_key, name, activation.created_at
                """
        ).map { UsableDevice(id: try $0(.id), alias: try $0(.alias), user: try $1(.name)) }
    }

    /// Returns the number of users who can log in, with a device or after another activation.
    package func activeUsers() throws -> Int {
        try transaction.value("SELECT count(*) FROM account WHERE is_active = \(true)") ?? 0
    }

    /// Returns the names of the services that have a secret.
    package func servicesWithSecret() throws -> [String] {
        try transaction.values("SELECT name FROM service WHERE secret_hash IS NOT NULL ORDER BY name")
    }

    /// Records failed attempts of one second, as many as are missing there.
    /// - Parameter count: the number of failures that belong to the second.
    package func recordFailures(_ count: Int, of activation: ActivationID, at second: Timestamp) throws {
        let known =
            try transaction.activations.failures(of: activation, since: second)
            - transaction.activations.failures(of: activation, since: second + 1)
        for _ in 0..<max(0, count - known) {
            guard let locked = try transaction.activations.lock(activation) else { return }
            try transaction.activations.recordFailure(activation, attempt: locked.attempt, at: second)
        }
    }

    /// Returns the moment of the newest event of the audit log; nil for an empty log.
    package func newestEvent() throws -> Timestamp? { try transaction.audit.newest(1).first?.at }
}
