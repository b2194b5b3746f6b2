import Foundation
import Synchronization
import Testing
import XignCrypto
import XignProtocol

@testable import XignSDK

/// A manager inside the test process, on the server half of XignProtocol.
///
/// It opens sealed requests, verifies proofs and signatures, and counts wrong PINs. Tests modify its answers, and
/// interrupt its connection.
final class TestManager: Transport {
    struct Login {
        var subject = ConsentSubject.login(offlineUntil: nil)
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
        /// The name that the activation's maker gave the device.
        var issuedAlias: String?
        var openAnswer: Open.Response?
        var userName = "alice"
        /// The alias that `personalizeFinish` and `status` answer; nil for the activation's own.
        var answeredAlias: String?
        var challenge = [UInt8](repeating: 7, count: 32)
        var opened: UInt8 = 0
        var openTokens: [SecretOctets] = []
        /// The token with which the keys were enrolled.
        var usedToken: SecretOctets?
        var enrolled: [FactorPublicKey] = []
        var enrolments = 0

        var login = Login()
        var choices: [String: Prepare.Selection] = [:]
        var prepareErrors: [[String: Prepare.AttributeError]] = []
        /// The number of allowed corrections; then the session is over.
        var corrections = 3
        /// The remembered choices of aliases.
        var remembered: [AliasChoices.Choice] = []
        /// Modifies the statement to be signed.
        var bendStatement: (@Sendable (inout ConsentStatement) -> Void)?
        /// Modifies the bytes of that statement.
        var bendStatementBytes: (@Sendable ([UInt8]) -> [UInt8])?
        /// Modifies the statement after a lockout.
        var bendNextStatement: (@Sendable (inout ConsentStatement) -> Void)?
        var statement: ConsentStatement?
        var endsWithLockout = false
        var wrongAttempts = 0
        var aborted: Abort.Reason?
        var revoked = false
        /// The outcome of a success; nil for the one that belongs to the subject.
        var outcome: Finish.Outcome?
        var returnSecret: SecretOctets?
        /// The digits of the page, for a session that is claimed with an opened QR code; nil: none are asked for.
        var pairing: String?
        /// The digits in each request of `prepare`.
        var typedDigits: [String?] = []
        /// Modifies the answer to `start`.
        var bendStart: (@Sendable (inout Start.Response) -> Void)?

        var utility = Utility()
        var inAppRequests: [InAppStart.Request] = []
        var isInAppConfirmed = false
        /// The answers to requests that are not the manager's device API; nil for those that are.
        var web: (@Sendable (TransportRequest) async throws -> TransportResponse?)?
        var alias = "laptop"
        /// The other activations of the account.
        var otherActivations: [ListActivations.Item] = []
        var notices: [Notice] = []

        /// The refusals in place of an operation's answer.
        var refusals: [DeviceOperationName: ProtocolError] = [:]
        /// The operations whose requests, or answers, are lost.
        var lostRequests: Set<DeviceOperationName> = []
        var lostAnswers: Set<DeviceOperationName> = []
        /// Gates that hold the next request of an operation, or its answer, until the test opens them.
        var heldRequests: [DeviceOperationName: Gate] = [:]
        var heldAnswers: [DeviceOperationName: Gate] = [:]
        /// An HTTP answer in place of every sealed one.
        var unsealed: TransportResponse?
        var requests: [(operation: String, body: Data)] = []
    }

    let origin: ManagerOrigin
    let roots: [Curve25519.Signing.PrivateKey]
    let online = Curve25519.Signing.PrivateKey()
    let activation: ActivationID
    let session = SessionID.random()
    let qrSecret = SecretOctets.random(count: 16)
    let sessionToken = SecretOctets.random(count: 32)
    /// The token that claims the session of a utility process.
    let claimToken = SecretOctets.random(count: 32)
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
    var loginPid: String { pid(.authenticationByQRCode(session)) }
    func pid(_ process: InitializationPayload.Process) -> String {
        InitializationPayload(process, secret: qrSecret, origin: origin).text
    }
    var now: @Sendable () -> Date { { self.state.withLock { $0.now } } }
    /// The monotonic clock of devices, which passes as `now` does.
    var uptime: @Sendable () -> ContinuousClock.Instant {
        { Self.boot.advanced(by: .seconds(self.now().timeIntervalSince1970 - 1_800_000_000)) }
    }
    private static let boot = ContinuousClock.now
    func wait(seconds: Double) { state.withLock { $0.now += seconds } }
    func requests(of operation: String) -> [Data] {
        state.withLock { $0.requests.filter { $0.operation == operation }.map(\.body) }
    }

    /// Publishes new encryption keys, and destroys the old ones.
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

    /// Returns the proof of a PIN, cached for all tests: its derivation is deliberately slow.
    static func proof(_ pin: String, _ secret: SecretOctets, _ activation: ActivationID) throws -> SecretOctets {
        let key = "\(pin) \(secret.bytes) \(activation)"
        if let known = proofs.withLock({ $0[key] }) { return known }
        let proof = try ActivationPINProof.compute(pin: try #require(PIN(pin)), secret: secret, activation: activation)
        proofs.withLock { $0[key] = proof }
        return proof
    }
    private static let proofs = Mutex<[String: SecretOctets]>([:])
    private static let sharedActivation = ActivationID.random()

    // MARK: Transport

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        if let web = state.withLock({ $0.web }), let answer = try await web(request) { return answer }
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
