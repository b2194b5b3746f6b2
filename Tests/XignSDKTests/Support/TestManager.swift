import Foundation
import Synchronization
import Testing
import XignCrypto
import XignProtocol

@testable import XignSDK

/// A manager in the process, on the protocol's server half: it opens sealed requests, verifies proofs and signatures, and
/// counts wrong PINs. Tests bend its answers, and cut its connection.
final class TestManager: Transport {
    struct Login {
        var purpose = Purpose.login
        var channel = Channel.crossDevice
        var service = ServiceDescription(id: "shop", name: "Shop", origin: "https://shop.example.org", description: nil)
        var organization = OrganizationDescription(
            id: "org", name: "Organization", website: nil, address: nil, description: nil)
        var roles = [RoleDescription(id: "user", name: "User", alternatives: [[.device, .pin]])]
        var attributes: [String: AttributeDescription] = [:]
    }

    struct State {
        var now = Date(timeIntervalSince1970: 1_800_000_000)
        var material: KeyMaterial
        var documents: [SignedKeyMaterial] = []
        var keys: [EncryptionKeyID: DecryptionKey] = [:]

        var pin = "482915"
        var activationSecret = SecretOctets([UInt8](repeating: 9, count: 16))
        var newPinRequired = false
        var openAnswer: Open.Response?
        var challenge = [UInt8](repeating: 7, count: 32)
        var opened: UInt8 = 0
        var openTokens: [SecretOctets] = []
        /// With which token the keys were enrolled.
        var usedToken: SecretOctets?
        var enrolled: [FactorPublicKey] = []
        var enrolments = 0

        var login = Login()
        var choices: [String: Prepare.Selection] = [:]
        var prepareErrors: [[String: Prepare.AttributeError]] = []
        /// How often attributes may be wrong; then the session is over.
        var corrections = 3
        /// Choices of aliases of former logins.
        var remembered: [AliasChoices.Choice] = []
        /// Changes the statement that is sent to be signed.
        var bendStatement: (@Sendable (inout ConsentStatement) -> Void)?
        /// Changes its bytes.
        var bendStatementBytes: (@Sendable ([UInt8]) -> [UInt8])?
        /// Changes the statement that follows a lockout.
        var bendNextStatement: (@Sendable (inout ConsentStatement) -> Void)?
        var statement: ConsentStatement?
        var endsWithLockout = false
        var wrongAttempts = 0
        var aborted: Abort.Reason?
        var revoked = false
        var outcome = Finish.Outcome.userLogin
        var returnSecret: SecretOctets?

        /// What is answered instead of the operation's answer.
        var refusals: [DeviceOperationName: ProtocolError] = [:]
        /// Operations whose requests do not arrive; those whose answers do not.
        var lostRequests: Set<DeviceOperationName> = []
        var lostAnswers: Set<DeviceOperationName> = []
        /// The next request of an operation, or the answer to it, is on its way until the test opens the gate.
        var heldRequests: [DeviceOperationName: Gate] = [:]
        var heldAnswers: [DeviceOperationName: Gate] = [:]
        /// An answer in the place of every sealed one.
        var unsealed: HTTPResponse?
        var requests: [(operation: String, body: Data)] = []
    }

    let origin: ManagerOrigin
    let roots: [Curve25519.Signing.PrivateKey]
    let online = Curve25519.Signing.PrivateKey()
    let activation: ActivationID
    let session = SessionID.random()
    let qrSecret = SecretOctets.random(count: 16)
    private let sessionToken = SecretOctets.random(count: 32)
    let state: Mutex<State>

