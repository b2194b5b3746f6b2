public import Foundation
internal import XignProtocol

// The script of a test in the app's language.

/// The network between the app and the manager of a test.
public enum TestNetwork: Sendable {
    /// Everything arrives.
    case up
    /// Nothing arrives: a moment without a network.
    case offline
    /// Requests arrive, and the manager acts on them, but their answers are lost: all after the given number.
    case losesAnswers(after: Int = 0)
    /// Requests arrive, but their answers come too late.
    case slow
    /// Somebody in between shows a certificate that is not trusted.
    case wrongCertificate
    /// Another manager answers at the address.
    case otherManager
}

/// The lockout that a wrong PIN causes at the manager of a test. While it runs, no other process begins.
public enum TestLockout: Sendable {
    /// A lockout of 30 seconds, after which the login goes on.
    case short
    /// A lockout of 30 seconds, before whose end the login is over.
    case endingLogin
    /// A lockout for ever.
    case permanent
}

extension TestManager {
    /// Makes a manager that knows one user, alice, who has no activation yet.
    public convenience init() throws { try self.init("https://login.example.org") }

    /// The manager's identifier.
    public var idmIdentifier: String { idm }

    /// Invites alice to activate a phone, also anew.
    ///
    /// - Parameters:
    ///   - pin: the activation PIN, 5 to 32 digits.
    ///   - mustBeReplaced: true if she must set a PIN of her own.
    /// - Returns: the text of the invitation's QR code.
    public func invitation(pin: String = "482915", mustBeReplaced: Bool = false) -> String {
        state.withLock {
            ($0.pin, $0.newPinRequired, $0.openAnswer) = (pin, mustBeReplaced, nil)
            ($0.enrolled, $0.usedToken, $0.lockedUntil) = ([], nil, nil)
        }
        return activationPid
    }

    /// Invites alice to an organization. Her activated app accepts by an authentication.
    ///
    /// - Parameters:
    ///   - organization: the organization's name.
    ///   - pin: the PIN of the invitation, 5 to 32 digits.
    /// - Returns: the text of the invitation's QR code.
    public func invitation(to organization: String, pin: String = "482915") -> String {
        let address = "alice@example.org"
        let subject = InvitationSubject(
            organization: .init(id: "org", name: organization), address: address,
            roles: [.init(service: "Shop", role: "User")])
        begin(Login(.utility(.merge(subject)))) {
            $0.pin = pin
            $0.openAnswer = .merge(
                Open.Merge(
                    sessionId: session, sessionToken: claimToken,
                    organization: OrganizationDescription(
                        id: "org", name: organization, website: nil, address: nil, description: nil),
                    address: address))
        }
        return activationPid
    }

    /// Activates another device of alice. Her phone lists it, can remove it, and has a notice of it.
    public func addDevice(named name: String) {
        state.withLock {
            let now = Int64($0.now.timeIntervalSince1970)
            $0.otherActivations.append(
                .init(activationId: .random(), alias: name, platform: "Linux", since: now, expiresAt: nil))
            $0.notices.append(
                Notice(
                    number: ($0.notices.last?.number ?? 0) + 1, at: now, kind: "activationPersonalized", device: name))
        }
    }

    /// Begins a login at a website.
    ///
    /// - Returns: the text of its QR code.
    public func login(_ login: TestLogin = TestLogin()) -> String {
        begin(Login(login)) {
            $0.pairing = login.digits
            let refused = Dictionary(uniqueKeysWithValues: login.refused.map { ($0, Prepare.AttributeError.invalid) })
            $0.prepareErrors = refused.isEmpty ? [] : [refused]
        }
        return loginPid
    }

    /// Begins a login in a browser of the phone, which ends with a `returnURL`.
    ///
    /// - Returns: the link that opens the app.
    public func loginLink(_ login: TestLogin = TestLogin()) -> String {
        _ = self.login(login)
        let appLinks = state.withLock {
            $0.login.channel = .sameDevice
            $0.returnSecret = SecretOctets.random(count: 32)
            return $0.material.appLinkOrigins[0]
        }
        let process = InitializationPayload(.authenticationByLink(session), secret: qrSecret, origin: origin)
        return InitializationLink.appLink(process, at: appLinks)
    }

    /// Begins a transaction: a page of the manager asks for an act.
    ///
    /// - Parameters:
    ///   - title: the act, such as "Remove a device".
    ///   - name: the name of what it concerns.
    /// - Returns: the text of its QR code.
    public func transaction(_ title: String, name: String) -> String {
        let text = TransactionText(type: "test", language: "en", parts: [.literal(title), .name(name)])
        begin(Login(.transaction(text))) { _ in }
        return pid(.transactionByQRCode(session))
    }

    private func begin(_ login: Login, _ change: (inout State) -> Void) {
        state.withLock {
            ($0.login, $0.statement, $0.corrections, $0.pairing, $0.prepareErrors) = (login, nil, 3, nil, [])
            $0.returnSecret = nil
            change(&$0)
        }
    }

    /// The network, until it is set again.
    public var network: TestNetwork {
        get { state.withLock { $0.network } }
        set { state.withLock { ($0.network, $0.passed) = (newValue, 0) } }
    }

    /// The lockout that a wrong PIN causes, until it is set again.
    public var lockout: TestLockout {
        get { state.withLock { $0.lockout } }
        set { state.withLock { $0.lockout = newValue } }
    }

    /// The moment by the clocks of the manager and its phones. It stands still, and only ``wait(seconds:)`` moves it.
    public var date: Date { now() }

    /// Lets time pass, on all clocks.
    public func wait(seconds: TimeInterval) { state.withLock { $0.now += seconds } }
}

extension TestManager.Login {
    fileprivate init(_ login: TestLogin) {
        self.init()
        service.name = login.service
        service.origin = login.address
        organization.name = login.organization
        let alternatives: [[FactorType]] =
            login.acceptsBiometrics ? [[.biometric, .device], [.device, .pin]] : [[.device, .pin]]
        roles = login.roles.map { RoleDescription(id: $0, name: $0, alternatives: alternatives) }
        attributes = login.attributes.mapValues { attribute in
            switch attribute {
            case .stored(let isRequired): AttributeDescription(isRequired: isRequired, isMissing: false, aliases: [])
            case .missing(let isRequired, let mustBeVerified):
                AttributeDescription(
                    isRequired: isRequired, isMissing: true, mustBeVerified: mustBeVerified, aliases: [])
            case .aliases(let names, let isRequired):
                AttributeDescription(
                    isRequired: isRequired, isMissing: false,
                    aliases: Self.aliases(names))
            }
        }
        for (name, addition) in login.additions {
            attributes[name] =
                switch addition {
                case .value(let texts, let isRequired): .value(isRequired: isRequired, aliases: Self.aliases(texts))
                case .permission(let extent): .permission(.init(id: "a0", text: extent, isPrimary: true))
                }
        }
    }

    private static func aliases(_ names: [String]) -> [AttributeDescription.Alias] {
        names.enumerated().map { .init(id: "a\($0)", text: $1, isPrimary: $0 == 0) }
    }
}
