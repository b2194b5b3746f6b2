import XignDomain
import XignProtocol
import XignStorage

/// `start`: a device claims a session and learns who asks for what.
struct StartAuthentication: DeviceOperationHandler {
    typealias Operation = Start

    func answer(_ request: Start.Request, _ call: DeviceCall) throws -> Start.Response {
        let activation = try call.admittedActivation(request.activationId)
        try call.refuseIfLocked(activation)
        let answer = try call.manager.database.write { transaction in
            try claim(request, activation, call, transaction)
        }
        return try answer.get()
    }

    private func claim(
        _ request: Start.Request, _ activation: Activation, _ call: DeviceCall, _ transaction: any Transaction
    ) throws -> Result<Start.Response, ProtocolError> {
        let activations = transaction.activations(call.vault)
        let token = call.bearerValue(.start)
        guard let session = try transaction.sessions.find(request.sessionId), session.state(at: call.now).isOpen else {
            return .failure(ProtocolError(.sessionEnded))
        }
        let outcome = try activations.outcome(ofRequest: call.request.identifier)
        if outcome == nil, let refusal = refusal(of: request.claim, session, call) {
            return .failure(ProtocolError(refusal))
        }
        guard let service = try transaction.services.find(id: session.serviceID), service.isActive,
            let organization = try transaction.organizations.find(id: service.organizationID)
        else { return .failure(ProtocolError(.sessionEnded)) }
        let roles = try transaction.services.roles(of: service.id, heldBy: activation.accountID)
        guard !roles.isEmpty else { return .failure(ProtocolError(.notAMember)) }
        if outcome != nil {
            // The same request again: the same token where it is still the session's, and no effect (H1).
            guard session.activationID == activation.id, BearerHash.matches(token, session.tokenHash) else {
                return .failure(ProtocolError(.sessionTaken))
            }
        } else {
            let isClaimed = try transaction.sessions.claim(
                session.id, by: activation.id, tokenHash: BearerHash.of(token), at: call.now)
            try activations.remember(
                request: call.request.identifier, outcome: isClaimed ? "claimed" : "taken",
                until: session.createdAt + LoginSession.maximumSeconds)
            guard isClaimed else {
                try transaction.audit.append(
                    AuditEvent(
                        .sessionTaken, at: call.now, accountID: activation.accountID, activationID: activation.id,
                        serviceID: service.id, sessionID: session.id))
                return .failure(ProtocolError(.sessionTaken))
            }
        }
        return .success(
            Start.Response(
                channel: session.channel, purpose: session.purpose, service: service.description(in: session),
                organization: organization.described, roles: roles.map(\.described), attributes: [:],
                sessionToken: token, expiresInSeconds: session.expiresAt.secondsSince(call.now)))
    }

    /// Each channel is claimed by its own secret. A link is refused until a session that began by it can end only in the browser
    /// that it came from: else a mailed link would undo the changing code (H2, H3).
    private func refusal(of claim: Start.Claim, _ session: LoginSession, _ call: DeviceCall) -> ProtocolErrorCode? {
        guard case .qrCode(let secret) = claim, session.channel == .crossDevice else { return .wrongChannel }
        let secrets = SessionSecrets(managerSecret: call.vault.managerSecret, session: session.id)
        return secrets.isCurrent(secret, at: call.now.seconds) ? nil : .qrCodeExpired
    }
}

extension Service {
    func description(in session: LoginSession) -> ServiceDescription {
        ServiceDescription(id: id, name: displayName, origin: Consent.serviceOrigin(session), description: description)
    }
}

extension Organization {
    var described: OrganizationDescription {
        OrganizationDescription(id: id, name: name, website: website, address: address, description: description)
    }
}

extension Role {
    var described: RoleDescription { RoleDescription(id: id, name: name, alternatives: alternatives) }
}
