import XignDomain
import XignProtocol
import XignStorage

/// `collectCode`: an app collects the authorization code of a login that it began by `inAppStart`, within
/// `Process.collectionSeconds` of the confirmation. A repetition gets the same code until it is redeemed or expires.
package struct CollectAuthorizationCode: DeviceOperationHandler {
    package typealias Operation = CollectCode

    package init() {}

    package func answer(_ request: CollectCode.Request, _ call: DeviceCall) async throws -> CollectCode.Response {
        let proven = try call.admittedActivation(request.activationId)
        // A refusal is returned: the end of the process must be kept.
        let answer = try await call.context.database.write { transaction -> Result<BearerToken, ProtocolError> in
            let activation = try call.activeActivation(proven.id, transaction)
            try call.refuseIfLocked(activation)
            let claimed = try ClaimedProcess(request.sessionId, token: request.sessionToken, transaction)
            guard claimed.claim.activationID == activation.id, case .inApp(let login) = claimed.process.goal else {
                throw ProtocolError(.unauthenticated)
            }
            let collection = Collection(
                process: claimed.process, login: login, activation: activation, call: call, transaction: transaction)
            return try collection.run()
        }
        return CollectCode.Response(code: try answer.get().text)
    }
}

/// One attempt to collect the code of a process.
private struct Collection {
    let process: Process
    let login: Goal.Login
    let activation: Activation
    let call: DeviceCall
    let transaction: any Transaction

    func run() throws -> Result<BearerToken, ProtocolError> {
        switch process.phase(at: call.now) {
        case .confirmed(let confirmation): try collect(confirmation)
        case .collected: try collectAgain()
        case .waiting, .claimed, .confirming, .declined, .expired: .failure(ProtocolError(.sessionEnded))
        }
    }

    private func collect(_ confirmation: Confirmation) throws -> Result<BearerToken, ProtocolError> {
        guard let code = try code(), let collected = process.collected(at: call.now),
            try transaction.processes.apply(collected)
        else { return .failure(ProtocolError(.sessionEnded)) }
        guard let service = try transaction.declared.service(login.serviceID) else { return try withdrawn() }
        let issue = IssueCode(
            login: login, process: process, service: service, confirmation: confirmation, now: call.now,
            transaction: transaction)
        guard let issued = try issue(code.hash, redirectURI: nil) else { return try withdrawn() }
        try issue.record(issued)
        return .success(code)
    }

    /// Refuses a login that is confirmed, and records why the app gets nothing.
    private func withdrawn() throws -> Result<BearerToken, ProtocolError> {
        try transaction.audit.append(
            AuditEvent(
                .loginRefused, at: call.now, accountID: activation.accountID, activationID: activation.id,
                serviceID: login.serviceID, sessionID: process.id, detail: "rights withdrawn since the confirmation"))
        return .failure(ProtocolError(.policyChanged))
    }

    /// Returns the code that was collected before, after an answer that was lost.
    private func collectAgain() throws -> Result<BearerToken, ProtocolError> {
        guard let code = try code(), let issued = try transaction.grants.code(hash: code.hash),
            issued.redeemedAt == nil,
            call.now.isBefore(issued.expiresAt, ofLifetime: AuthorizationCode.lifetimeSeconds)
        else { return .failure(ProtocolError(.sessionEnded)) }
        return .success(code)
    }

    /// Derives the code from the statement that was confirmed, so that it need not be stored.
    private func code() throws -> BearerToken? {
        // The secret of this transaction: a former one may be known to somebody else.
        let managerSecret = try transaction.vault.managerSecret
        return try transaction.evidence.statementHash(of: process.id).map {
            BearerToken(StatementSecrets(statementHash: $0, managerSecret: managerSecret).code)
        }
    }
}
