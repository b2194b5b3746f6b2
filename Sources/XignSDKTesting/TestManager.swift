package import Foundation
package import Synchronization
package import XignCrypto
package import XignProtocol
public import XignSDK

/// A manager inside the process of a test or a preview. It needs no network.
///
/// It opens the sealed requests of the SDK, verifies proofs and signatures, and answers as a manager does; a test says
/// in the app's language what happens there. It knows one user, alice, and her phone. Give it to the SDK by
/// ``TestPhone/configuration(at:)``. Instances may be used from any thread.
public final class TestManager: Transport {
    package struct Login {
        package var subject = ConsentSubject.login(offlineUntil: nil)
        package var channel = Channel.crossDevice
        package var service = ServiceDescription(
            id: "shop", name: "Shop", origin: "https://shop.example.org", description: nil)
        package var organization = OrganizationDescription(
            id: "org", name: "Organization", website: nil, address: nil, description: nil)
        package var roles = [RoleDescription(id: "user", name: "User", alternatives: [[.device, .pin]])]
        package var attributes: [String: AttributeDescription] = [:]

        package init() {}
    }

    package struct State {
        package var now = Date(timeIntervalSince1970: 1_800_000_000)
        package var material: KeyMaterial
        package var documents: [SignedKeyMaterial] = []
        package var keys: [EncryptionKeyID: DecryptionKey] = [:]

        package var pin = "482915"
        package var activationSecret = SecretOctets([UInt8](repeating: 9, count: 16))
        package var newPinRequired = false
        /// The name that the activation's maker gave the device.
        package var issuedAlias: String?
        package var openAnswer: Open.Response?
        package var userName = "alice"
        /// The alias that `personalizeFinish` and `status` answer; nil for the activation's own.
        package var answeredAlias: String?
        package var challenge = [UInt8](repeating: 7, count: 32)
        package var opened: UInt8 = 0
        package var openTokens: [SecretOctets] = []
        /// The token with which the keys were enrolled.
        package var usedToken: SecretOctets?
        package var enrolled: [FactorPublicKey] = []
        package var enrolments = 0

        package var login = Login()
        package var choices: [String: Prepare.Selection] = [:]
        package var prepareErrors: [[String: Prepare.AttributeError]] = []
        /// The number of allowed corrections; then the session is over.
        package var corrections = 3
        /// The remembered choices of aliases.
        package var remembered: [AliasChoices.Choice] = []
        /// Modifies the statement to be signed.
        package var bendStatement: (@Sendable (inout ConsentStatement) -> Void)?
        /// Modifies the bytes of that statement.
        package var bendStatementBytes: (@Sendable ([UInt8]) -> [UInt8])?
        /// Modifies the statement after a lockout.
        package var bendNextStatement: (@Sendable (inout ConsentStatement) -> Void)?
        package var statement: ConsentStatement?
        package var lockout = TestLockout.short
        /// The end of the lockout that a wrong PIN has caused.
        package var lockedUntil: Date?
        package var network = TestNetwork.up
        /// The requests since the network was set.
        var passed = 0
        package var wrongAttempts = 0
        package var aborted: Abort.Reason?
        package var revoked = false
        /// The outcome of a success; nil for the one that belongs to the subject.
        package var outcome: Finish.Outcome?
        package var returnSecret: SecretOctets?
        /// The digits of the page, for a session that is claimed with an opened QR code; nil: none are asked for.
        package var pairing: String?
        /// The digits in each request of `prepare`.
        package var typedDigits: [String?] = []
        /// Modifies the answer to `start`.
        package var bendStart: (@Sendable (inout Start.Response) -> Void)?

        package var utility = Utility()
        package var inAppRequests: [InAppStart.Request] = []
        package var isInAppConfirmed = false
        /// The answers to requests that are not the manager's device API; nil for those that are.
        package var web: (@Sendable (TransportRequest) async throws -> TransportResponse?)?
        package var alias = "laptop"
        /// The other activations of the account.
        package var otherActivations: [ListActivations.Item] = []
        package var notices: [Notice] = []

        /// The refusals in place of an operation's answer.
        package var refusals: [DeviceOperationName: ProtocolError] = [:]
        /// The operations whose requests, or answers, are lost.
        package var lostRequests: Set<DeviceOperationName> = []
        package var lostAnswers: Set<DeviceOperationName> = []
        /// Gates that hold the next request of an operation, or its answer, until the test opens them.
        package var heldRequests: [DeviceOperationName: Gate] = [:]
        package var heldAnswers: [DeviceOperationName: Gate] = [:]
        /// An HTTP answer in place of every sealed one.
        package var unsealed: TransportResponse?
        package var requests: [(operation: String, body: Data)] = []
    }

    package let origin: ManagerOrigin
    package let roots: [Curve25519.Signing.PrivateKey]
    package let online = Curve25519.Signing.PrivateKey()
    package let activation: ActivationID
    package let session = SessionID.random()
    package let qrSecret = SecretOctets.random(count: 16)
    package let sessionToken = SecretOctets.random(count: 32)
    /// The token that claims the session of a utility process.
    package let claimToken = SecretOctets.random(count: 32)
    package let state: Mutex<State>

