import XignProtocol

/// The terms of an organization's shared login: one confirmation for its websites that take part, in one browser.
public struct SharedLoginTerms: Described {
    /// The time from the begin of the login that was confirmed, never prolonged by use.
    public var minutes: Int64
    /// The longest time between two uses, at whichever website.
    public var idleMinutes: Int64

    public static let minutesRange: ClosedRange<Int64> = 1...43_200
    /// The longest shared login that a QR code begins. Somebody may have shown the code to the person from afar
    /// (protocol, section 6).
    public static let maximumMinutesByQRCode: Int64 = 1440

    public init(minutes: Int64, idleMinutes: Int64) { (self.minutes, self.idleMinutes) = (minutes, idleMinutes) }

    public init() { self.init(minutes: 0, idleMinutes: 0) }

    public static let members: Members<Self> = [
        .required("minutes", \.minutes, .within(minutesRange)),
        .member("idleMinutes", \.idleMinutes, usual: { min(60, max(1, $0.minutes)) }, isExplicit: true),
    ]

    public var contradictions: [Flaw] {
        idleMinutes >= 1 && idleMinutes <= max(1, minutes) ? [] : [Flaw("idleMinutes", "must be 1 to minutes")]
    }

    /// The minutes that a person is offered on a channel; nil where a login through it begins no shared login.
    public func minutes(through channel: Channel) -> Int64? {
        switch channel {
        case .sameDevice: minutes
        case .crossDevice: min(minutes, Self.maximumMinutesByQRCode)
        case .inApp, .api: nil
        }
    }
}

extension DeclaredService {
    /// The terms of the shared login in which the service takes part with a registered address; nil where it does not.
    public func sharedLogin(returningTo redirectURI: String) -> SharedLoginTerms? {
        guard service.client.sharesLogin, service.mayRemember(returningTo: redirectURI) else { return nil }
        return organization.sharedLogin
    }
}
