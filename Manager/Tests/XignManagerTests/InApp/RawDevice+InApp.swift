import DatabaseFixture
import Testing
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignUseCases

/// Logins in a service's own app, step by step.
extension RawDevice {
    /// The terms that an app is given by its backend.
    struct InAppTerms {
        var clientID: String
        var scope: String?
        var nonce: String?
        /// Stays at the backend.
        var verifier: String? = Base64URL.encode(Array(repeating: UInt8(7), count: 32))

        var challenge: String? {
            verifier.map { Base64URL.encode(Array(SHA256.hash(data: Array($0.utf8)))) }
        }
    }

    func inAppRequest(_ terms: InAppTerms) -> InAppStart.Request {
        InAppStart.Request(
            activationId: activation, clientId: terms.clientID, scope: terms.scope, nonce: terms.nonce,
            codeChallenge: terms.challenge, client: Self.client)
    }

    func beginInApp(_ terms: InAppTerms) throws -> InAppStart.Response {
        try call(InAppStart.self, inAppRequest(terms), proven: true)
    }

    /// Begins a login and confirms it.
    func confirmInApp(_ terms: InAppTerms) throws -> Prepared {
        let begun = try beginInApp(terms)
        let prepared = try prepare(begun.sessionId, try claim(begun.sessionId, token: begun.sessionToken))
        #expect(try finish(prepared).result?.outcome == .serviceLogin)
        return prepared
    }

    func collectRequest(_ prepared: Prepared, token: SecretOctets? = nil) -> CollectCode.Request {
        CollectCode.Request(
            activationId: activation, sessionId: prepared.session, sessionToken: token ?? prepared.token)
    }

    func collect(_ prepared: Prepared, token: SecretOctets? = nil, at node: Manager? = nil) throws -> String {
        try call(CollectCode.self, collectRequest(prepared, token: token), proven: true, at: node).code
    }
}

/// The manager of these tests: `demo` lets its apps in and demands a challenge; `closed` lets no app in.
struct InAppScene {
    let manager: TestManager
    let device: RawDevice

    init(_ engine: Engine = .sqlite, demo: String = "inApp: true") throws {
        manager = try TestManager(engine)
        try Self.declare(demo, at: manager)
        device = try RawDevice(manager)
    }

    /// Changes the terms of the service.
    static func declare(_ line: String, session: Int = 300, at manager: TestManager) throws {
        let declaration = TestManager.declaration(session: session)
        let place = try #require(declaration.firstRange(of: "      - name: demo\n")).upperBound
        let yaml = declaration[..<place] + "        \(line)\n" + declaration[place...]
        _ = try Apply(manager.context)(Array(yaml.utf8))
    }

    var terms: RawDevice.InAppTerms { get throws { .init(clientID: try manager.service.id.text) } }

    /// Redeems a code as the service's backend; nil among the changes leaves a parameter out.
    func redeem(_ code: String, verifier: String?, redirectURI: String? = nil) throws -> Response {
        let parameters =
            [("grant_type", "authorization_code"), ("code", code)]
            + (verifier.map { [("code_verifier", $0)] } ?? []) + (redirectURI.map { [("redirect_uri", $0)] } ?? [])
        return manager.router.respond(
            to: try Request(
                .post, "/openid/token",
                headers: [
                    Website.basic(try manager.service.id.text, try manager.secret),
                    HeaderField("Content-Type", "application/x-www-form-urlencoded"),
                ], body: Array(Provider.encoded(parameters).utf8)))
    }
}
