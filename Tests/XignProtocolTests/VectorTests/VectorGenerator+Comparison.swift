import Testing

@testable import XignProtocol

extension VectorGenerator {
    static func comparisons() throws -> ComparisonVectors {
        var vectors = ComparisonVectors(processes: [], starts: [], statements: [], cases: [])
        let bases = try Comparison.bases
        for base in bases {
            vectors.processes.append(base.process)
            vectors.starts.append(base.start)
            vectors.statements.append(Octets(base.statement.serialized))
        }
        for index in bases.indices {
            vectors.cases.append(
                .init(what: bases[index].what, process: index, start: index, statement: index, isSigned: true))
            for other in bases.indices where other != index {
                let (one, two) = (bases[index].what, bases[other].what)
                // Nobody knows from a QR code whether the website asks for a lasting access.
                let areAlike = [index, other].allSatisfy { bases[$0].process.way == "qr" }
                // The choices of attributes in a process are those for its own website.
                let haveSameChoices = bases[index].process.attributes.isEmpty == bases[other].process.attributes.isEmpty
                if haveSameChoices || !areAlike {
                    vectors.cases.append(
                        .init(
                            what: "\(one), which turns out to be \(two)", process: index, start: other,
                            statement: other, isSigned: areAlike))
                }
                vectors.cases.append(
                    .init(
                        what: "\(one), with the statement of \(two)", process: index, start: index, statement: other,
                        isSigned: false))
            }
            try addMutations(of: bases[index], index, to: &vectors)
            for lie in bases[index].lies {
                var statement = bases[index].statement
                lie.change(&statement)
                vectors.starts.append(try Comparison.start(statement))
                vectors.statements.append(Octets(statement.serialized))
                vectors.cases.append(
                    .init(
                        what: "\(bases[index].what), where answer and statement have \(lie.what)", process: index,
                        start: vectors.starts.count - 1, statement: vectors.statements.count - 1,
                        isSigned: lie.isSigned))
            }
        }
        return vectors
    }

    /// The digest of a stored value, which the device does not know.
    private static let storedDigest = "attributes.0.digest"

    /// Adds statements that differ from the answer to `start` in one place.
    private static func addMutations(
        of base: Comparison, _ index: Int, to vectors: inout ComparisonVectors
    ) throws {
        let value = try StrictJSON.parse(base.statement.serialized, limits: .statement)
        for mutation in value.mutations where mutation.kind == .changed || mutation.kind == .missing {
            let top = String(mutation.path.prefix { $0 != "." })
            // The members besides those of the act are compared alike for all purposes.
            guard index == 0 || ["utility", "transaction", "offlineUntil"].contains(top) else { continue }
            guard isConsent(mutation.bytes) else { continue }
            vectors.statements.append(Octets(mutation.bytes))
            vectors.cases.append(
                .init(
                    what: "\(base.what), where the statement has another \(mutation.path)", process: index,
                    start: index, statement: vectors.statements.count - 1,
                    isSigned: ["challenge", "issuedAt", "expiresAt", "policyVersion"].contains(top)
                        || mutation.path == storedDigest))
        }
    }
}

/// A process from its beginning to its statement, as it should be.
private struct Comparison {
    /// A change that a lying manager makes in answer and statement alike.
    typealias Lie = (what: String, isSigned: Bool, change: @Sendable (inout ConsentStatement) -> Void)

    let what: String
    let process: ComparisonVectors.Process
    let start: String
    let statement: ConsentStatement
    let lies: [Lie]

    private init(
        _ what: String, _ way: String, _ statement: ConsentStatement,
        lies: [Lie],
        asking: (inout ComparisonVectors.Process) -> Void = { _ in }
    ) throws {
        self.what = what
        self.statement = statement
        self.lies = lies
        start = try Self.start(statement)
        var process = ComparisonVectors.Process(
            way: way, idm: Sample.idm, url: Sample.origin.description,
            activationId: Octets(Sample.activation.bytes), sessionId: Octets(Sample.session.bytes),
            roleId: statement.role.id, attributes: statement.attributes.isEmpty ? [:] : Self.selections)
        asking(&process)
        self.process = process
    }

