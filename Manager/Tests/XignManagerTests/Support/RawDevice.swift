import Foundation
import Testing
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// A device below the SDK, at the level of sealed bytes: for what the SDK would never send.
struct RawDevice: Sendable {
    let manager: TestManager
    let activation: ActivationID
    let deviceKey: P256.Signing.PrivateKey
    let pinKey: Curve25519.Signing.PrivateKey
    /// As it enrols itself.
    var platform = "Linux"

    /// A device whose activation was enrolled with keys that the test knows.
    init(_ manager: TestManager, user: String = TestManager.userName, platform: String = "Linux") throws {
        let activation = try RawActivation(manager, user: user)
        self = activation.device()
        self.platform = platform
        let opened = try activation.opened()
        _ = try enrol(with: opened.openToken, challenge: opened.challenge.bytes)
    }

    init(
        manager: TestManager, activation: ActivationID, deviceKey: P256.Signing.PrivateKey,
        pinKey: Curve25519.Signing.PrivateKey
    ) {
        self.manager = manager
        self.activation = activation
        self.deviceKey = deviceKey
        self.pinKey = pinKey
    }

    static let client = ClientInformation(version: "1.0.0", platform: "Linux", securityCheck: nil)

    /// A session that waits for its signature.
    struct Prepared: Sendable {
        let session: SessionID
        let token: SecretOctets
        let statement: [UInt8]
    }

    /// Claims a session.
    func start(
        _ browser: TestBrowser, client: ClientInformation = Self.client, at node: Manager? = nil
    ) throws -> Start.Response {
        try call(
            Start.self,
            .init(
                activationId: activation, sessionId: try browser.session,
                claim: .qrCode(try InitializationLink(parsing: try browser.qrCode).data.secret), client: client),
            proven: true, at: node)
    }

    /// Submits attributes, with the first role.
    func prepare(
        _ browser: TestBrowser, _ started: Start.Response, _ attributes: [String: Prepare.Selection]
    ) throws -> Prepare.Response {
        try call(
            Prepare.self,
            .init(
                sessionId: try browser.session, sessionToken: started.sessionToken, roleId: started.roles[0].id,
                attributes: attributes))
    }

    /// Claims a session and asks for its statement.
    func prepare(_ browser: TestBrowser, at node: Manager? = nil) throws -> Prepared {
        let started = try start(browser, at: node)
        let role = try #require(started.roles.first { $0.alternatives == [[.device, .pin]] })
        let prepared = try call(
            Prepare.self,
            .init(
                sessionId: try browser.session, sessionToken: started.sessionToken, roleId: role.id, attributes: [:]),
            at: node)
        return Prepared(
            session: try browser.session, token: started.sessionToken, statement: try #require(prepared.statement).bytes
        )
    }

    /// Signs and finishes; with a wrong PIN it is another key that signs.
    func finish(_ prepared: Prepared, wrongPIN: Bool = false, at node: Manager? = nil) throws -> Finish.Response {
        let signed = try sign(
            prepared.statement, .consent, pinKey: wrongPIN ? Curve25519.Signing.PrivateKey() : pinKey)
        return try call(
            Finish.self,
            .init(sessionId: prepared.session, sessionToken: prepared.token, consent: Octets(signed)), at: node)
    }

    /// Calls an operation of a manager in this process.
    /// - Throws: the `ProtocolError` inside the sealed answer.
    func call<Operation: DeviceOperation>(
        _ operation: Operation.Type, _ request: Operation.Request, proven: Bool = false, at node: Manager? = nil
    ) throws -> Operation.Response {
        let node = node ?? manager.manager
        return try Self.send(
            try seal(operation, request, proven: proven, at: node), operation, to: node,
            through: node === manager.manager ? manager.router : nil)
    }

    func seal<Operation: DeviceOperation>(
        _ operation: Operation.Type, _ request: Operation.Request, proven: Bool = false, at node: Manager? = nil
    ) throws -> SealedRequest {
        let node = node ?? manager.manager
        let key = try #require(node.context.keys.material.material.encryptionKeys.first { $0.suite == .x25519 })
        let device: (activation: ActivationID, sign: SealedRequest.DeviceSignature) = (
            activation, { Array(try deviceKey.signature(for: $0).rawRepresentation) }
        )
        return try SealedRequest(
            try MessageCoding.encode(request), operation: operation.name,
            idmIdentifier: node.context.issuer.idmIdentifier, key: key,
            device: proven ? device : nil)
    }

    /// Sends sealed bytes, as often as one likes.
    /// - Parameter router: of the manager; nil: a new one.
    static func send<Operation: DeviceOperation>(
        _ sealed: SealedRequest, _ operation: Operation.Type, to node: Manager, through router: Router? = nil
    ) throws -> Operation.Response {
        let router =
            router
            ?? {
                var router = Router()
                DeviceAPI(node.context, node.admission, node.log).register(in: &router)
                return router
            }()
        let answer = router.respond(
            to: try Request(
                .post, "/api/device/v1/\(operation.name.rawValue)",
                headers: [HeaderField("Content-Type", SealedRequest.contentType)], body: sealed.bytes))
        guard answer.status == .ok else { throw TestFailure(what: "status \(answer.status.code)") }
        switch try OperationAnswer<Operation.Response>(parsing: try sealed.open(answer: answer.bytes)) {
        case .response(let response): return response
        case .failure(let error): throw error
        }
    }

    /// Signs with its device's key, and with those others that are given.
    func sign(
        _ statement: [UInt8], _ type: StatementType, pinKey: Curve25519.Signing.PrivateKey?,
        biometricKey: P256.Signing.PrivateKey? = nil
    ) throws -> [UInt8] {
        var signers: [(factor: FactorType, sign: SignedStatement.FactorSignature)] = [
            (.device, { Array(try deviceKey.signature(for: $0).rawRepresentation) })
        ]
        if let pinKey { signers.append((.pin, { Array(try pinKey.signature(for: $0)) })) }
        if let biometricKey {
            signers.append((.biometric, { Array(try biometricKey.signature(for: $0).rawRepresentation) }))
        }
        return try SignedStatement(signing: statement, type: type, with: signers).serialized
    }
}
