import XignDomain
import XignProtocol

/// Authentication processes, and the browser's side of website logins.
///
/// A transition starts from a process that the same transaction has read. It takes effect unless the process has left
/// the phase since, and then notifies observers (`ProcessNotice`).
package struct Processes {
    let transaction: any Transaction

    /// Finds a process for a device operation. The browser's side is not read.
    package func find(_ id: SessionID) throws -> Process? {
        try transaction.row("SELECT \(Self.columns) FROM process WHERE id = \(id)").map(Self.process)
    }

    /// Finds a website login for the front channel.
    package func browserLogin(_ id: SessionID) throws -> BrowserLogin? {
        try transaction.row(
            "SELECT \(Self.columns), \(Self.browserColumns) FROM process JOIN browser_request ON process_id = id WHERE id = \(id)"
        ).map(Self.browserLogin)
    }

    /// Finds the website logins whose ids begin with these bytes: all of them for no bytes.
    package func browserLogins(beginning bytes: [UInt8]) throws -> [BrowserLogin] {
        let missing = SessionID.byteCount - bytes.count
        let (first, last) = (
            bytes + [UInt8](repeating: 0, count: missing), bytes + [UInt8](repeating: 255, count: missing)
        )
        return try transaction.rows(
            """
            SELECT \(Self.columns), \(Self.browserColumns) FROM process JOIN browser_request ON process_id = id
            WHERE id >= \(first) AND id <= \(last)
            """
        ).map(Self.browserLogin)
    }

    package func insert(_ login: BrowserLogin) throws {
        try insert(login.process)
        let request = login.request
        try transaction.execute(
            """
            INSERT INTO browser_request (process_id, \(Self.browserColumns))
            VALUES (\(login.process.id), \(request.redirectURI), \(request.state), \(request.cookieHash))
            """)
    }

    private func insert(_ process: Process) throws {
        let (login, phase) = (process.goal.login, PhaseColumns(process.phase))
        let requirements = login.requirements
        try transaction.execute(
            """
            INSERT INTO process (\(Self.columns))
            VALUES (\(process.id), \(GoalColumn(process.goal).rawValue), \(process.channel), \(process.phase.name),
                \(process.createdAt), \(process.expiresAt), \(process.corrections), \(process.binding.activationID),
                \(login.serviceID), \(login.origin), \(TextList.join(requirements.scope)), \(requirements.nonce),
                \(requirements.codeChallenge), \(TextList.join(requirements.claims)), \(requirements.accountID),
                \(requirements.contextClasses.map(TextList.join)), \(phase.activationID), \(phase.tokenHash),
                \(phase.roleID), \(phase.statement), \(phase.declineReason), \(phase.factors.map(TextList.join)),
                \(phase.authenticatedAt), \(phase.failuresBefore), \(phase.returnHash), \(phase.codes))
            """)
    }

    /// Persists a transition. The process must have been read in this transaction: a transition from a phase to itself
    /// writes all columns of the phase as they were read.
    /// - Returns: false, without a change, where the process has left the phase or was removed.
    package func apply(_ transition: Transition) throws -> Bool {
        let process = transition.process
        let phase = PhaseColumns(process.phase)
        let changed = try transaction.changedRows(
            """
            UPDATE process SET phase = \(process.phase.name), channel = \(process.channel), expires_at = \(process.expiresAt),
                activation_id = \(phase.activationID), token_hash = \(phase.tokenHash), role_id = \(phase.roleID),
                statement = \(phase.statement), decline_reason = \(phase.declineReason),
                factors = \(phase.factors.map(TextList.join)), authenticated_at = \(phase.authenticatedAt),
                failures_before = \(phase.failuresBefore), return_hash = \(phase.returnHash), codes = \(phase.codes)
            WHERE id = \(process.id) AND phase = \(transition.from)
            """)
        guard changed == 1 else { return false }
        try notify(process)
        return true
    }

    /// Counts attributes that were not acceptable.
    package func countCorrection(_ id: SessionID) throws {
        try transaction.execute("UPDATE process SET corrections = corrections + 1 WHERE id = \(id)")
    }

    // MARK: Removal. The browser's side goes with the process.

    /// Removes processes that ended before a moment.
    /// - Returns: the number of rows; fewer than `limit` means that none is left.
    package func removeOld(before: Timestamp, limit: Int) throws -> Int {
        try transaction.changedRows(
            "DELETE FROM process WHERE id IN (SELECT id FROM process WHERE expires_at < \(before) LIMIT \(limit))")
    }

    /// Removes a process that no device has claimed, to make room for another one. Notifies its open pages that it has
    /// expired.
    package func removeUnclaimed(_ id: SessionID) throws {
        guard let process = try find(id),
            try transaction.changedRows("DELETE FROM process WHERE id = \(id) AND activation_id IS NULL") == 1
        else { return }
        if let expired = process.expired() { try notify(expired.process) }
    }

    /// Removes processes that no device has ever claimed, and that expired within a span of time.
    /// - Returns: the number of rows; fewer than `limit` means that none is left.
    package func removeUnclaimed(expired span: Range<Timestamp>, limit: Int) throws -> Int {
        try transaction.changedRows(
            """
            DELETE FROM process WHERE id IN (
                SELECT id FROM process WHERE expires_at >= \(span.lowerBound) AND expires_at < \(span.upperBound)
                    AND activation_id IS NULL LIMIT \(limit))
            """)
    }

    private func notify(_ process: Process) throws {
        try transaction.notify(ProcessNotice.topic, ProcessNotice(process).payload)
    }

    // MARK: Rows

    private static let columns: SQL.Fragment = """
        id, goal, channel, phase, created_at, expires_at, corrections, bound_activation_id, service_id, service_origin, scope,
        nonce, code_challenge, claims, required_account_id, required_context_classes, activation_id, token_hash, role_id,
        statement, decline_reason, factors, authenticated_at, failures_before, return_hash, codes
        """

    private static let browserColumns: SQL.Fragment = "redirect_uri, state, cookie_hash"

    private static func browserLogin(_ row: Row) throws -> BrowserLogin {
        BrowserLogin(
            process: try process(row),
            request: BrowserRequest(
                redirectURI: try row("redirect_uri"), state: try row.optional("state"),
                cookieHash: try row("cookie_hash")))
    }

    private static func process(_ row: Row) throws -> Process {
        let login = Goal.Login(
            serviceID: try row("service_id"), origin: try row("service_origin"),
            requirements: LoginRequirements(
                scope: TextList.split(try row("scope")), nonce: try row.optional("nonce"),
                codeChallenge: try row.optional("code_challenge"), claims: TextList.claims(try row("claims")),
                accountID: try row.optional("required_account_id"),
                contextClasses: try row.optional("required_context_classes").map(TextList.contextClasses)))
        let goal: GoalColumn = try row("goal")
        let bound: ActivationID? = try row.optional("bound_activation_id")
        return Process(
            id: try row("id"), goal: goal.goal(login), binding: bound.map { .device($0) } ?? .anyDevice,
            channel: try row("channel"), phase: try PhaseColumns(row).phase(try row("phase")),
            createdAt: try row("created_at"), expiresAt: try row("expires_at"), corrections: try row("corrections"))
    }
}

extension Binding {
    fileprivate var activationID: ActivationID? {
        switch self {
        case .anyDevice: nil
        case .device(let id): id
        }
    }
}

/// The goal of a process as it is stored; its data has columns of its own.
private enum GoalColumn: String, SQLValue {
    case website

    init(_ goal: Goal) {
        switch goal {
        case .website: self = .website
        }
    }

    func goal(_ login: Goal.Login) -> Goal {
        switch self {
        case .website: .website(login)
        }
    }
}
