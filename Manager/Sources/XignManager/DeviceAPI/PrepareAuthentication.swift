import XignDomain
import XignProtocol
import XignStorage

/// `prepare`: the device names the role, and receives the statement that is to be signed.
struct PrepareAuthentication: DeviceOperationHandler {
    typealias Operation = Prepare

    func answer(_ request: Prepare.Request, _ call: DeviceCall) throws -> Prepare.Response {
        try call.admit(request.sessionToken)
        let challenge = call.challenge(.prepare)
        return try call.manager.database.write { transaction in
            let bound = try BoundSession(request.sessionId, token: request.sessionToken, at: call.now, transaction)
            let activations = transaction.activations(call.vault)
            guard let activation = try activations.find(bound.activationID), activation.state == .active
            else { throw ProtocolError(.activationUnknown) }
            try call.refuseIfLocked(activation)
            if try activations.outcome(ofRequest: call.fingerprint) != nil {
                // The same request again: the same statement where it is still the session's, and no effect.
                guard let statement = bound.session.statement,
                    try ConsentStatement(parsing: statement).challenge == challenge
                else { throw ProtocolError(.statementMismatch) }
                return .success(statement: statement)
            }
            guard let service = try transaction.services.find(id: bound.session.serviceID), service.isActive,
                let organization = try transaction.organizations.find(id: service.organizationID)
            else { throw ProtocolError(.sessionEnded) }
            let roles = try transaction.services.roles(of: service.id, heldBy: activation.accountID)
            guard let role = roles.first(where: { $0.id.hasSameBytes(as: request.roleId) }) else {
                throw ProtocolError(roles.isEmpty ? .notAMember : .roleUnknown)
            }
            // No service asks for attributes: whatever is supplied is too much.
            guard request.attributes.isEmpty else {
                return .failure(request.attributes.mapValues { _ in .notAvailable })
            }
            let statement = Consent.statement(
                session: bound.session, activation: activation.id, service: service, organization: organization,
                role: role, attributes: [],
                idmIdentifier: call.manager.idmIdentifier, challenge: challenge, at: call.now
            ).serialized
            guard
                try transaction.sessions.prepare(bound.session.id, role: role.id, statement: statement, at: call.now)
            else { throw ProtocolError(.sessionEnded) }
            try activations.remember(
                request: call.fingerprint, outcome: "prepared",
                until: bound.session.createdAt + LoginSession.maximumSeconds)
            return .success(statement: statement)
        }
    }
}
