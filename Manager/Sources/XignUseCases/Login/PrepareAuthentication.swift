import XignDomain
import XignProtocol
import XignStorage

/// `prepare`: the device names the role and the attributes, and receives the statement that is to be signed.
package struct PrepareAuthentication: DeviceOperationHandler {
    package typealias Operation = Prepare

    package init() {}

    /// What is wrong is remembered by the attributes' names, so that these must not be as large as a request.
    private static let maximumNameByteCount = 64

    package func answer(_ request: Prepare.Request, _ call: DeviceCall) async throws -> Prepare.Response {
        try call.admit(.sessionToken(request.sessionToken))
        guard request.attributes.count <= AttributeName.allCases.count,
            request.attributes.keys.allSatisfy({ $0.utf8.count <= Self.maximumNameByteCount })
        else { throw ProtocolError(.malformed) }
        let policy = try call.context.policy()
        let answer = try await call.context.database.write { transaction in
            let bound = try BoundSession(request.sessionId, token: request.sessionToken, at: call.now, transaction)
            let activation = try call.activeActivation(bound.activationID, transaction)
            try call.refuseIfLocked(activation)
            let preparation = Preparation(
                request: request, session: bound.session, activation: activation, policy: policy, call: call,
                transaction: transaction)
            return try preparation.repetition() ?? preparation.run()
        }
        return try answer.get()
    }
}

private struct Preparation {
    let request: Prepare.Request
    let session: LoginSession
    let activation: Activation
    let policy: Policy
    let call: DeviceCall
    let transaction: any Transaction

    typealias Answer = Result<Prepare.Response, ProtocolError>

    /// What became of a request.
    private enum Outcome: Codable { case prepared, errors([String: Prepare.AttributeError]) }

    /// The same request again has no effect: the same errors, or the same statement where it is still the session's.
    func repetition() throws -> Answer? {
        let seen = call.seen(.prepare, of: activation.id)
        switch try transaction.seenRequests.outcome(of: seen, as: Outcome.self) {
        case nil: return nil
        case .errors(let errors)?: return .success(.failure(errors))
        case .prepared?: break
        }
        guard let statement = session.statement,
            try ConsentStatement(parsing: statement).challenge == call.challenge(.prepare)
        else { return .failure(ProtocolError(.statementMismatch)) }
        return .success(.success(statement: statement))
    }

    func run() throws -> Answer {
        guard let (service, organization) = try transaction.services.findWithOrganization(id: session.serviceID),
            service.isActive
        else { return .failure(ProtocolError(.sessionEnded)) }
        let offered = RoleOffers(policy: policy, transaction: transaction)
        let roles = try offered.roles(in: session, of: activation.accountID)
        guard let role = roles.first(where: { $0.id.hasSameBytes(as: request.roleId) }) else {
            return .failure(ProtocolError(roles.isEmpty ? .notAMember : .roleUnknown))
        }
        let offers = try AttributeOffers(session, service, account: activation.accountID, transaction)
        switch offers.resolve(request.attributes, at: call.now) {
        case .errors(let errors): return try refuse(errors)
        case .releases(let attributes, let releases):
            let statement = Consent.statement(
                session: session, activation: activation.id, service: service, organization: organization, role: role,
                attributes: attributes, idmIdentifier: call.context.issuer.idmIdentifier,
                challenge: call.challenge(.prepare),
                at: call.now
            ).serialized
            return try accept(statement, role, releases)
        }
    }

    private func accept(_ statement: [UInt8], _ role: Role, _ releases: [AttributeRelease]) throws -> Answer {
        guard try transaction.sessions.prepare(session, role: role.id, statement: statement, at: call.now) else {
            return .failure(ProtocolError(.sessionEnded))
        }
        if !releases.isEmpty {
            try transaction.attributeReleases.prepare(
                releases, of: session.id, activation: activation.id, expiresAt: lastMoment)
        }
        try remember(.prepared)
        return .success(.success(statement: statement))
    }

    /// Attributes are corrected so often and no more: what is refused is counted, and therefore returned.
    private func refuse(_ errors: [String: Prepare.AttributeError]) throws -> Answer {
        try transaction.sessions.countWrongAttributes(session.id)
        guard session.wrongAttributes < LoginSession.maximumCorrections else {
            _ = try transaction.sessions.expire(session)
            try transaction.attributeReleases.remove(session.id)
            try transaction.audit.append(
                AuditEvent(
                    .correctionsExhausted, at: call.now, accountID: activation.accountID,
                    activationID: activation.id, serviceID: session.serviceID, sessionID: session.id))
            return .failure(ProtocolError(.tooManyCorrections))
        }
        try remember(.errors(errors))
        return .success(.failure(errors))
    }

    private var lastMoment: Timestamp { session.createdAt + LoginSession.maximumSeconds }

    private func remember(_ outcome: Outcome) throws {
        try transaction.seenRequests.remember(
            call.seen(.prepare, of: activation.id), outcome: outcome, until: lastMoment)
    }
}
