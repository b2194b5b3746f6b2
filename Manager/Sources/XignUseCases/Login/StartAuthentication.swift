import XignDomain
import XignProtocol
import XignStorage

/// `start`: a device claims a process and learns who asks for what.
package struct StartAuthentication: DeviceOperationHandler {
    package typealias Operation = Start

    package init() {}

    package func answer(_ request: Start.Request, _ call: DeviceCall) async throws -> Start.Response {
        let proven = try call.admittedActivation(request.activationId)
        let answer = try await call.context.database.write { transaction -> Result<Start.Response, ProtocolError> in
            // Read again: it may have been locked, revoked or disabled since its signature was verified.
            let found = try transaction.processes.find(request.sessionId)
            let service = try transaction.declaredService(of: found)
            let standing = try call.activeStanding(proven.id, at: service, transaction)
            let activation = standing.activation
            try call.refuseIfLocked(activation)
            guard let process = found, process.phase(at: call.now).isOpen,
                let parties = try Parties(of: process, at: service, for: standing, call, transaction), parties.isOpen
            else { return .failure(ProtocolError(.sessionEnded)) }
            let attempt = ClaimAttempt(
                request: request, name: try call.name(activation.id, transaction), process: process,
                account: standing.account, activation: activation, parties: parties, call: call,
                transaction: transaction)
            return try attempt.run()
        }
        return try answer.get()
    }
}

/// One attempt of a device to claim an open process.
private struct ClaimAttempt {
    let request: Start.Request
    /// Its derivation has made the whole manager use the keys that the database names.
    let name: RequestName
    /// As it was before the claim.
    let process: Process
    let account: Account
    let activation: Activation
    let parties: Parties
    let call: DeviceCall
    let transaction: any Transaction

    /// The outcome of a request, remembered for its repetition.
    private enum Outcome: Codable { case claimed }

    /// Judges the claim in the order of the protocol (section 5). Until it takes effect, a refusal leaves the process
    /// as it is. A refusal is returned, not thrown: its record in the audit log must be kept.
    func run() throws -> Result<Start.Response, ProtocolError> {
        if try isRepetition {
            guard process.claim == claim else { return .failure(ProtocolError(.sessionTaken)) }
            switch try parties.eligibility(through: process.channel) {
            case .success(let roles): return .success(try answer(process, roles))
            case .failure(let refusal): return .failure(refusal)
            }
        }
        let channel: Channel
        switch try claimedChannel() {
        case .success(let claimed): channel = claimed
        case .failure(let refusal): return .failure(refusal)
        }
        guard process.isOpen(to: activation.id) else { return .failure(try taken()) }
        guard isSupported else { return .failure(ProtocolError(.clientTooOld)) }
        let roles: [Role]
        switch try parties.eligibility(through: channel) {
        case .success(let eligible): roles = eligible
        case .failure(let refusal):
            try record(.loginRefused, refusal.error, Parties.reason(refusal.error))
            return .failure(refusal)
        }
        if isOpenedQRCode, policy == .refuse { return .failure(ProtocolError(.scanRequired)) }
        if let refusal = parties.securityRefusal(of: request.client) {
            try record(.loginRefused, refusal.error, refusal.findingsText)
            return .failure(refusal)
        }
        guard let claimed = try claimProcess(through: channel) else { return .failure(try taken()) }
        return .success(try answer(claimed, roles))
    }

    /// True for a request that has claimed the process before, even if another one of its device has done so since.
    ///
    /// A process that nobody has claimed tells that by itself: every login would otherwise look for its own request.
    private var isRepetition: Bool {
        get throws {
            guard let current = process.claim else { return false }
            return try current == claim
                || transaction.seenRequests.outcome(of: SeenRequest(name), as: Outcome.self) != nil
        }
    }

    private var claim: Claim { Claim(activationID: activation.id, tokenHash: BearerHash(of: name.bearerValue)) }