    package init(_ origin: String, activation: ActivationID? = nil) throws {
        self.activation = activation ?? Self.sharedActivation
        self.origin = try Self.origin(origin)
        roots = [Curve25519.Signing.PrivateKey(), Curve25519.Signing.PrivateKey()]
        let key = try DecryptionKey.generate(.x25519)
        let material = KeyMaterial(
            url: self.origin, appLinkOrigins: [try Self.origin("https://app.example.org")], epoch: 1,
            sequence: 1,
            expiresAt: 1_801_000_000, rootKeys: try roots.map(Self.verification), threshold: 1,
            onlineKey: try Self.verification(online), encryptionKeys: [key.publicKey])
        let document = try SignedKeyMaterial(signing: material, with: [roots[0], online])
        state = Mutex(State(material: material, documents: [document], keys: [key.publicKey.identifier: key]))
    }

    package static func verification(_ key: Curve25519.Signing.PrivateKey) throws -> StatementVerificationKey {
        guard let key = StatementVerificationKey(rawRepresentation: Array(key.publicKey.rawRepresentation)) else {
            throw ScriptError("no verification key")
        }
        return key
    }

    package var idm: String { origin.idmIdentifier }
    package var keyMaterial: Data { state.withLock { Data($0.documents[0].serialized) } }
    package var activationPid: String {
        let secret = state.withLock { $0.activationSecret }
        return InitializationPayload(.personalization(activation), secret: secret, origin: origin).text
    }
    package var loginPid: String { pid(.authenticationByQRCode(session)) }
    package func pid(_ process: InitializationPayload.Process) -> String {
        InitializationPayload(process, secret: qrSecret, origin: origin).text
    }
    package var now: @Sendable () -> Date { { self.state.withLock { $0.now } } }
    /// The monotonic clock of devices, which passes as `now` does.
    package var uptime: @Sendable () -> ContinuousClock.Instant {
        { Self.boot.advanced(by: .seconds(self.now().timeIntervalSince1970 - 1_800_000_000)) }
    }
    private static let boot = ContinuousClock.now
    package func requests(of operation: String) -> [Data] {
        state.withLock { $0.requests.filter { $0.operation == operation }.map(\.body) }
    }

    /// Publishes new encryption keys, and destroys the old ones.
    package func rotate(
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

    /// The stretching of activation PINs, of manager and phones: cheap, so that tests are fast.
    package static let stretching = ActivationPINProof.Stretching(rounds: 10)

    private static func origin(_ text: String) throws -> ManagerOrigin {
        guard let origin = ManagerOrigin(text) else { throw ScriptError("no manager can be at \(text)") }
        return origin
    }

    /// Returns the proof of a PIN, cached for all tests.
    package static func proof(_ pin: String, _ secret: SecretOctets, _ activation: ActivationID) throws -> SecretOctets
    {
        let key = "\(pin) \(secret.bytes) \(activation)"
        if let known = proofs.withLock({ $0[key] }) { return known }
        guard let digits = PIN(pin) else { throw ScriptError("a PIN has 5 to 32 digits: \(pin)") }
        let proof = try ActivationPINProof.compute(
            pin: digits, secret: secret, activation: activation, stretching: stretching)
        proofs.withLock { $0[key] = proof }
        return proof
    }
    private static let proofs = Mutex<[String: SecretOctets]>([:])
    private static let sharedActivation = ActivationID.random()

    // MARK: Transport

    /// Answers a request of the SDK, as the network lets it.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await pass(request) { try await answer($0) }
    }

    private func answer(_ request: TransportRequest) async throws -> TransportResponse {
        if let web = state.withLock({ $0.web }), let answer = try await web(request) { return answer }
        let operation = request.url.lastPathComponent
        state.withLock { $0.requests.append((operation, request.body ?? Data())) }
        if operation == "key-material" { return documents(request.url) }
        guard let name = DeviceOperationName(rawValue: operation) else { return TransportResponse(status: 404) }
        let lost = state.withLock { ($0.lostRequests.contains(name), $0.lostAnswers.contains(name)) }
        if lost.0 { throw URLError(.cannotConnectToHost) }
        await state.withLock { $0.heldRequests.removeValue(forKey: name) }?.pass()
        if let unsealed = state.withLock({ $0.unsealed }) { return unsealed }
        let opened: OpenedRequest
        do {
            opened = try OpenedRequest(
                Array(request.body ?? Data()), operation: name, idmIdentifier: idm,
                key: { id in state.withLock { $0.keys[id] } })
        } catch { return TransportResponse(status: 409) }
        let answer: [UInt8]
        do {
            if let refusal = state.withLock({ $0.refusals[name] }) { throw refusal }
            answer = try perform(name, opened)
        } catch let error as ProtocolError { answer = try MessageCoding.encode(error) }
        await state.withLock { $0.heldAnswers.removeValue(forKey: name) }?.pass()
        if lost.1 { throw URLError(.networkConnectionLost) }
        return TransportResponse(status: 200, body: Data(try opened.seal(answer: answer)))
    }

    private func documents(_ url: URL) -> TransportResponse {
        let after = Int64(url.query?.dropFirst("after=".count) ?? "") ?? 0
        let documents = state.withLock { $0.documents }.filter { $0.material.sequence > after || $0.material.epoch > 1 }
        let body = "[" + documents.map { String(decoding: $0.serialized, as: UTF8.self) }.joined(separator: ",") + "]"
        return TransportResponse(status: 200, body: Data(body.utf8))
    }
}

/// The error of a script that no manager could follow.
struct ScriptError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}
