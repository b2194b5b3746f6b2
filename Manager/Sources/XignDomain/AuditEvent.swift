import XignProtocol

/// An entry of the audit log. It holds identifiers, never attribute values or secrets, and outlives its account.
public struct AuditEvent: Sendable, Equatable {
    public var at: Timestamp
    public var kind: Kind
    public var accountID: AccountID?
    public var activationID: ActivationID?
    public var serviceID: ServiceID?
    /// The organization whose administrators or groups the event concerns; nil for all events but those about grants
    /// and groups.
    public var organizationID: OrganizationID?
    /// The process whose signed statement confirmed the act.
    public var sessionID: SessionID?
    /// The process that a second administrator confirmed, where the act needed two.
    public var approvalID: SessionID?
    /// The party that acted, as the log keeps it: without a session.
    public var actor: Actor
    /// The network of the browser, as logs name it; nil where logs name none.
    public var network: String?
    /// An explanation for people, without secrets, users' names and attribute values.
    public var detail: String?

    public init(
        _ kind: Kind, at: Timestamp, accountID: AccountID? = nil, activationID: ActivationID? = nil,
        serviceID: ServiceID? = nil, organizationID: OrganizationID? = nil, sessionID: SessionID? = nil,
        approvalID: SessionID? = nil, actor: Actor? = nil, network: String? = nil, detail: String? = nil
    ) {
        self.kind = kind
        self.at = at
        self.accountID = accountID
        self.activationID = activationID
        self.serviceID = serviceID
        self.organizationID = organizationID
        self.sessionID = sessionID
        self.approvalID = approvalID
        self.actor = actor?.recorded ?? kind.definition.usualActor
        self.network = network
        self.detail = detail
    }

    /// The processes whose signed statements confirmed the act: none, one, or those of two administrators.
    public var processes: [SessionID] { [sessionID, approvalID].compactMap { $0 } }

    /// True for an act of an operator, at the console or with the commands.
    public var isByOperator: Bool {
        switch actor {
        case .administrator, .machine: true
        case .person, .device, .client, .website, .manager: false
        }
    }

    /// The first word of `detail` where a factor was wrong.
    public static let wrongFactor = "wrong"

    /// The first word of the detail of `loginConfirmed`. The factors follow, as after `wrongFactor`.
    public static let confirmedFactor = "with"

    /// The names of factors in a detail, after its first word.
    public static func text(of factors: [FactorType]) -> String { factors.map(\.rawValue).joined(separator: " + ") }

    /// Reads the factors that were wrong; none where the text is another one.
    public static func wrongFactors(_ detail: String?) -> Set<FactorType> { factors(detail, after: wrongFactor) }

    /// Reads the factors of a confirmation; none where the text is another one, such as one of an older version.
    public static func confirmedFactors(_ detail: String?) -> Set<FactorType> {
        factors(detail, after: confirmedFactor)
    }

    /// Reads the number in `failure 3 in a row`, at most 999; nil where the text has none.
    public static func failuresInARow(_ detail: String) -> Int? {
        detail.firstMatch(of: /failure ([0-9]{1,3}) in a row/).flatMap { Int($0.output.1) }
    }

    private static func factors(_ detail: String?, after word: String) -> Set<FactorType> {
        guard let detail, detail.hasPrefix("\(word) ") else { return [] }
        let names = detail.dropFirst(word.count + 1).prefix { $0 != "," }
        return Set(names.split(separator: " ").compactMap { FactorType(rawValue: String($0)) })
    }

    /// The beginning of the detail of `accountRemoved`. The public id of the account follows.
    public static let userIDPrefix = "user id "

    /// The beginning of a detail that names a join link. Its id follows.
    private static let joinLinkPrefix = "join link "

    public static func detail(naming link: JoinLinkID) -> String { "\(joinLinkPrefix)\(link)" }

    /// Reads the id of a join link; nil where the text names none.
    public static func joinLink(_ detail: String) -> JoinLinkID? {
        guard detail.hasPrefix(joinLinkPrefix) else { return nil }
        return JoinLinkID(text: detail.dropFirst(joinLinkPrefix.count).prefix { $0 != ":" })
    }

    /// True for a confirmation that was refused for a wrong PIN or another wrong factor.
    public var isWrongFactor: Bool { kind == .loginRefused && detail?.hasPrefix(Self.wrongFactor) == true }
}
