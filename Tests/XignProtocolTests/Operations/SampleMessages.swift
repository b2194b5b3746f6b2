@testable import XignProtocol

/// A message of every kind, with all its optional members.
extension OperationCodingTests {
    static let secret = SecretOctets([UInt8](repeating: 7, count: 32))
    static let client = ClientInformation(
        version: "1.0.0", platform: "Linux",
        securityCheck: .init(date: 1_800_000_000, checkVersion: 1, osVersion: "12", isRooted: false, isHooked: false),
        supports: Set(ClientCapability.allCases))
    static let service = ServiceDescription(
        id: "canteen", name: "Canteen", origin: "https://canteen.example.org", description: nil)
    static let organization = OrganizationDescription(
        id: "acme", name: "Acme", website: "https://acme.example.org", address: nil, description: nil)
    static let lockout = Lockout(retryAfterSeconds: 30, lockedUntil: 1_800_000_030, isPermanent: false)

    static let messages: [any Codable & Sendable] =
        [
            Open.Request(
                activationId: Sample.activation, activationSecret: Sample.secret, pinProof: secret,
                existingActivationId: Sample.activation, client: client),
            Open.Response.personalize(
                .init(
                    openToken: secret, challenge: Octets(Sample.challenge), userName: "Zoë", alias: "tablet",
                    organization: organization, service: service, pinPolicy: .standard, newPinRequired: true,
                    requiredFactors: [.device, .pin], optionalFactors: [.biometric], wrongPins: 2)
            ),
            Open.Response.merge(
                .init(
                    sessionId: Sample.session, sessionToken: secret, organization: organization,
                    address: "zoe@example.org")
            ),
            Open.Response.lockout(lockout), Open.Response.alreadyUsed(at: 1_800_000_000),
            PersonalizeFinish.Request(
                activationId: Sample.activation, openToken: secret, enrolment: Octets([1, 2, 3])),
            PersonalizeFinish.Response(userName: "Zoë", alias: "phone", factors: [.device, .pin]),
            Start.Request(
                activationId: Sample.activation, sessionId: Sample.session, claim: .qrCode(Sample.secret),
                client: client),
            Start.Request(
                activationId: Sample.activation, sessionId: Sample.session, claim: .openedQRCode(Sample.secret),
                client: client),
            Start.Request(
                activationId: Sample.activation, sessionId: Sample.session, claim: .link(Sample.secret), client: client),
            Start.Request(
                activationId: Sample.activation, sessionId: Sample.session, claim: .inApp(secret), client: client),
            Start.Request(
                activationId: Sample.activation, sessionId: Sample.session, claim: .sessionToken(secret), client: client
            ),
            Prepare.Request(
                sessionId: Sample.session, sessionToken: secret, roleId: "member",
                attributes: ["email": .init(aliasId: "a1"), "givenName": .init(disclosure: "AAAA")],
                pairing: PairingDigits("42")),
            Prepare.Response.failure([
                "email": .noAliasSelected, "givenName": .dataMissing, "a": .invalid, "b": .notAvailable,
            ]), Prepare.Response.success(statement: [1, 2]),
            Finish.Request(sessionId: Sample.session, sessionToken: secret, consent: Octets([1, 2, 3])),
            Finish.Response.success(
                .init(
                    outcome: .userLogin, service: service, organization: organization, roleName: "Member",
                    failedAttemptsSinceLastSuccess: 2, grant: secret, returnSecret: secret)),
            Finish.Response.refusal(.init(lockout: lockout, nextStatement: Octets([1]))),
            Finish.Response.refusal(.init(lockout: lockout, nextStatement: nil)),
            Abort.Request(sessionId: Sample.session, sessionToken: secret, reason: .notMe), Abort.Response(),
            Status.Request(activationId: Sample.activation, openTokenHash: secret, noticesAfter: 7),
            Status.Response(
                userName: "Zoë", alias: "phone", factors: [.device], lockout: lockout,
                notices: [.init(number: 8, at: 1_800_000_000, kind: "pinChanged", device: "tablet")]),
            ListActivations.Request(activationId: Sample.activation),
            ListActivations.Response(activations: [
                .init(
                    activationId: Sample.target, alias: "Old phone", platform: "Android", since: 1_790_000_000,
                    expiresAt: 1_800_000_600)
            ]),
            Rename.Request(activationId: Sample.activation, alias: "Zoë's phone"), Rename.Response(),
            StartUtility.Request(activationId: Sample.activation, utility: .addFactor(.biometric), client: client),
            StartUtility.Request(activationId: Sample.activation, utility: .revoke(Sample.target), client: client),
            StartUtility.Response(sessionId: Sample.session, sessionToken: secret, pinPolicy: .standard),
            FinishUtility.Request(
                activationId: Sample.activation, grant: secret, keyChange: Octets([1]), pinProof: secret,
                secret: Sample.secret),
            FinishUtility.Response(expiresInSeconds: 600), FinishUtility.Response(expiresInSeconds: nil),
            InAppStart.Request(
                activationId: Sample.activation, clientId: "canteen", scope: "openid email", nonce: "n",
                codeChallenge: "c",
                client: client),
            InAppStart.Response(sessionId: Sample.session, sessionToken: secret),
            CollectCode.Request(activationId: Sample.activation, sessionId: Sample.session, sessionToken: secret),
            CollectCode.Response(code: "c"),
            AliasChoices.Request(activationId: Sample.activation),
            AliasChoices.Response(choices: [
                .init(
                    id: Octets([1]), serviceId: "shop", serviceName: "Shop", attribute: "email", aliasText: "work")
            ]),
            ForgetAliasChoice.Request(activationId: Sample.activation, choiceId: Octets([1])),
            ForgetAliasChoice.Response(),
            Revoke.Request(activationId: Sample.activation), Revoke.Response(),
            ProtocolError(.lockedOut, lockout: lockout),
            ProtocolError(.clientTooOld, minimumVersion: ClientVersion("1.2.0")),
            ProtocolError(.coolDown, retryAfterSeconds: 86_400),
            ProtocolError(.securityInsufficient, findings: [.rooted, .hooked]),
        ] + Sample.subjects.map(started)

    /// The answer to `start` for an act.
    static func started(_ subject: ConsentSubject) -> Start.Response {
        Start.Response(
            channel: .crossDevice, subject: subject, service: service, organization: organization,
            roles: [.init(id: "member", name: "Member", alternatives: [[.device, .pin]])],
            attributes: [
                "email": .init(
                    isRequired: true, isMissing: false, aliases: [.init(id: "a1", text: "work", isPrimary: true)]),
                "Groups": .value(isRequired: false, aliases: [.init(id: "g1", text: "staff, ops", isPrimary: true)]),
            ], sessionToken: secret, expiresInSeconds: 300, pairing: true)
    }

    /// Messages without members.
    static func isEmpty(_ message: any Codable) -> Bool {
        switch message {
        case is Abort.Response, is Revoke.Response, is ForgetAliasChoice.Response, is Rename.Response: true
        case let answer as FinishUtility.Response: answer.expiresInSeconds == nil
        default: false
        }
    }
}
