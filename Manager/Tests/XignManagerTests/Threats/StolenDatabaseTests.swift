import Foundation
import Logging
import Testing
import Threads
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

struct StolenDatabaseTests {
    @Test("What the thief of a database and of a log learns", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "From activation to access token, no secret of the run stands in database or log, in any encoding", noSecret
        ),
        TestCase("The right PIN gives no value by which database and log would tell it from a wrong one", noVerifier),
    ]

    func noSecret() throws {
        let run = try Run()
        let loot = try run.loot()
        // The search can find something: what is known to stand there.
        #expect(loot.holds(Array(SHA256.hash(data: run.link.data.secret.bytes))))
        #expect(loot.holds(run.activation.bytes))
        #expect(run.lines.withLock { $0.contains { $0.contains("tokensRefused") } })
        for (name, secret) in try run.secrets() { #expect(!loot.holds(secret), "\(name)") }
    }

    func noVerifier() throws {
        let run = try Run(isPending: true)
        for loot in [try run.loot(), try run.completed().loot()] {
            for (name, value) in try run.guesses() { #expect(!loot.holds(value), "\(name)") }
        }
    }
}

/// One person's way from an activation to the tokens of a website, of which the test keeps every secret.
private final class Run {
    static let pin = "735198"

    let manager = try! TestManager()  // a test that has no manager may end here
    let lines = Locked<[String]>([])
    let node: Manager
    let link: InitializationLink
    let activation: ActivationID
    let deviceKey = P256.Signing.PrivateKey()
    let salt = Array(SecureRandom.bytes(count: 16))
    let bindSecret = SymmetricKey(size: .bits256)
    private var collected: [(String, [UInt8])] = []

    init(isPending: Bool = false) throws {
        let (lines, clock) = (lines, manager.clock)
        node = try Manager(
            database: try manager.place.open(vault: manager.context.database.vault),
            issuer: manager.issuer, clock: Clock { clock.now },
            log: Log(minimum: .debug) { line in lines.withLock { $0.append(line) } })
        link = try InitializationLink(parsing: try manager.issueActivation())
        guard case .personalization(let id) = link.data.process else { throw TestFailure(what: "not an activation") }
        activation = id
        if !isPending { _ = try completed() }
    }

    deinit { node.context.database.close() }

    /// Goes on to the end.
    func completed() throws -> Run {
        let device = RawDevice(
            manager: manager, activation: activation, deviceKey: deviceKey, pinKey: try pinKey(Self.pin))
        try personalize(device)
        try logIn(device)
        return self
    }

    /// Derives the key of a PIN as the file store does.
    func pinKey(_ pin: String) throws -> Curve25519.Signing.PrivateKey {
        let digits = try #require(PIN(pin))
        let stretched = try PBKDF2.deriveKey(
            from: digits, salt: salt, using: SHA256.self, rounds: 1000, outputByteCount: 32)
        return try PINKey.derive(
            bound: PINKey.bindInSoftware(stretched: stretched, secret: bindSecret), salt: salt,
            idmIdentifier: manager.issuer.idmIdentifier, activation: activation)
    }

    private func keep(_ name: String, _ value: some Sequence<UInt8>) { collected.append((name, Array(value))) }

    private func personalize(_ device: RawDevice) throws {
        let opened = try device.call(
            Open.self,
            .init(
                activationId: activation, activationSecret: link.data.secret,
                pinProof: try activationPINProof(), existingActivationId: nil, client: RawDevice.client), at: node)
        let personalize = try #require(opened.personalize)
        keep("open token", personalize.openToken.bytes)
        let keys = [
            FactorPublicKey(factor: .device, rawRepresentation: Array(deviceKey.publicKey.rawRepresentation)),
            FactorPublicKey(factor: .pin, rawRepresentation: Array(device.pinKey.publicKey.rawRepresentation)),
        ].compactMap(\.self)
        let statement = EnrolmentStatement(
            idmIdentifier: manager.issuer.idmIdentifier, activation: activation,
            challenge: personalize.challenge.bytes, keys: keys, alias: "phone", platform: "Linux", keyStore: .file)
        let signed = try signatures(device, statement.serialized, .enrolment)
        _ = try device.call(
            PersonalizeFinish.self,
            .init(activationId: activation, openToken: personalize.openToken, enrolment: Octets(signed.serialized)),
            at: node)
    }

    private func logIn(_ device: RawDevice) throws {
        let browser = try TestBrowser(manager)
        let code = try InitializationLink(parsing: try browser.qrCode).data
        keep("QR code's secret", code.secret.bytes)
        let secrets = SessionSecrets(
            managerSecret: node.context.database.vault.managerSecret, session: try browser.session)
        keep("page's key", secrets.qrKey.bytes)
        keep("link's secret", secrets.linkSecret.bytes)
        let prepared = try device.prepare(browser, at: node)
        keep("session token", prepared.token.bytes)
        #expect(try device.finish(prepared, wrongPIN: true, at: node).refusal != nil)
        manager.clock.advance(seconds: 2)
        let next = try #require(try manager.snapshot(prepared.session)?.statement)
        let consent = try signatures(device, next, .consent)
        keep("consent", consent.serialized)
        _ = try device.call(
            Finish.self,
            .init(sessionId: prepared.session, sessionToken: prepared.token, consent: Octets(consent.serialized)),
            at: node)
        let answer = try browser.proceed()
        let authorizationCode = try #require(answer["code"])
        keep("code", authorizationCode.utf8)
        keep("verifier", browser.verifier.utf8)
        let (status, tokens) = try browser.redeem(authorizationCode)
        try #require(status == 200)
        keep("access token", try #require(tokens["access_token"]).utf8)
        keep("ID token", try #require(tokens["id_token"]).utf8)
        try browseAndBeRefused(authorizationCode)
    }

    /// For the log: another tab, with a cookie of its own, and a refusal whose request carries secrets.
    private func browseAndBeRefused(_ code: String) throws {
        let pages = node.loginController(hub: EventHub(), lookEvery: nil)
        defer { pages.stop() }
        var router = Router()
        OpenIDProvider(node.context, node.admission, node.log).register(in: &router)
        pages.register(in: &router, at: .issuer(manager.issuer))
        let query =
            "response_type=code&client_id=\(try manager.service.id)&scope=openid&code_challenge_method=S256"
            + "&redirect_uri=https%3A%2F%2Fwebsite.example%2Fcallback&code_challenge="
            + Base64URL.encode(Array(repeating: 5, count: 32))
        let begun = router.respond(to: try Request(.get, "/openid/authenticate?\(query)"))
        let cookie = try #require(begun["Set-Cookie"])
        keep("cookie", cookie.prefix { $0 != ";" }.drop { $0 != "=" }.dropFirst().utf8)
        let form = "grant_type=authorization_code&code=\(code)&client_secret=\(try manager.secret)"
        let refused = router.respond(
            to: try Request(
                .post, "/openid/token", headers: [HeaderField("Content-Type", "application/x-www-form-urlencoded")],
                body: Array(form.utf8)))
        #expect(refused.status.code >= 400)
    }

    private func signatures(_ device: RawDevice, _ statement: [UInt8], _ type: StatementType) throws -> SignedStatement
    {
        try SignedStatement(
            signing: statement, type: type,
            with: [
                (.device, { Array(try device.deviceKey.signature(for: $0).rawRepresentation) }),
                (
                    .pin,
                    { input in
                        let signature = Array(try device.pinKey.signature(for: input))
                        self.keep("signature by the PIN", signature)
                        return signature
                    }
                ),
            ])
    }

    private func activationPINProof() throws -> SecretOctets {
        try RawActivation(manager: manager, id: activation, secret: link.data.secret).proof()
    }

    /// All that must stay secret.
    func secrets() throws -> [(String, [UInt8])] {
        let (es256, decryption) = try node.context.database.read { transaction in
            let keys = transaction.keys
            return (
                try keys.signingKeys(purpose: Service.SigningAlgorithm.es256.rawValue),
                try transaction.rows("SELECT id FROM encryption_key").count
            )
        }
        #expect(decryption > 0)
        let own: [(String, [UInt8])] = [
            ("activation secret", link.data.secret.bytes), ("activation PIN", Array(TestManager.activationPIN.utf8)),
            ("PIN", Array(Self.pin.utf8)), ("device's private key", Array(deviceKey.rawRepresentation)),
            ("PIN's private key", Array(try pinKey(Self.pin).rawRepresentation)),
            ("client secret", Array(try manager.secret.utf8)),
            ("key-encryption key", manager.keyEncryptionKey.withUnsafeBytes { Array($0) }),
            ("manager secret", node.context.database.vault.managerSecret.withUnsafeBytes { Array($0) }),
            ("online key", Array(node.context.keys.online.rawRepresentation)),
        ]
        return own + collected + es256.map { ("ID token key", $0.privateKey) }
    }

    /// Computes the values that follow from both PINs, the code of the activation and the device's files.
    func guesses() throws -> [(String, [UInt8])] {
        let proof = try activationPINProof()
        let key = Array(try pinKey(Self.pin).publicKey.rawRepresentation)
        var values: [(String, [UInt8])] = [("proof", proof.bytes), ("PIN's public key", key)]
        for pin in [TestManager.activationPIN, Self.pin] {
            values.append(("PIN", Array(pin.utf8)))
            for salt in [[], link.data.secret.bytes, activation.bytes, self.salt] {
                values.append(("hash of salt and PIN", Array(SHA256.hash(data: salt + Array(pin.utf8)))))
                values.append(("hash of PIN and salt", Array(SHA256.hash(data: Array(pin.utf8) + salt))))
            }
        }
        return values + values.map { ("hash of \($0.0)", Array(SHA256.hash(data: $0.1))) }
    }

    func loot() throws -> Loot {
        var bytes = Data(lines.withLock { $0.joined(separator: "\n") }.utf8)
        for name in try FileManager.default.contentsOfDirectory(atPath: manager.folder.path)
        where name.hasPrefix("test.db") { bytes += try Data(contentsOf: manager.folder.appending(path: name)) }
        return Loot(bytes: bytes)
    }
}

/// The bytes of database, journal and log.
private struct Loot {
    let bytes: Data

    /// Returns true if the bytes contain a value as it is, in base64url, base64 or hexadecimal.
    func holds(_ value: [UInt8]) -> Bool {
        let hexadecimal = value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let texts = [
            Base64URL.encode(value), Data(value).base64EncodedString().filter { $0 != "=" }, hexadecimal,
            hexadecimal.uppercased(),
        ]
        return ([Data(value)] + texts.map { Data($0.utf8) }).contains { bytes.range(of: $0) != nil }
    }
}
