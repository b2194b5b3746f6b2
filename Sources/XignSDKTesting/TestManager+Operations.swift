internal import Foundation
internal import XignCrypto
package import XignProtocol
internal import XignSDK

// The operations of the device API, as the test manager performs them.

extension TestManager {
    package func perform(_ name: DeviceOperationName, _ opened: OpenedRequest) throws -> [UInt8] {
        switch name {
        case .open: try answer(opened, Open.self, open)
        case .personalizeFinish: try answer(opened, PersonalizeFinish.self, personalizeFinish)
        case .start: try proven(opened) { try answer(opened, Start.self, start) }
        case .prepare: try answer(opened, Prepare.self, prepare)
        case .finish: try answer(opened, Finish.self, finish)
        case .abort:
            try answer(opened, Abort.self) { request in
                try self.check(request.sessionToken)
                self.state.withLock { $0.aborted = request.reason }
                return Abort.Response()
            }
        case .status:
            try answer(opened, Status.self) { request in
                try self.endOpenToken(request.openTokenHash)
                try self.requireProof(opened)
                return self.status(noticesAfter: request.noticesAfter)
            }
        case .revoke:
            try proven(opened) {
                try answer(opened, Revoke.self) { _ in
                    self.state.withLock { $0.revoked = true }
                    return Revoke.Response()
                }
            }
        case .aliasChoices:
            try proven(opened) {
                try answer(opened, AliasChoices.self) { _ in
                    AliasChoices.Response(choices: self.state.withLock { $0.remembered })
                }
            }
        case .forgetAliasChoice:
            try proven(opened) {
                try answer(opened, ForgetAliasChoice.self) { request in
                    self.state.withLock { $0.remembered.removeAll { $0.id == request.choiceId } }
                    return ForgetAliasChoice.Response()
                }
            }
        case .startUtility: try proven(opened) { try answer(opened, StartUtility.self, startUtility) }
        case .finishUtility: try finishUtility(opened)
        case .list: try proven(opened) { try answer(opened, ListActivations.self) { _ in self.list() } }
        case .rename:
            try proven(opened) {
                try answer(opened, Rename.self) { request in
                    self.state.withLock { $0.alias = request.alias }
                    return Rename.Response()
                }
            }
        case .inAppStart: try proven(opened) { try answer(opened, InAppStart.self, inAppStart) }
        case .collectCode: try proven(opened) { try answer(opened, CollectCode.self, collectCode) }
        case .register, .registerFinish: throw ProtocolError(.notSupported)
        }
    }

    package func answer<Operation: DeviceOperation>(
        _ opened: OpenedRequest, _ operation: Operation.Type, _ body: (Operation.Request) throws -> Operation.Response
    ) throws -> [UInt8] {
        let request = try MessageCoding.decode(Operation.Request.self, from: opened.body)
        return try OperationAnswer.response(try body(request)).serialized()
    }

    private func proven(_ opened: OpenedRequest, _ body: () throws -> [UInt8]) throws -> [UInt8] {
        try requireProof(opened)
        return try body()
    }

    package func requireProof(_ opened: OpenedRequest) throws {
        let device = state.withLock { $0.enrolled.first { $0.factor == .device }?.p256 }
        guard let device, opened.isProven(by: device, activation: activation) else {
            throw ProtocolError(.activationUnknown)
        }
    }

    /// Refuses to begin a process while the lockout of a wrong PIN runs.
    func requireNoLockout() throws {
        let rest: TimeInterval? = state.withLock { state in state.lockedUntil.map { $0.timeIntervalSince(state.now) } }
        guard let rest, rest > 0 else { return }
        let isPermanent = state.withLock { $0.lockedUntil == .distantFuture }
        throw ProtocolError(
            .lockedOut,
            lockout: Lockout(
                retryAfterSeconds: isPermanent ? nil : Int64(rest.rounded(.up)), lockedUntil: isPermanent ? nil : 5,
                isPermanent: isPermanent))
    }

