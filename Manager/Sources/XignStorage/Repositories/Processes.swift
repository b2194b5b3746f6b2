import Metrics
import XignDomain
import XignProtocol

/// Authentication processes, and the browser's side of those that a browser began. Removal is in an extension.
///
/// A transition starts from a process that the same transaction has read. It takes effect unless the process has left
/// the phase since, and then notifies observers (`ProcessNotice`).
package struct Processes {
    let transaction: any Transaction
    private var vault: TransactionVault { transaction.vault }

    /// Finds a process for a device operation. The browser's side is not read.
    package func find(_ id: SessionID) throws -> Process? {
        guard let (row, head) = try transaction.row(Column.self, Head.Column.self, from: "process WHERE id = \(id)")
        else { return nil }
        try transaction.takeHead(head)
        return try process(row)
    }

    /// Finds a process that a browser began, for the front channel.
    package func browserProcess(_ id: SessionID) throws -> BrowserProcess? {
        guard
            let (row, browser, head) = try transaction.row(
                Column.self, BrowserColumn.self, Head.Column.self,
                from: "process JOIN browser_request ON process_id = id WHERE id = \(id)")
        else { return nil }
        try transaction.takeHead(head)
        return try browserProcess(row, browser)
    }

    /// Finds the processes of browsers whose ids begin with these bytes: all of them for no bytes.
    package func browserProcesses(beginning bytes: [UInt8]) throws -> [BrowserProcess] {
        let missing = SessionID.byteCount - bytes.count
        let (first, last) = (
            bytes + [UInt8](repeating: 0, count: missing), bytes + [UInt8](repeating: 255, count: missing)
        )
        return try transaction.rows(
            Column.self, BrowserColumn.self,
            from: "process JOIN browser_request ON process_id = id WHERE id >= \(first) AND id <= \(last)"
        ).map { try browserProcess($0, $1) }
    }

    /// Returns the number of open processes that are bound to an activation from their creation.
    package func openBoundCount(of activation: ActivationID, at now: Timestamp) throws -> Int {
        return try transaction.value(
            """
            SELECT count(*) FROM process WHERE bound_activation_id = \(activation) AND expires_at > \(now)
                AND phase IN (\(Phase.Name.open))
            """) ?? 0
    }

    package func insert(_ begun: BrowserProcess) throws {
        try insert(begun.process)
        let request = begun.request
        let values = BrowserColumn.values { column in
            switch column {
            case .processID: .of(begun.process.id)
            case .redirectURI: .of(request.redirectURI)
            case .state: .of(request.state)
            case .cookieHash: .of(request.cookieHash)
            case .language: .of(request.language)
            case .responseMode: .of(request.responseMode)
            case .isPopup: .of(request.isPopup)
            case .remembersLogin: .of(request.remembersLogin)
            case .pushedRequest: .of(request.pushedRequest)
            case .browserKind: .of(request.browser.kind?.stored)
            case .network: .of(request.browser.network)
            }
        }
        try transaction.execute("INSERT INTO browser_request \(values)")
    }

    /// Inserts a process without a browser's side.
    ///
    /// Its secrets are derived from the manager secret. So a manager that has not noticed the replacement of the
    /// key-encryption key learns of it here, and a replacement at the same moment ends the process or is seen.
    package func insert(_ process: Process) throws {
        try vault.confirm()
        let (goal, phase) = (try GoalColumns(process, vault), try PhaseColumns(process, vault))
        let requirements = goal.login?.requirements
        let values = Column.values { column in
            switch column {
            case .id: .of(process.id)
            case .goal: .of(goal.name)
            case .channel: .of(process.channel)
            case .phase: .of(process.phase.name)
            case .createdAt: .of(process.createdAt)
            case .expiresAt: .of(process.expiresAt)
            case .corrections: .of(process.corrections)
            case .boundActivationID: .of(process.binding.activationID)
            case .claimHash: .of(process.binding.claimHash)
            case .sealedGoal: .of(goal.sealed)
            case .serviceID: .of(goal.login?.serviceID)
            case .serviceOrigin: .of(goal.login?.origin)
            case .scope: .of(requirements.map { TextList.join($0.scope) })
            case .nonce: .of(requirements?.nonce)
            case .codeChallenge: .of(requirements?.codeChallenge)
            case .claims: .of(requirements.map { TextList.join($0.claims) })
            case .requiredAccountID: .of(requirements?.accountID)
            case .requiredContextClasses: .of(requirements?.contextClasses.map(TextList.join))
            case .activationID: .of(phase.activationID)
            case .tokenHash: .of(phase.tokenHash)
            case .roleID: .of(phase.roleID)
            case .statement: .of(phase.statement)
            case .sealedStatement: .of(phase.sealedStatement)
            case .declineReason: .of(phase.declineReason)
            case .factors: .of(phase.factors.map(TextList.join))
            case .authenticatedAt: .of(phase.authenticatedAt)
            case .failuresBefore: .of(phase.failuresBefore)
            case .returnHash: .of(phase.returnHash)
            case .codes: .of(phase.codes)
            case .pairing: .of(process.pairing)
            case .dpopThumbprint: .of(requirements?.dpopThumbprint)
            case .offlineUntil: .of(process.offlineUntil)
            }
        }
        try transaction.execute("INSERT INTO process \(values)")
        countBegin(process)
    }

    /// Persists a transition. The process must have been read in this transaction: a transition from a phase to itself
    /// writes all columns of the phase as they were read.
    /// - Parameter end: the outcome by which metrics count a login that ends without a result, if the phase does not
    ///   tell.
    /// - Returns: false, without a change, where the process has left the phase or was removed.
    package func apply(_ transition: Transition, as end: LoginOutcome = .expired) throws -> Bool {
        let process = transition.process
        let phase = try PhaseColumns(process, vault)
        let changed = try transaction.changedRows(
            """
            UPDATE process SET phase = \(process.phase.name), channel = \(process.channel), expires_at = \(process.expiresAt),
                activation_id = \(phase.activationID), token_hash = \(phase.tokenHash), role_id = \(phase.roleID),
                statement = \(phase.statement), sealed_statement = \(phase.sealedStatement),
                decline_reason = \(phase.declineReason), factors = \(phase.factors.map(TextList.join)),
                authenticated_at = \(phase.authenticatedAt), failures_before = \(phase.failuresBefore),
                return_hash = \(phase.returnHash), codes = \(phase.codes), pairing = \(process.pairing),
                offline_until = \(process.offlineUntil)
            WHERE id = \(process.id) AND phase = \(transition.from)
            """)
        guard changed == 1 else { return false }
        try notify(ProcessNotice(process.id, ProcessNews(of: process)))
        count(transition, as: end)
        return true
    }

    /// Keeps whether the browser shall remember the login.
    package func setRemembersLogin(_ remembers: Bool, of id: SessionID) throws {
        try transaction.execute(
            "UPDATE browser_request SET remembers_login = \(remembers) WHERE process_id = \(id)")
    }

    /// Counts attributes that were not acceptable.
    package func countCorrection(_ id: SessionID) throws {
        try transaction.execute("UPDATE process SET corrections = corrections + 1 WHERE id = \(id)")
    }

    /// Ends the open processes that an activation has claimed or that are bound to it.
    package func endAll(of activation: ActivationID, at now: Timestamp) throws {
        // By the index on the end: an index on the claim would cost every login two changes.
        let open = try transaction.rows(
            Column.self,
            from: """
                process WHERE expires_at > \(now) AND phase IN (\(Phase.Name.open))
                    AND (activation_id = \(activation) OR bound_activation_id = \(activation))
                """
        ).map(process)
        for transition in open.compactMap({ $0.expired() }) { _ = try apply(transition) }
    }

    /// Ends the processes of activations at a service that have led to no result yet.
    package func endAll(of activations: [ActivationID], at service: ServiceID, now: Timestamp) throws {
        let open = try transaction.rows(
            Column.self,
            from: """
                process WHERE expires_at > \(now) AND activation_id IN (\(activations))
                    AND service_id = \(service) AND phase IN (\(Phase.Name.open + [.confirmed]))
                """
        ).map(process)
        for transition in open.compactMap({ $0.expired() }) { _ = try apply(transition) }
    }

    /// Notifies observers of the processes at a service that have led to no result yet, although none has changed: the
    /// service was switched off.
    package func notifyAll(at service: ServiceID, now: Timestamp) throws {
        let ids: [SessionID] = try transaction.values(
            """
            SELECT id FROM process WHERE service_id = \(service) AND expires_at > \(now)
                AND phase IN (\(Phase.Name.open + [.confirmed]))
            """)
        for id in ids { try notify(ProcessNotice(id, nil)) }
    }

    /// Ends all processes that are open.
    /// - Returns: their number.
    package func endOpen(at now: Timestamp) throws -> Int {
        let open = try transaction.rows(
            Column.self, from: "process WHERE expires_at > \(now) AND phase IN (\(Phase.Name.open))"
        ).map(process)
        return try open.compactMap { $0.expired() }.count { try apply($0) }
    }

    func notify(_ notice: ProcessNotice) throws {
        try transaction.notify(ProcessNotice.topic, notice.payload)
    }

    // MARK: Rows

    enum Column: Int, ColumnSet {
        case id, goal, channel, phase, createdAt, expiresAt, corrections, boundActivationID, claimHash, sealedGoal,
            serviceID, serviceOrigin, scope, nonce, codeChallenge, claims, requiredAccountID, requiredContextClasses,
            activationID, tokenHash, roleID, statement, sealedStatement, declineReason, factors, authenticatedAt,
            failuresBefore, returnHash, codes, pairing, dpopThumbprint, offlineUntil
        static let names = ColumnNames(Self.self)
    }

    /// The browser's side of a process.
    private enum BrowserColumn: Int, ColumnSet {
        case processID, redirectURI, state, cookieHash, language, responseMode, isPopup, remembersLogin, pushedRequest,
            browserKind, network
        static let names = ColumnNames(Self.self)
    }

    private func browserProcess(
        _ row: TableRow<Column>, _ browser: TableRow<BrowserColumn>
    ) throws -> BrowserProcess {
        let request = BrowserRequest(
            redirectURI: try browser(.redirectURI), state: try browser.optional(.state),
            responseMode: try browser(.responseMode), cookieHash: try browser(.cookieHash),
            language: try browser.optional(.language), isPopup: try browser(.isPopup),
            remembersLogin: try browser.optional(.remembersLogin) ?? false,
            pushedRequest: try browser.optional(.pushedRequest),
            browser: RequestingBrowser(
                kind: try browser.optional(.browserKind).flatMap(BrowserKind.init(stored:)),
                network: try browser.optional(.network)))
        let process = try process(row)
        let declared = try process.goal.login.flatMap { try transaction.declared.service($0.serviceID) }
        let begun = BrowserProcess(
            process: process, request: request, isServiceActive: declared?.service.isActive ?? true)
        guard let begun else {
            throw StorageError(.corrupt, "a process that a device began has a browser")
        }
        return begun
    }

    private func process(_ row: TableRow<Column>) throws -> Process {
        let id: SessionID = try row(.id)
        let binding = try Binding(row)
        let place = ProcessPlace(id: id, activation: binding.activationID)
        return Process(
            id: id, goal: try GoalColumns.goal(row, place, vault), binding: binding, channel: try row(.channel),
            phase: try PhaseColumns(row, place, vault).phase(try row(.phase)), pairing: try row.optional(.pairing),
            createdAt: try row(.createdAt), expiresAt: try row(.expiresAt),
            offlineUntil: try row.optional(.offlineUntil), corrections: try row(.corrections))
    }
}

extension Binding {
    fileprivate init(_ row: TableRow<Processes.Column>) throws {
        if let activation: ActivationID = try row.optional(.boundActivationID) {
            self = .device(activation, claimHash: try row(.claimHash))
        } else {
            self = .anyDevice
        }
    }

    var activationID: ActivationID? {
        switch self {
        case .anyDevice: nil
        case .device(let id, _): id
        }
    }

    fileprivate var claimHash: BearerHash? {
        switch self {
        case .anyDevice: nil
        case .device(_, let claimHash): claimHash
        }
    }
}

extension Phase.Name {
    /// The phases in which a device can act on a process.
    fileprivate static let open: [Phase.Name] = [.waiting, .claimed, .confirming]
}
