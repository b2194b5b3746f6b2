import XignDomain
import XignProtocol
import XignStorage

/// `prepare`: the device sends the digits of a pairing, names the role and the attributes, and receives the statement
/// that is to be signed.
package struct PrepareAuthentication: DeviceOperationHandler {
    package typealias Operation = Prepare

    package init() {}

    /// The longest name of an attribute, in bytes: errors are remembered under these names, which must not fill the
    /// database.
    private static let maximumNameByteCount = 64

    package func answer(_ request: Prepare.Request, _ call: DeviceCall) async throws -> Prepare.Response {
        try call.admit(.sessionToken(request.sessionToken))
        guard request.attributes.keys.allSatisfy({ $0.utf8.count <= Self.maximumNameByteCount }) else {
            throw ProtocolError(.malformed)
        }
        let answer = try await call.context.database.write { transaction in
            let claimed = try ClaimedProcess(request.sessionId, token: request.sessionToken, transaction)
            // The answer to the request that ended it, given again, and to every later one.
            if case .declined(_, .pairing) = claimed.process.phase { throw ProtocolError(.pairingFailed) }
            try claimed.requireOpen(at: call.now)
            let service = try transaction.declaredService(of: claimed.process)
            let standing = try call.activeStanding(claimed.claim.activationID, at: service, transaction)
            try call.refuseIfLocked(standing.activation)
            var preparation = Preparation(
                request: request, name: try call.name(claimed.process.id, transaction), process: claimed.process,
                service: service, standing: standing, call: call, transaction: transaction)
            return try preparation.repetition() ?? preparation.run()
        }
        return try answer.get()
    }
}

/// One attempt to prepare the statement of a claimed process.
private struct Preparation {
    let request: Prepare.Request
    let name: RequestName
    var process: Process
    let service: DeclaredService?
    let standing: Standing
    private var activation: Activation { standing.activation }
    let call: DeviceCall
    let transaction: any Transaction

    typealias Answer = Result<Prepare.Response, ProtocolError>

    /// The outcome of a request, remembered for its repetition.
    private enum Outcome: Codable { case prepared, errors([String: Prepare.AttributeError]) }

    /// The answer to a request that was answered before, given again without effect: the same errors, or the same
    /// statement where it is still the process's. Nil for a new request.
    func repetition() throws -> Answer? {
        // Every outcome leaves a statement, or counts a correction: most requests need not be looked for.
        if case .claimed = process.phase, process.corrections == 0 { return nil }
        switch try transaction.seenRequests.outcome(of: SeenRequest(name), as: Outcome.self) {
        case nil: return nil
        case .errors(let errors)?: return .success(.failure(errors))
        case .prepared?: break
        }
        guard case .confirming(_, let statement) = process.phase,
            try ConsentStatement(parsing: statement.bytes).challenge == name.challenge
        else { return .failure(ProtocolError(.statementMismatch)) }
        return .success(.success(statement: statement.bytes))
    }

    mutating func run() throws -> Answer {
        if let refusal = try pairingRefusal() { return .failure(refusal) }
        guard
            let parties = try Parties(of: process, at: service, for: standing, call, transaction),
            parties.isOpen
        else { return .failure(ProtocolError(.sessionEnded)) }
        let roles: [Role]
        switch try parties.eligibility(through: process.channel) {
        case .success(let eligible): roles = eligible
        case .failure(let refusal): return .failure(refusal)
        }
        guard let role = roles.first(where: { $0.id == RoleID(request.roleId) }) else {
            return .failure(ProtocolError(.roleUnknown))
        }
        let offers = try OfferAttributes(account: standing.account, service: parties.service, transaction: transaction)
            .offers(in: process)
        guard request.attributes.count <= max(AttributeName.allCases.count, offers.count) else {
            return .failure(ProtocolError(.malformed))
        }
        if offers.isOutdated(request.attributes) { return .failure(try changed()) }
        switch offers.choice(of: request.attributes, at: call.now) {
        case .failure(let errors): return try refuse(errors.byName)
        case .success(let choice):
            let statement = Consent.statement(
                process: process, activation: activation.id, service: parties.service,
                organization: parties.organization, role: role, attributes: choice.attributes,
                issuer: call.context.issuer, challenge: name.challenge, at: call.now
            ).serialized
            let releases = Releases(
                attributes: choice.releases, additional: choice.additional + offers.withoutQuestion)
            // The releases of a former statement are not confirmed by this one, even if the device has started again.
            if releases.isEmpty, offers.count > 0 {
                try transaction.attributeReleases.remove(process.id)
            }
            return try accept(statement, role, releases)
        }
    }

    /// Judges the digits of a pairing, before anything else: there is one attempt. Right digits stay noted also where
    /// role or attributes are refused.
    /// - Returns: nil for right digits, and where none are asked for. A refusal is returned, so that the end is kept.
    private mutating func pairingRefusal() throws -> ProtocolError? {
        switch process.judged(request.pairing) {
        case nil: return nil
        case .right(let proven):
            guard try transaction.processes.apply(proven) else { return ProtocolError(.sessionEnded) }
            process = proven.process
            return nil
        case .wrong(let declined):
            guard try transaction.processes.apply(declined) else { return ProtocolError(.sessionEnded) }
            try transaction.attributeReleases.remove(process.id)
            try transaction.audit.append(
                AuditEvent(
                    .pairingFailed, at: call.now, accountID: activation.accountID, activationID: activation.id,
                    serviceID: process.serviceID, sessionID: process.id,
                    detail: request.pairing == nil ? "no digits were sent" : "other digits than those of the page"))
            return ProtocolError(.pairingFailed)
        }
    }

    /// Ends a process whose additions have changed since `start`. The refusal is returned, so that the end is kept.
    private func changed() throws -> ProtocolError {
        try end(.loginRefused, detail: "the device has not confirmed the additions that the login has now")
        return ProtocolError(.policyChanged)
    }

    private func end(_ kind: AuditEvent.Kind, detail: String? = nil) throws {
        if let expired = process.expired() { _ = try transaction.processes.apply(expired, as: .refused) }
        try transaction.attributeReleases.remove(process.id)
        try transaction.audit.append(
            AuditEvent(
                kind, at: call.now, accountID: activation.accountID, activationID: activation.id,
                serviceID: process.serviceID, sessionID: process.id, detail: detail))
    }

    private func accept(_ statement: [UInt8], _ role: Role, _ releases: Releases) throws -> Answer {
        let prepared = process.prepared(Statement(roleID: role.id, bytes: statement), at: call.now)
        guard let prepared, try transaction.processes.apply(prepared) else {
            return .failure(ProtocolError(.sessionEnded))
        }
        if !releases.isEmpty {
            try transaction.attributeReleases.prepare(
                releases, of: process.id, activation: activation.id, expiresAt: process.lastMoment)
        }
        try remember(.prepared)
        return .success(.success(statement: statement))
    }

    /// Counts a correction, and ends the process after the last one. The refusal is returned, so that the count is
    /// kept.
    private func refuse(_ errors: [String: Prepare.AttributeError]) throws -> Answer {
        try transaction.processes.countCorrection(process.id)
        guard process.corrections < Process.maximumCorrections else {
            try end(.correctionsExhausted)
            return .failure(ProtocolError(.tooManyCorrections))
        }
        try remember(.errors(errors))
        return .success(.failure(errors))
    }

    private func remember(_ outcome: Outcome) throws {
        try transaction.seenRequests.remember(SeenRequest(name), outcome: outcome, until: process.lastMoment)
    }
}
