import XignDomain
import XignProtocol
import XignStorage

/// `start`: a device claims a session and learns who asks for what.
package struct StartAuthentication: DeviceOperationHandler {
    package typealias Operation = Start

    package init() {}

    /// What became of a request.
    private enum Outcome: Codable { case claimed, taken }

    package func answer(_ request: Start.Request, _ call: DeviceCall) async throws -> Start.Response {
        let proven = try call.admittedActivation(request.activationId)
        let policy = try call.context.policy()
        let answer = try await call.context.database.write { transaction in
            // Read again: it may have been locked, revoked or disabled since its signature was verified.
            let activation = try call.activeActivation(proven.id, transaction)
            try call.refuseIfLocked(activation)
            return try claim(request, activation, policy, call, transaction)
        }
        return try answer.get()
    }

    private func claim(
        _ request: Start.Request, _ activation: Activation, _ policy: Policy, _ call: DeviceCall,
        _ transaction: any Transaction
    ) throws -> Result<Start.Response, ProtocolError> {
        let seen = call.seen(.start, of: activation.id)
        let token = call.bearerValue(.start)
        guard var process = try transaction.processes.find(request.sessionId), process.phase(at: call.now).isOpen else {
            return .failure(ProtocolError(.sessionEnded))
        }
        let outcome: Outcome? = try transaction.seenRequests.outcome(of: seen)
        var channel = process.channel
        if outcome == nil {
            switch self.channel(of: request.claim, process, call) {
            case .success(let claimed): channel = claimed
            case .failure(let refusal): return .failure(refusal)
            }
        }
        guard let (service, organization) = try transaction.services.findWithOrganization(id: process.serviceID),
            service.isActive
        else { return .failure(ProtocolError(.sessionEnded)) }
        let roles: [Role]
        switch try RoleOffers(policy: policy, transaction: transaction).claim(of: process, by: activation.accountID) {
        case .success(let offered): roles = offered
        case .failure(let refusal):
            try record(refusal.error, activation, process, call, transaction)
            return .failure(refusal)
        }
        let claim = Claim(activationID: activation.id, tokenHash: BearerHash(of: token))
        if let outcome {
            // The same request again: the same token where it is still the process's, and no effect.
            guard outcome == .claimed, process.claim == claim else { return .failure(ProtocolError(.sessionTaken)) }
        } else {
            let transition = process.claimed(claim, through: channel, at: call.now)
            let isClaimed = try transition.map { try transaction.processes.apply($0) } ?? false
            try transaction.seenRequests.remember(
                seen, outcome: isClaimed ? Outcome.claimed : .taken, until: process.lastMoment)
            guard isClaimed, let transition else {
                try transaction.audit.append(
                    AuditEvent(
                        .sessionTaken, at: call.now, accountID: activation.accountID, activationID: activation.id,
                        serviceID: service.id, sessionID: process.id))
                return .failure(ProtocolError(.sessionTaken))
            }
            process = transition.process
        }
        let offers = try AttributeOffers(process, service, account: activation.accountID, transaction)
        return .success(
            Start.Response(
                channel: process.channel, purpose: process.goal.purpose, service: service.description(in: process),
                organization: organization.described, roles: roles.map(\.described), attributes: offers.described,
                sessionToken: token, expiresInSeconds: process.expiresAt.secondsSince(call.now)))
    }

    private enum Refusal: Codable { case recorded }

    /// Recorded once for each session, so that nobody fills the log with it.
    private func record(
        _ code: ProtocolErrorCode, _ activation: Activation, _ process: Process, _ call: DeviceCall,
        _ transaction: any Transaction
    ) throws {
        let refusal = SeenRequest(.start, of: activation.id, content: Array(code.rawValue.utf8) + process.id.bytes)
        let seen = transaction.seenRequests
        guard try seen.outcome(of: refusal, as: Refusal.self) == nil else { return }
        try seen.remember(refusal, outcome: Refusal.recorded, until: process.lastMoment)
        try transaction.audit.append(
            AuditEvent(
                .loginRefused, at: call.now, accountID: activation.accountID, activationID: activation.id,
                serviceID: process.serviceID, sessionID: process.id, detail: RoleOffers.reason(code)))
    }

    /// Each channel is claimed by its own secret. A link makes a waiting session one of the same device, for good: it then ends only
    /// in the browser that it came from, or else a mailed link would undo the changing code (protocol, section 6).
    private func channel(
        of claim: Start.Claim, _ process: Process, _ call: DeviceCall
    ) -> Result<Channel, ProtocolError> {
        let secrets = SessionSecrets(managerSecret: call.context.database.vault.managerSecret, session: process.id)
        switch (claim, process.channel) {
        case (.qrCode(let secret), .crossDevice):
            return secrets.isCurrent(secret, at: call.now.seconds)
                ? .success(.crossDevice) : .failure(ProtocolError(.qrCodeExpired))
        case (.link(let secret), .crossDevice) where process.phase == .waiting,
            (.link(let secret), .sameDevice):
            return secret == secrets.linkSecret ? .success(.sameDevice) : .failure(ProtocolError(.wrongChannel))
        default: return .failure(ProtocolError(.wrongChannel))
        }
    }
}

extension Service {
    func description(in process: Process) -> ServiceDescription {
        ServiceDescription(
            id: id.text, name: displayName, origin: Consent.serviceOrigin(process), description: description)
    }
}

extension Organization {
    var described: OrganizationDescription {
        OrganizationDescription(
            id: id.text, name: name, website: website, address: address, description: description)
    }
}

extension Role {
    var described: RoleDescription { RoleDescription(id: id.text, name: name, alternatives: alternatives) }
}