    private func endOpenToken(_ hash: SecretOctets?) throws {
        state.withLock { state in
            guard let hash, state.enrolled.isEmpty else { return }
            state.openTokens.removeAll { SecretOctets(SHA256.hash(data: $0.bytes)) == hash }
        }
    }

    private func check(_ token: SecretOctets) throws {
        guard token == sessionToken, state.withLock({ $0.corrections }) > 0 else {
            throw ProtocolError(.unauthenticated)
        }
    }

    private func open(_ request: Open.Request) throws -> Open.Response {
        let (secret, pin, bent) = state.withLock { ($0.activationSecret, $0.pin, $0.openAnswer) }
        guard request.activationId == activation, request.activationSecret == secret else {
            throw ProtocolError(.activationInvalid)
        }
        guard request.pinProof == (try Self.proof(pin, secret, activation)) else {
            let isPermanent = state.withLock { $0.lockout == .permanent }
            return .lockout(Lockout(retryAfterSeconds: 30, lockedUntil: 1, isPermanent: isPermanent))
        }
        if let bent { return bent }
        return state.withLock {
            // Deterministic, for tests that compare the stored files of devices.
            $0.opened += 1
            let token = SecretOctets(SHA256.hash(data: activation.bytes + [$0.opened]))
            $0.openTokens.append(token)
            return .personalize(
                Open.Personalize(
                    openToken: token, challenge: Octets($0.challenge), userName: "alice", alias: $0.issuedAlias,
                    organization: nil, service: nil, pinPolicy: .standard, newPinRequired: $0.newPinRequired,
                    requiredFactors: [.device, .pin], optionalFactors: [.biometric], wrongPins: 1))
        }
    }

    private func personalizeFinish(_ request: PersonalizeFinish.Request) throws -> PersonalizeFinish.Response {
        let signed = try SignedStatement(parsing: request.enrolment.bytes, type: .enrolment)
        let statement = try EnrolmentStatement(parsing: signed.payload)
        return try state.withLock {
            guard $0.enrolled.isEmpty || ($0.usedToken == request.openToken && $0.enrolled == statement.keys) else {
                throw ProtocolError(.activationInvalid)
            }
            guard $0.openTokens.contains(request.openToken) else { throw ProtocolError(.unauthenticated) }
            guard signed.isSigned(byExactly: statement.keys), statement.challenge == $0.challenge,
                statement.idmIdentifier == idm, statement.activation == activation
            else { throw ProtocolError(.enrolmentRefused) }
            ($0.enrolled, $0.usedToken) = (statement.keys, request.openToken)
            $0.enrolments += 1
            return PersonalizeFinish.Response(
                userName: $0.userName, alias: $0.answeredAlias ?? statement.alias, factors: statement.keys.map(\.factor)
            )
        }
    }

    private func start(_ request: Start.Request) throws -> Start.Response {
        guard request.sessionId == session else { throw ProtocolError(.sessionEnded) }
        if case .qrCode(let secret) = request.claim, secret != qrSecret { throw ProtocolError(.qrCodeExpired) }
        if case .openedQRCode(let secret) = request.claim, secret != qrSecret { throw ProtocolError(.qrCodeExpired) }
        if case .sessionToken(let token) = request.claim, token != claimToken { throw ProtocolError(.wrongChannel) }
        if case .inApp(let secret) = request.claim, secret != claimToken { throw ProtocolError(.wrongChannel) }
        try requireNoLockout()
        return try state.withLock {
            var isOpened = false
            if case .openedQRCode = request.claim { isOpened = true }
            let asksForDigits = isOpened && $0.pairing != nil
            if asksForDigits, !request.client.supports(.pairing) { throw ProtocolError(.clientTooOld) }
            var response = Start.Response(
                channel: $0.login.channel, subject: $0.login.subject, service: $0.login.service,
                organization: $0.login.organization, roles: $0.login.roles, attributes: $0.login.attributes,
                sessionToken: sessionToken, expiresInSeconds: 300, pairing: asksForDigits)
            $0.bendStart?(&response)
            return response
        }
    }