    static var bases: [Comparison] {
        get throws {
            try [
                Comparison("a login by QR code", "qr", login(.login(offlineUntil: nil), .crossDevice), lies: ofWebsite),
                Comparison("a login by link", "link", login(.login(offlineUntil: nil), .sameDevice), lies: []),
                Comparison(
                    "a login with lasting access", "qr", login(.login(offlineUntil: 1_830_000_000), .crossDevice),
                    lies: []),
                Comparison(
                    "a login at the manager's own pages", "qr", loginAtOwnPages, lies: ofTransaction + ofOwnPages),
                Comparison(
                    "a transaction by QR code", "transactionQr",
                    act(.transaction(Sample.transactionText), .crossDevice),
                    lies: ofTransaction),
                Comparison(
                    "a transaction by link", "transactionLink", act(.transaction(Sample.transactionText), .sameDevice),
                    lies: []),
                Comparison(
                    "a login in the app", "inAppStart", login(.inAppLogin(offlineUntil: nil), .inApp, origin: "app"),
                    lies: ofApp
                ) { $0.clientId = "canteen" },
                Comparison(
                    "a login through a Keycloak", "keycloak",
                    login(.inAppLogin(offlineUntil: nil), .inApp, origin: "https://sso.example.org"), lies: ofKeycloak
                ) { $0.keycloak = "https://sso.example.org" },
                utility(.changePin), utility(.newActivation), utility(.delete),
                utility(.addFactor(.biometric)) { $0.factor = "biometric" },
                utility(.revoke(Sample.activationSubject), lies: ofTarget) {
                    $0.target = Octets(Sample.target.bytes)
                },
                Comparison(
                    "a merge", "merge", act(.utility(.merge(Sample.invitationSubject)), .api),
                    lies: ofBuiltIn + ofInvitation
                ) {
                    let organization = Sample.invitationSubject.organization
                    $0.organization = .init(id: organization.id, name: organization.name)
                    $0.address = Sample.invitationSubject.address
                },
            ]
        }
    }

    private static func utility(
        _ subject: UtilitySubject, lies: [Lie] = [],
        asking: (inout ComparisonVectors.Process) -> Void = { _ in }
    ) throws -> Comparison {
        try Comparison(
            "the process \(subject.purpose.rawValue)", "startUtility", act(.utility(subject), .api),
            lies: (subject == .changePin ? ofBuiltIn : []) + lies
        ) {
            $0.purpose = subject.purpose.rawValue
            asking(&$0)
        }
    }

    // MARK: Lies

    private static let ofWebsite: [Lie] = [
        ("another service", true, { $0.service.id = "bank" }),
        ("another origin", true, { $0.serviceOrigin = "https://bank.example.org" }),
        ("a weaker alternative", true, { $0.alternatives = [[.device]] }),
        ("a required attribute more", false, { $0.attributes[1].isRequired = true }),
        ("the id of the account pages", false, { $0.service.id = "xign.account" }),
        ("the id of the console", false, { $0.service.id = "xign.console" }),
        ("the built-in organization", false, { $0.organization.id = "xign.operator" }),
        ("the built-in role", false, { $0.role.id = "xign.person" }),
    ]

    /// A login, unlike the other acts at the built-in parties, has a readable statement with these.
    private static let ofOwnPages: [Lie] = [
        ("an alternative without PIN", false, { $0.alternatives = [[.biometric, .device]] }),
        ("an attribute", false, { $0.attributes = [Sample.consent.attributes[0]] }),
    ]

    private static let ofTransaction: [Lie] = [
        ("the console as service", true, { $0.service.id = "xign.console" }),
        ("another service", false, { $0.service.id = "canteen" }),
        ("another origin", false, { $0.serviceOrigin = "https://evil.example.org" }),
        ("the origin of an app", false, { $0.serviceOrigin = "app" }),
        ("another organization", false, { $0.organization.id = "acme" }),
        ("another role", false, { $0.role.id = "member" }),
    ]

    private static let ofApp: [Lie] = [
        ("another service", false, { $0.service.id = "bank" }),
        ("the built-in organization", false, { $0.organization.id = "xign.operator" }),
        ("the origin of a website", false, { $0.serviceOrigin = "https://canteen.example.org" }),
    ]

