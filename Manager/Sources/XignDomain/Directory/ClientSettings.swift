/// The settings of a service as an OpenID Connect client, beyond those that each service has. `standard` switches all
/// of them off.
public struct ClientSettings: Sendable, Equatable {
    /// Refresh tokens, with which the service comes back without the person (OpenID Connect Core, section 11).
    public struct OfflineAccess: Described {
        /// The time from the confirmation, never prolonged by use.
        public var days: Int64
        /// The longest time between two uses.
        public var idleDays: Int64

        public static let daysRange: ClosedRange<Int64> = 1...365

        public init(days: Int64, idleDays: Int64) { (self.days, self.idleDays) = (days, idleDays) }

        public init() { self.init(days: 0, idleDays: 0) }

        public static let members: Members<Self> = [
            .required("days", \.days, .within(daysRange)),
            .member("idleDays", \.idleDays, usual: { min(30, max(1, $0.days)) }, isExplicit: true),
        ]

        public var contradictions: [Flaw] {
            idleDays >= 1 && idleDays <= max(1, days) ? [] : [Flaw("idleDays", "must be 1 to days")]
        }

        public var seconds: Int64 { days * 86_400 }
        public var idleSeconds: Int64 { idleDays * 86_400 }
    }

    /// A protection that each client may use, and that some must use.
    public enum Demand: String, Word, CaseIterable {
        case required
        case optional
    }

    /// A preset that other settings must not contradict.
    public enum Profile: String, Word, CaseIterable {
        /// FAPI 2.0 Security Profile: keys in place of a secret, pushed requests, DPoP, PKCE, and no RS256.
        case fapi2
    }

    /// The terms of logins that a browser may repeat at this service alone. Nil: each login needs the device.
    public var rememberedLogin: RepeatedLoginTerms?
    /// True if the service takes part in the shared login of its organization.
    public var sharesLogin: Bool
    /// Nil: the service gets no refresh tokens.
    public var offlineAccess: OfflineAccess?
    /// The addresses to which a browser may return after a logout, compared byte by byte (OpenID Connect RP-Initiated
    /// Logout 1.0, section 3).
    public var postLogoutRedirectURIs: [String]
    /// The address that gets logout tokens, with `sid` in each of them (OpenID Connect Back-Channel Logout 1.0,
    /// section 2.2); nil for none.
    public var backChannelLogoutURI: String?
    /// The public keys of `private_key_jwt`. A service with keys has no secret.
    public var keys: [ClientKey]
    /// Pushed authorization requests (RFC 9126).
    public var pushedRequests: Demand
    /// Sender-constrained tokens (RFC 9449).
    public var dpop: Demand
    public var profile: Profile?
    /// True if the service opens the login in a popup and needs its `window.opener`.
    public var opensPopups: Bool
    /// True for a native app, which has other redirect URIs and no secret (RFC 8252).
    public var isNative: Bool

    public static let standard = ClientSettings()

    public init(
        rememberedLogin: RepeatedLoginTerms? = nil, sharesLogin: Bool = false, offlineAccess: OfflineAccess? = nil,
        postLogoutRedirectURIs: [String] = [], backChannelLogoutURI: String? = nil, keys: [ClientKey] = [],
        pushedRequests: Demand = .optional, dpop: Demand = .optional, profile: Profile? = nil,
        opensPopups: Bool = false, isNative: Bool = false
    ) {
        self.rememberedLogin = rememberedLogin
        self.sharesLogin = sharesLogin
        self.offlineAccess = offlineAccess
        self.postLogoutRedirectURIs = postLogoutRedirectURIs
        self.backChannelLogoutURI = backChannelLogoutURI
        self.keys = keys
        self.pushedRequests = pushedRequests
        self.dpop = dpop
        self.profile = profile
        self.opensPopups = opensPopups
        self.isNative = isNative
    }
}
