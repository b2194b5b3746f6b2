import Testing
import XignCrypto
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

struct CredentialTests {
    @Test(
        "What a caller without the right credential gets: one answer, and no effect", .serialized,
        arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "The session's id and its QR code's secret are good for start and for nothing else", sessionIDIsNoCredential
        ),
        TestCase(
            "An operation that wants the device's proof refuses it missing, by another key, and for another activation alike",
            deviceProof),
        TestCase("Each way to claim a session has a secret of its own", claims),
        TestCase("A secret of one session claims no other, and an unknown session is over", otherSession),
        TestCase("A signed statement finishes the session that it names, and no other", otherStatement),
        TestCase(
            "The right secret of an activation is counted, a wrong one is not and answers as an unknown activation does",
            activationSecret),
        TestCase("Whoever has an activation here already does not open another", alreadyPersonalized),
        TestCase("Operations that are reserved say so", reserved),
    ]

    let manager: TestManager
    let device: RawDevice
    let stranger: RawDevice

    init() throws {
        manager = try TestManager()
        device = try RawDevice(manager)
        stranger = try RawDevice(manager, user: "mallory")
    }

    func sessionIDIsNoCredential() throws {
        let browser = try TestBrowser(manager)
        let secret = try InitializationLink(parsing: try browser.qrCode).data.secret
        let prepared = try device.prepare(browser)
        let before = try manager.snapshot(prepared.session)
        let consent = try signature(of: prepared)
        for token in [SecretOctets([]), secret, SecretOctets.random(count: 32)] {
            refused(.unauthenticated) {
                try device.call(
                    Prepare.self,
                    .init(sessionId: prepared.session, sessionToken: token, roleId: "user", attributes: [:]))
            }
            refused(.unauthenticated) {
                try device.call(Finish.self, .init(sessionId: prepared.session, sessionToken: token, consent: consent))
            }
            refused(.unauthenticated) {
                try device.call(Abort.self, .init(sessionId: prepared.session, sessionToken: token, reason: .notMe))
            }
        }
        #expect(try manager.snapshot(prepared.session) == before)
        #expect(try device.finish(prepared).result != nil)
    }

    func deviceProof() throws {
        let browser = try TestBrowser(manager)
        let claim = Start.Claim.qrCode(try InitializationLink(parsing: try browser.qrCode).data.secret)
        for (caller, isProven) in [(device, false), (stranger, true)] {
            refused(.activationUnknown) {
                try caller.call(
                    Start.self,
                    .init(
                        activationId: device.activation, sessionId: try browser.session, claim: claim,
                        client: RawDevice.client), proven: isProven)
            }
            refused(.activationUnknown) {
                try caller.call(Status.self, .init(activationId: device.activation), proven: isProven)
            }
            refused(.activationUnknown) {
                try caller.call(Revoke.self, .init(activationId: device.activation), proven: isProven)
            }
        }
        refused(.activationUnknown) { try device.call(Status.self, .init(activationId: .random()), proven: true) }
        #expect(try browser.state == "waiting")
        #expect(try device.call(Status.self, .init(activationId: device.activation), proven: true).userName == "ada")
    }

    func claims() throws {
        let browser = try TestBrowser(manager)
        let qrSecret = try InitializationLink(parsing: try browser.qrCode).data.secret
        for claim in [Start.Claim.inApp(qrSecret), .sessionToken(qrSecret)] {
            refused(.wrongChannel) { try start(browser, claim) }
        }
        let link = SessionSecrets(
            managerSecret: manager.context.database.vault.managerSecret, session: try browser.session
        )
        .linkSecret
        refused(.qrCodeExpired) { try start(browser, .qrCode(link)) }
        refused(.qrCodeExpired) { try start(browser, .qrCode(.random(count: 16))) }
        #expect(try browser.state == "waiting")
    }

    func otherSession() throws {
        let (mine, other) = (try TestBrowser(manager), try TestBrowser(manager))
        let secret = try InitializationLink(parsing: try mine.qrCode).data.secret
        refused(.qrCodeExpired) { try start(other, .qrCode(secret)) }
        refused(.sessionEnded) {
            try device.call(
                Start.self,
                .init(
                    activationId: device.activation, sessionId: .random(), claim: .qrCode(secret),
                    client: RawDevice.client),
                proven: true)
        }
    }

    func otherStatement() throws {
        let mine = try device.prepare(try TestBrowser(manager))
        let other = try device.prepare(try TestBrowser(manager))
        refused(.statementMismatch) {
            try device.call(
                Finish.self,
                .init(sessionId: mine.session, sessionToken: mine.token, consent: try signature(of: other)))
        }
        #expect(try manager.lockout(of: device) == .none)
        #expect(try device.finish(mine).result != nil)
    }

    func activationSecret() throws {
        let link = try InitializationLink(parsing: try manager.issueActivation(user: "eve"))
        guard case .personalization(let id) = link.data.process else { throw TestFailure(what: "not an activation") }
        for attempt in 0..<20 {
            refused(.activationInvalid) {
                try device.call(Open.self, open(attempt % 2 == 0 ? id : .random(), .random(count: 16)))
            }
        }
        let activations = try manager.context.database.read { try $0.activations.find(id) }
        #expect(activations?.wrongPINs == 0 && activations?.state == .pending)
        #expect(try device.call(Open.self, open(id, link.data.secret)).lockout != nil)
    }

    func alreadyPersonalized() throws {
        let link = try InitializationLink(parsing: try manager.issueActivation(user: "eve"))
        guard case .personalization(let id) = link.data.process else { throw TestFailure(what: "not an activation") }
        var request = try open(id, link.data.secret)
        request.existingActivationId = device.activation
        refused(.alreadyPersonalized) { try device.call(Open.self, request, proven: true) }
    }

    func reserved() throws {
        for name in [DeviceOperationName.register, .registerFinish] {
            let key = try #require(manager.context.keys.material.material.encryptionKeys.first { $0.suite == .x25519 })
            let sealed = try SealedRequest(
                Array("{}".utf8), operation: name, idmIdentifier: manager.issuer.idmIdentifier, key: key)
            let answer = manager.post(name.rawValue, sealed.bytes)
            let body = String(decoding: try sealed.open(answer: answer.bytes), as: UTF8.self)
            #expect(body == #"{"error":"notSupported"}"#)
        }
    }

    private func start(_ browser: TestBrowser, _ claim: Start.Claim) throws -> Start.Response {
        try device.call(
            Start.self,
            .init(
                activationId: device.activation, sessionId: try browser.session, claim: claim, client: RawDevice.client),
            proven: true)
    }

    private func open(_ id: ActivationID, _ secret: SecretOctets) throws -> Open.Request {
        Open.Request(
            activationId: id, activationSecret: secret, pinProof: .random(count: 32), existingActivationId: nil,
            client: RawDevice.client)
    }

    private func signature(of prepared: RawDevice.Prepared) throws -> Octets {
        Octets(
            try SignedStatement(
                signing: prepared.statement, type: .consent,
                with: [
                    (.device, { Array(try device.deviceKey.signature(for: $0).rawRepresentation) }),
                    (.pin, { Array(try device.pinKey.signature(for: $0)) }),
                ]
            ).serialized)
    }

    private func refused(
        _ expected: ProtocolErrorCode, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () throws -> some Sendable
    ) {
        let error = #expect(throws: ProtocolError.self, sourceLocation: sourceLocation) { try body() }
        #expect(error?.error == expected, sourceLocation: sourceLocation)
    }
}