    private static let ofKeycloak: [Lie] = [
        ("another service", true, { $0.service.id = "bank" }),
        ("the id of the account pages", false, { $0.service.id = "xign.account" }),
        ("another origin", false, { $0.serviceOrigin = "https://evil.example.org" }),
        ("the origin of an app", false, { $0.serviceOrigin = "app" }),
    ]

    private static let ofBuiltIn: [Lie] = [
        ("another service", false, { $0.service.id = "canteen" }),
        ("the console as service", false, { $0.service.id = "xign.console" }),
        ("another name of the service", true, { $0.service.name = "Xign" }),
        ("another origin", false, { $0.serviceOrigin = Sample.origin.description }),
        ("another organization", false, { $0.organization.id = "acme" }),
        ("another role", false, { $0.role.id = "member" }),
        ("an alternative without PIN", false, { $0.alternatives = [[.biometric, .device]] }),
        ("an attribute", false, { $0.attributes = [Sample.consent.attributes[0]] }),
    ]

    private static let ofTarget: [Lie] = [
        ("another device", false, { $0.revoke { $0.id = Sample.activation } }),
        ("another name of the device", true, { $0.revoke { $0.alias = "Tablet" } }),
        ("a device without a name", true, { $0.revoke { $0.alias = nil } }),
    ]

    private static let ofInvitation: [Lie] = [
        ("another inviting organization", false, { $0.merge { $0.organization.id = "acme" } }),
        ("another name of the inviting organization", false, { $0.merge { $0.organization.name = "Acme" } }),
        ("another address", false, { $0.merge { $0.address = "eve@example.org" } }),
        ("fewer roles", true, { $0.merge { $0.roles.removeLast() } }),
    ]

    // MARK: Statements and answers

    private static let disclosure = AttributeDisclosure(
        salt: [UInt8](0xE0...0xEF), name: "givenName", value: "Zoë")
    private static let selections: [String: Prepare.Selection] = [
        "email": .init(aliasId: "a1"), "givenName": .init(disclosure: disclosure.text),
    ]

    private static func login(
        _ subject: ConsentSubject, _ channel: Channel, origin: String = "https://canteen.example.org"
    ) -> ConsentStatement {
        var statement = Sample.consent(subject)
        (statement.channel, statement.serviceOrigin) = (channel, origin)
        statement.attributes[1].digest = disclosure.digest
        return statement
    }

    private static var loginAtOwnPages: ConsentStatement {
        var statement = act(.transaction(Sample.transactionText), .crossDevice)
        statement.subject = .login(offlineUntil: nil)
        return statement
    }

    private static func act(_ subject: ConsentSubject, _ channel: Channel) -> ConsentStatement {
        var statement = Sample.consent(subject)
        statement.channel = channel
        return statement
    }

    /// The answer to `start` that agrees with a statement.
    static func start(_ statement: ConsentStatement) throws -> String {
        let attributes = statement.attributes.map { attribute in
            (
                attribute.name,
                AttributeDescription(
                    isRequired: attribute.name == "email", isMissing: attribute.source == .supplied,
                    aliases: attribute.aliasID == nil ? [] : [.init(id: "a1", text: "work", isPrimary: true)])
            )
        }
        let answer = Start.Response(
            channel: statement.channel, subject: statement.subject,
            service: .init(
                id: statement.service.id, name: statement.service.name, origin: statement.serviceOrigin,
                description: nil),
            organization: .init(
                id: statement.organization.id, name: statement.organization.name, website: nil, address: nil,
                description: nil),
            roles: [.init(id: statement.role.id, name: statement.role.name, alternatives: statement.alternatives)],
            attributes: Dictionary(uniqueKeysWithValues: attributes), sessionToken: OperationCodingTests.secret,
            expiresInSeconds: 300)
        return String(decoding: try MessageCoding.encode(answer), as: UTF8.self)
    }
}

extension ConsentStatement {
    fileprivate mutating func revoke(_ change: (inout ActivationSubject) -> Void) {
        guard case .utility(.revoke(var activation)) = subject else { return }
        change(&activation)
        subject = .utility(.revoke(activation))
    }

    fileprivate mutating func merge(_ change: (inout InvitationSubject) -> Void) {
        guard case .utility(.merge(var invitation)) = subject else { return }
        change(&invitation)
        subject = .utility(.merge(invitation))
    }
}
