import XignDomain
import XignProtocol
import XignStorage

/// `start`: a device claims a process and learns who asks for what.
package struct StartAuthentication: DeviceOperationHandler {
    package typealias Operation = Start

    package init() {}

    package func answer(_ request: Start.Request, _ call: DeviceCall) async throws -> Start.Response {
        let proven = try call.admittedActivation(request.activationId)
        let policy = try call.context.policy()
        let answer = try await call.context.database.write { transaction -> Result<Start.Response, ProtocolError> in
            // Read again: it may have been locked, revoked or disabled since its signature was verified.
            let activation = try call.activeActivation(proven.id, transaction)
            try call.refuseIfLocked(activation)
            guard let process = try transaction.processes.find(request.sessionId), process.phase(at: call.now).isOpen
            else { return .failure(ProtocolError(.sessionEnded)) }
            let attempt = ClaimAttempt(
                request: request, process: process, activation: activation, policy: policy, call: call,
                transaction: transaction)
            return try attempt.run()
        }
        return try answer.get()
    }
}

/// One attempt of a device to claim an open process.
private struct ClaimAttempt {
    let request: Start.Request
    /// As it was before the claim.
    let process: Process
    let activation: Activation
    let policy: Policy
    let call: DeviceCall
    let transaction: any Transaction

    /// The outcome of a request, remembered for its repetition.
    private enum Outcome: Codable { case claimed, taken }

    /// The mark that a refusal was recorded.
    private enum Refusal: Codable { case recorded }

    /// A refusal is returned: its record in the audit log must be kept.
    func run() throws -> Result<Start.Response, ProtocolError> {
        let outcome = try transaction.seenRequests.outcome(of: seen, as: Outcome.self)
        var channel = process.channel
        if outcome == nil {
            switch claimedChannel() {
            case .success(let claimed): channel = claimed
            case .failure(let refusal): return .failure(refusal)
            }
        }
        guard let (service, organization) = try transaction.services.findWithOrganization(id: process.serviceID),
            service.isActive
        else { return .failure(ProtocolError(.sessionEnded)) }
        let roles: [Role]
        switch try RoleOffers(policy: policy, transaction: transaction).eligibility(
            of: activation.accountID, for: process)
        {
        case .success(let offered): roles = offered
        case .failure(let refusal):
            try record(refusal.error)
            return .failure(refusal)
        }
        let claimed = if let outcome { repetition(of: outcome) } else { try claimProcess(through: channel) }
        guard let claimed else { return .failure(ProtocolError(.sessionTaken)) }
        let attributes = OfferAttributes(account: activation.accountID, service: service, transaction: transaction)
        return .success(
            Start.Response(
                channel: claimed.channel, subject: claimed.goal.subject,
                service: ServiceDescription(service, in: claimed),
                organization: OrganizationDescription(organization), roles: roles.map { RoleDescription($0) },
                attributes: try attributes.offers(in: claimed).descriptions, sessionToken: token,
                expiresInSeconds: claimed.expiresAt.secondsSince(call.now)))
    }

    private var seen: SeenRequest { call.seen(.start, of: activation.id) }

    private var token: SecretOctets { call.bearerValue(.start) }

    private var claim: Claim { Claim(activationID: activation.id, tokenHash: BearerHash(of: token)) }

    /// The channel that the request's secret proves; each channel has a secret of its own.
    ///
    /// A link makes a waiting process one of the same device, for good: it then ends only in the browser that it came
    /// from. Otherwise a mailed link would undo the changing code (protocol, section 6).
    private func claimedChannel() -> Result<Channel, ProtocolError> {
        let secrets = call.context.secrets(of: process.id)
        switch (request.claim, process.channel) {
        case (.qrCode(let secret), .crossDevice):
            return secrets.isCurrent(secret, at: call.now.seconds)
                ? .success(.crossDevice) : .failure(ProtocolError(.qrCodeExpired))
        case (.link(let secret), .crossDevice) where process.phase == .waiting,
            (.link(let secret), .sameDevice):
            return secret == secrets.linkSecret ? .success(.sameDevice) : .failure(ProtocolError(.wrongChannel))
        // The app's user must scan the code with the app itself: opened, it may be an attacker's.
        case (.openedQRCode, .crossDevice): return .failure(ProtocolError(.scanRequired))
        default: return .failure(ProtocolError(.wrongChannel))
        }
    }

    /// The process of a repeated request, which has no effect and gets the same token; nil where the process is not, or
    /// is no longer, claimed with this token.
    private func repetition(of outcome: Outcome) -> Process? {
        outcome == .claimed && process.claim == claim ? process : nil
    }

    /// Claims the process, and records an attempt that came too late.
    /// - Returns: the claimed process; nil where another device has claimed it.
    private func claimProcess(through channel: Channel) throws -> Process? {
        let transition = process.claimed(claim, through: channel, at: call.now)
        let isClaimed = try transition.map { try transaction.processes.apply($0) } ?? false
        try transaction.seenRequests.remember(
            seen, outcome: isClaimed ? Outcome.claimed : .taken, until: process.lastMoment)
        if isClaimed, let transition { return transition.process }
        try audit(.sessionTaken)
        return nil
    }

    /// Records a refusal once for each process, so that nobody fills the audit log with it.
    private func record(_ code: ProtocolErrorCode) throws {
        let refusal = SeenRequest(.start, of: activation.id, content: Array(code.rawValue.utf8) + process.id.bytes)
        let seenRequests = transaction.seenRequests
        guard try seenRequests.outcome(of: refusal, as: Refusal.self) == nil else { return }
        try seenRequests.remember(refusal, outcome: Refusal.recorded, until: process.lastMoment)
        try audit(.loginRefused, RoleOffers.reason(code))
    }

    private func audit(_ kind: AuditEvent.Kind, _ detail: String? = nil) throws {
        try transaction.audit.append(
            AuditEvent(
                kind, at: call.now, accountID: activation.accountID, activationID: activation.id,
                serviceID: process.serviceID, sessionID: process.id, detail: detail))
    }
}

extension ServiceDescription {
    init(_ service: Service, in process: Process) {
        self.init(
            id: service.id.text, name: service.displayName, origin: Consent.serviceOrigin(process),
            description: service.description)
    }
}

extension OrganizationDescription {
    init(_ organization: Organization) {
        self.init(
            id: organization.id.text, name: organization.name, website: organization.website,
            address: organization.address, description: organization.description)
    }
}

extension RoleDescription {
    init(_ role: Role) { self.init(id: role.id.text, name: role.name, alternatives: role.alternatives) }
}
