import Metrics
import XignDomain
import XignProtocol

/// The counts of logins. Utility processes and acts are no logins; the audit log's events count them.
extension Processes {
    func countBegin(_ process: Process) {
        guard process.goal.isLogin, let channel = LoginChannel(process.channel) else { return }
        transaction.count(transaction.metrics.loginsBegun[channel])
    }

    /// - Parameter end: the outcome of an end without a result.
    func count(_ transition: Transition, as end: LoginOutcome) {
        let process = transition.process
        guard process.goal.isLogin, let channel = LoginChannel(process.channel),
            let outcome = LoginOutcome(process.phase, from: transition.from, as: end)
        else { return }
        let metrics = transaction.metrics
        transaction.count(metrics.logins[Both(outcome, channel)])
        guard case .confirmed(let confirmation) = process.phase else { return }
        let seconds = confirmation.authenticatedAt.secondsSince(process.createdAt)
        for increment in metrics.loginDuration.cells.increments(Int(seconds)) { transaction.count(increment) }
    }

    /// Counts the ends of removed processes, whose time has ended them without a change of their row.
    func countRemoved(_ rows: [TableRow<RemovedColumn>]) throws {
        for row in rows {
            guard try GoalColumns.isLogin(row), let channel = LoginChannel(try row(.channel)) else { continue }
            let outcome: LoginOutcome
            switch try row(.phase, as: Phase.Name.self) {
            case .waiting, .claimed, .confirming: outcome = .expired
            case .confirmed: outcome = .uncollected
            case .collected, .declined, .expired: continue
            }
            transaction.count(transaction.metrics.logins[Both(outcome, channel)])
        }
    }
}

extension Goal {
    fileprivate var isLogin: Bool {
        switch self {
        case .website, .inApp, .pages: true
        case .utility, .act: false
        }
    }
}

extension GoalColumns {
    fileprivate static func isLogin(_ row: TableRow<Processes.RemovedColumn>) throws -> Bool {
        switch try row(.goal, as: Name.self) {
        case .website, .inApp, .account, .console: true
        case .utility, .transaction: false
        }
    }
}

extension LoginOutcome {
    /// - Returns: nil for a transition that neither confirms nor ends a login.
    fileprivate init?(_ phase: Phase, from: Phase.Name, as end: LoginOutcome) {
        switch phase {
        case .waiting, .claimed, .confirming: return nil
        case .confirmed: self = .confirmed
        case .collected: if from == .collected { return nil } else { self = .collected }
        case .declined(_, .cancelled): self = .declined
        case .declined(_, .notMe): self = .disowned
        case .declined(_, .pairing): self = .pairingFailed
        case .expired: self = from == .confirmed && end == .expired ? .uncollected : end
        }
    }
}
