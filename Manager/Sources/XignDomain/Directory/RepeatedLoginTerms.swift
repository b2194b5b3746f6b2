import XignProtocol

/// The terms under which a browser may repeat a login without the device: at one service, or at the websites of an
/// organization that share a login.
public struct RepeatedLoginTerms: Described {
    /// The time from the login that was confirmed, never prolonged by use.
    public var minutes: Int64
    /// The longest time between two uses; those of a shared login count at all of its websites.
    public var idleMinutes: Int64

    public init(minutes: Int64, idleMinutes: Int64) { (self.minutes, self.idleMinutes) = (minutes, idleMinutes) }

    public init() { self.init(minutes: 0, idleMinutes: 0) }

    public static let members: Members<Self> = [
        .required("minutes", \.minutes),
        .member("idleMinutes", \.idleMinutes, usual: { min(60, max(1, $0.minutes)) }, isExplicit: true),
    ]

    public var contradictions: [Flaw] {
        idleMinutes >= 1 && idleMinutes <= max(1, minutes) ? [] : [Flaw("idleMinutes", "must be 1 to minutes")]
    }
}

extension MemberRule<RepeatedLoginTerms?> {
    /// The rule of terms whose `minutes` have these limits.
    static func lasting(_ minutes: ClosedRange<Int64>) -> Self {
        let rule = MemberRule<Int64>.within(minutes)
        return MemberRule { $0.map { rule.flaws($0.minutes).map { $0.below("minutes") } } ?? [] }
    }
}

extension DeclaredService {
    /// The terms of the shared login in which the service takes part with a registered address; nil where it does not.
    public func sharedLogin(returningTo redirectURI: String) -> RepeatedLoginTerms? {
        guard service.client.sharesLogin, service.mayRemember(returningTo: redirectURI) else { return nil }
        return organization.sharedLogin
    }
}