    init(_ origin: String = "https://login.example.org", activation: ActivationID? = nil) throws {
        self.activation = activation ?? Self.sharedActivation
        self.origin = try #require(ManagerOrigin(origin))
        roots = [Curve25519.Signing.PrivateKey(), Curve25519.Signing.PrivateKey()]
        let key = try DecryptionKey.generate(.x25519)
        let material = KeyMaterial(
            url: self.origin, appLinkOrigins: [try #require(ManagerOrigin("https://app.example.org"))], epoch: 1,
            sequence: 1,
            expiresAt: 1_801_000_000, rootKeys: try roots.map(Self.verification), threshold: 1,
            onlineKey: try Self.verification(online), encryptionKeys: [key.publicKey])
        let document = try SignedKeyMaterial(signing: material, with: [roots[0], online])
        state = Mutex(State(material: material, documents: [document], keys: [key.publicKey.identifier: key]))
    }

    static func verification(_ key: Curve25519.Signing.PrivateKey) throws -> StatementVerificationKey {
        try #require(StatementVerificationKey(rawRepresentation: Array(key.publicKey.rawRepresentation)))
    }

    var idm: String { origin.idmIdentifier }
    var keyMaterial: Data { state.withLock { Data($0.documents[0].serialized) } }
    var activationPid: String {
        let secret = state.withLock { $0.activationSecret }
        return InitializationPayload(.personalization(activation), secret: secret, origin: origin).text
    }
    var loginPid: String {
        InitializationPayload(.authenticationByQRCode(session), secret: qrSecret, origin: origin).text
    }
    var now: @Sendable () -> Date { { self.state.withLock { $0.now } } }
    func requests(of operation: String) -> [Data] {
        state.withLock { $0.requests.filter { $0.operation == operation }.map(\.body) }
    }

    /// Draws new encryption keys and publishes them; the old ones are destroyed.
    func rotate(
        bending bend: (inout KeyMaterial) -> Void = { _ in }, signedBy keys: [Curve25519.Signing.PrivateKey]? = nil
    ) throws {
        let key = try DecryptionKey.generate(.x25519)
        try state.withLock {
            $0.material.sequence += 1
            $0.material.expiresAt += 500_000
            $0.material.encryptionKeys = [key.publicKey]
            bend(&$0.material)
            $0.keys = [key.publicKey.identifier: key]
            $0.documents.append(try SignedKeyMaterial(signing: $0.material, with: keys ?? [online]))
        }
    }

    /// Derived once for all tests that share activation, secret and PIN: it is slow by intent.
    private static func proof(_ pin: String, _ secret: SecretOctets, _ activation: ActivationID) throws -> SecretOctets
    {
        let key = "\(pin) \(secret.bytes) \(activation)"
        if let known = proofs.withLock({ $0[key] }) { return known }
        let proof = try ActivationPINProof.compute(pin: try #require(PIN(pin)), secret: secret, activation: activation)
        proofs.withLock { $0[key] = proof }
        return proof
    }
    private static let proofs = Mutex<[String: SecretOctets]>([:])
    private static let sharedActivation = ActivationID.random()

    // MARK: Transport

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let operation = request.url.lastPathComponent
        state.withLock { $0.requests.append((operation, request.body ?? Data())) }
        if operation == "key-material" { return documents(request.url) }
        let name = try #require(DeviceOperationName(rawValue: operation))
        let lost = state.withLock { ($0.lostRequests.contains(name), $0.lostAnswers.contains(name)) }
        if lost.0 { throw URLError(.cannotConnectToHost) }
        await state.withLock { $0.heldRequests.removeValue(forKey: name) }?.pass()
        if let unsealed = state.withLock({ $0.unsealed }) { return unsealed }
        let opened: OpenedRequest
        do {
            opened = try OpenedRequest(
                Array(request.body ?? Data()), operation: name, idmIdentifier: idm,
                key: { id in state.withLock { $0.keys[id] } })
        } catch { return HTTPResponse(status: 409) }
        let answer: [UInt8]
        do {
            if let refusal = state.withLock({ $0.refusals[name] }) { throw refusal }
            answer = try perform(name, opened)
        } catch let error as ProtocolError { answer = try MessageCoding.encode(error) }
        await state.withLock { $0.heldAnswers.removeValue(forKey: name) }?.pass()
        if lost.1 { throw URLError(.networkConnectionLost) }
        return HTTPResponse(status: 200, body: Data(try opened.seal(answer: answer)))
    }

    private func documents(_ url: URL) -> HTTPResponse {
        let after = Int64(url.query?.dropFirst("after=".count) ?? "") ?? 0
        let documents = state.withLock { $0.documents }.filter { $0.material.sequence > after || $0.material.epoch > 1 }
        let body = "[" + documents.map { String(decoding: $0.serialized, as: UTF8.self) }.joined(separator: ",") + "]"
        return HTTPResponse(status: 200, body: Data(body.utf8))
    }

    // MARK: Operations

    private func perform(_ name: DeviceOperationName, _ opened: OpenedRequest) throws -> [UInt8] {
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
                return Status.Response(userName: "alice", alias: "laptop", factors: [.device, .pin], lockout: nil)
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
        default: throw ProtocolError(.notSupported)
        }
    }