    /// The channel that the request's secret proves; each channel has a secret of its own.
    ///
    /// A link makes a waiting process one of the same device, for good: it then ends only in the browser that it came
    /// from. Otherwise a mailed link would undo the changing code (protocol, section 6).
    private func claimedChannel() throws -> Result<Channel, ProtocolError> {
        // The secret of this transaction: a former one may be known to somebody else.
        let managerSecret = try transaction.vault.managerSecret
        let secrets = SessionSecrets(managerSecret: managerSecret, session: process.id)
        switch (request.claim, process.channel, process.binding) {
        case (.qrCode(let secret), .crossDevice, _), (.openedQRCode(let secret), .crossDevice, _):
            return secrets.isCurrent(secret, at: call.now.seconds)
                ? .success(.crossDevice) : .failure(ProtocolError(.qrCodeExpired))
        case (.link(let secret), .crossDevice, _) where process.phase == .waiting,
            (.link(let secret), .sameDevice, _):
            return secret == secrets.linkSecret ? .success(.sameDevice) : .failure(ProtocolError(.wrongChannel))
        case (.inApp(let secret), .inApp, .anyDevice)
        where secret == InAppAnswer.secret(of: process.id, managerSecret: managerSecret):
            return .success(.inApp)
        case (.sessionToken(let token), .api, .device(_, let claimHash)),
            (.sessionToken(let token), .inApp, .device(_, let claimHash)):
            return claimHash == BearerHash(of: token)
                ? .success(process.channel) : .failure(ProtocolError(.wrongChannel))
        default: return .failure(ProtocolError(.wrongChannel))
        }
    }

    /// True unless the app does not show what the process asks for. It could otherwise have its user sign what the user
    /// has not seen.
    private var isSupported: Bool {
        if needsPairing, !request.client.supports(.pairing) { return false }
        if offlineUntil != nil, !request.client.supports(.offline) { return false }
        return switch process.goal {
        case .utility(.merge): request.client.supports(.merge)
        case .act: request.client.supports(.transaction)
        case .website, .inApp, .utility, .pages: true
        }
    }

    /// The service's policy for QR codes that were opened.
    private var policy: OpenedQRCodePolicy { parties.service.openedQRCodes }

    /// True if the user must type the digits of the page. Digits that an earlier `start` has drawn stay, whatever the
    /// claim and the policy are now: a second claim would otherwise get past them.
    private var needsPairing: Bool {
        switch process.pairing {
        case .awaiting?: true
        case .proven?: false
        case nil: isOpenedQRCode && policy == .pair
        }
    }

    /// True for a QR code that the app did not scan itself. An attacker can send such a code to the person, who has no
    /// login page before them (protocol, section 6). A browser has no scanner.
    private var isOpenedQRCode: Bool {
        switch request.claim {
        case .openedQRCode: true
        case .qrCode: activation.isBrowser
        case .link, .inApp, .sessionToken: false
        }
    }

    /// The end of the lasting access that the website asks for; nil where there is none.
    private var offlineUntil: Timestamp? { process.offlineUntil(at: parties.service, now: call.now) }

    /// Claims the process.
    /// - Returns: the claimed process; nil where another device was first.
    private func claimProcess(through channel: Channel) throws -> Process? {
        let paired = needsPairing ? process.paired(by: .random()) : process
        guard let transition = paired.lasting(until: offlineUntil).claimed(claim, through: channel, at: call.now),
            try transaction.processes.apply(transition)
        else { return nil }
        try transaction.seenRequests.remember(
            SeenRequest(name), outcome: Outcome.claimed, until: process.lastMoment)
        return transition.process
    }

    private func answer(_ claimed: Process, _ roles: [Role]) throws -> Start.Response {
        let attributes = OfferAttributes(account: account, service: parties.service, transaction: transaction)
        return Start.Response(
            channel: claimed.channel, subject: claimed.subject,
            service: ServiceDescription(parties.service, in: claimed, issuer: call.context.issuer),
            organization: OrganizationDescription(parties.organization), roles: roles.map { RoleDescription($0) },
            attributes: try attributes.offers(in: claimed).descriptions, sessionToken: name.bearerValue,
            expiresInSeconds: claimed.expiresAt.secondsSince(call.now), pairing: claimed.awaitedDigits != nil)
    }

    /// Records an attempt that came too late.
    private func taken() throws -> ProtocolError {
        try record(.sessionTaken, .sessionTaken)
        return ProtocolError(.sessionTaken)
    }

    /// Records a refusal once for each process.
    private func record(_ kind: AuditEvent.Kind, _ code: ProtocolErrorCode, _ detail: String? = nil) throws {
        try transaction.auditOnce(
            AuditEvent(
                kind, at: call.now, accountID: activation.accountID, activationID: activation.id,
                serviceID: process.serviceID, sessionID: process.id, detail: detail),
            mark: SeenRequest(.start, of: activation.id, content: Array(code.rawValue.utf8) + process.id.bytes),
            until: process.lastMoment)
    }
}

extension ServiceDescription {
    init(_ service: Service, in process: Process, issuer: ManagerOrigin) {
        self.init(
            id: service.id.text, name: service.displayName, origin: Consent.serviceOrigin(process, issuer: issuer),
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