    private func prepare(_ request: Prepare.Request) throws -> Prepare.Response {
        try check(request.sessionToken)
        let typed = state.withLock { state in
            state.typedDigits.append(request.pairing?.text)
            return state.pairing == nil || request.pairing?.text == state.pairing
        }
        guard typed else { throw ProtocolError(.pairingFailed) }
        let errors: [String: Prepare.AttributeError]? = state.withLock {
            $0.choices = request.attributes
            if $0.prepareErrors.isEmpty { return nil }
            $0.corrections -= 1
            return $0.prepareErrors.removeFirst()
        }
        if state.withLock({ $0.corrections }) == 0 { throw ProtocolError(.tooManyCorrections) }
        if let errors { return .failure(errors) }
        let login = state.withLock { $0.login }
        guard let role = login.roles.first(where: { $0.id == request.roleId }) else {
            throw ProtocolError(.roleUnknown)
        }
        var attributes: [ConsentStatement.Attribute] = []
        for (name, selection) in request.attributes.sorted(by: { $0.key < $1.key }) {
            guard let requested = login.attributes[name] else { throw ProtocolError(.malformed) }
            let alias = requested.aliases.first { $0.id == selection.aliasId }
            let disclosure = try selection.disclosure.map { try AttributeDisclosure(parsing: $0) }
            attributes.append(
                ConsentStatement.Attribute(
                    name: name, isRequired: requested.isRequired, source: disclosure == nil ? .stored : .supplied,
                    aliasID: alias?.id, aliasText: alias?.text,
                    digest: disclosure?.digest ?? [UInt8](repeating: 1, count: 32)))
        }
        return state.withLock {
            var statement = ConsentStatement(
                subject: login.subject, channel: login.channel, idmIdentifier: idm, session: session,
                challenge: Array(SecureRandom.bytes(count: 32)), issuedAt: 1_800_000_000, expiresAt: 1_800_000_300,
                activation: activation, service: .init(id: login.service.id, name: login.service.name),
                serviceOrigin: login.service.origin,
                organization: .init(id: login.organization.id, name: login.organization.name),
                role: .init(id: role.id, name: role.name), alternatives: role.alternatives, attributes: attributes,
                policyVersion: 3)
            $0.bendStatement?(&statement)
            $0.statement = statement
            return .success(statement: $0.bendStatementBytes?(statement.serialized) ?? statement.serialized)
        }
    }

    private func finish(_ request: Finish.Request) throws -> Finish.Response {
        try check(request.sessionToken)
        let signed = try SignedStatement(parsing: request.consent.bytes, type: .consent)
        return try state.withLock {
            guard let statement = $0.statement, signed.payload == statement.serialized else {
                throw ProtocolError(.statementMismatch)
            }
            let keys = $0.enrolled.filter { signed.factors.contains($0.factor) }
            guard let device = keys.first(where: { $0.factor == .device }), signed.isSigned(by: device) else {
                throw ProtocolError(.unauthenticated)
            }
            guard signed.isSigned(byExactly: keys) else {
                $0.wrongAttempts += 1
                $0.lockedUntil = $0.lockout == .permanent ? .distantFuture : $0.now + 30
                var next = statement
                next.challenge = Array(SecureRandom.bytes(count: 32))
                (next.issuedAt, next.expiresAt) = (statement.issuedAt + 30, statement.expiresAt + 30)
                $0.bendNextStatement?(&next)
                $0.statement = next
                return .refusal(
                    Finish.Refusal(
                        lockout: Lockout(retryAfterSeconds: 30, lockedUntil: 5, isPermanent: $0.lockout == .permanent),
                        nextStatement: $0.lockout == .short ? Octets(next.serialized) : nil))
            }
            let grant = $0.confirm(signed.payload)
            return .success(
                Finish.Result(
                    outcome: $0.outcome ?? $0.login.subject.outcome, service: $0.login.service,
                    organization: $0.login.organization,
                    roleName: "User", failedAttemptsSinceLastSuccess: $0.wrongAttempts, grant: grant,
                    returnSecret: $0.returnSecret))
        }
    }
}