    private func answer<Operation: DeviceOperation>(
        _ opened: OpenedRequest, _ operation: Operation.Type, _ body: (Operation.Request) throws -> Operation.Response
    ) throws -> [UInt8] {
        let request = try MessageCoding.decode(Operation.Request.self, from: opened.body)
        return try OperationAnswer.response(try body(request)).serialized()
    }

    private func proven(_ opened: OpenedRequest, _ body: () throws -> [UInt8]) throws -> [UInt8] {
        try requireProof(opened)
        return try body()
    }

    private func requireProof(_ opened: OpenedRequest) throws {
        let device = state.withLock { $0.enrolled.first { $0.factor == .device }?.p256 }
        guard let device, opened.isProven(by: device, activation: activation) else {
            throw ProtocolError(.activationUnknown)
        }
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
            return .lockout(Lockout(retryAfterSeconds: 30, lockedUntil: 1, isPermanent: false))
        }
        if let bent { return bent }
        return state.withLock {
            // The same in every run, for tests that compare what devices store.
            $0.opened += 1
            let token = SecretOctets(SHA256.hash(data: activation.bytes + [$0.opened]))
            $0.openTokens.append(token)
            return .personalize(
                Open.Personalize(
                    openToken: token, challenge: Octets($0.challenge), userName: "alice", organization: nil,
                    service: nil, pinPolicy: .standard, newPinRequired: $0.newPinRequired,
                    requiredFactors: [.device, .pin],
                    optionalFactors: [.biometric], wrongPins: 1))
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
                userName: "alice", alias: statement.alias, factors: statement.keys.map(\.factor))
        }
    }

    private func start(_ request: Start.Request) throws -> Start.Response {
        guard request.sessionId == session else { throw ProtocolError(.sessionEnded) }
        if case .qrCode(let secret) = request.claim, secret != qrSecret { throw ProtocolError(.qrCodeExpired) }
        let login = state.withLock { $0.login }
        return Start.Response(
            channel: login.channel, purpose: login.purpose, service: login.service, organization: login.organization,
            roles: login.roles, attributes: login.attributes, sessionToken: sessionToken, expiresInSeconds: 300)
    }

    private func prepare(_ request: Prepare.Request) throws -> Prepare.Response {
        try check(request.sessionToken)
        let errors: [String: Prepare.AttributeError]? = state.withLock {
            $0.choices = request.attributes
            if $0.prepareErrors.isEmpty { return nil }
            $0.corrections -= 1
            return $0.prepareErrors.removeFirst()
        }
        if state.withLock({ $0.corrections }) == 0 { throw ProtocolError(.tooManyCorrections) }
        if let errors { return .failure(errors) }
        let login = state.withLock { $0.login }
        let role = try #require(login.roles.first { $0.id == request.roleId })
        var attributes: [ConsentStatement.Attribute] = []
        for (name, selection) in request.attributes.sorted(by: { $0.key < $1.key }) {
            let requested = try #require(login.attributes[name])
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
                purpose: login.purpose, channel: login.channel, idmIdentifier: idm, session: session,
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
                var next = statement
                next.challenge = Array(SecureRandom.bytes(count: 32))
                (next.issuedAt, next.expiresAt) = (statement.issuedAt + 30, statement.expiresAt + 30)
                $0.bendNextStatement?(&next)
                $0.statement = next
                return .refusal(
                    Finish.Refusal(
                        lockout: Lockout(retryAfterSeconds: 30, lockedUntil: 5, isPermanent: false),
                        nextStatement: $0.endsWithLockout ? nil : Octets(next.serialized)))
            }
            return .success(
                Finish.Result(
                    outcome: $0.outcome, service: $0.login.service, organization: $0.login.organization,
                    roleName: "User", failedAttemptsSinceLastSuccess: $0.wrongAttempts, grant: nil,
                    returnSecret: $0.returnSecret))
        }
    }
}
