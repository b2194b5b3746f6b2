import XignProtocol

/// The declared part of a service, without its roles.
public struct ServiceDeclaration: Described {
    /// Unique; names the service in configuration and commands.
    public var name = ""
    /// Shown to users.
    public var displayName = ""
    public var description: String?
    /// The address at which people use the service: the way back from a page that leads nowhere else. Nil where the
    /// operator has declared none.
    public var website: String?
    /// The registered redirect URIs, compared byte by byte.
    public var redirectURIs: [String] = []
    /// Nil in a declaration that leaves it to the service as it is.
    public var signingAlgorithm: Service.SigningAlgorithm?
    public var pkce = ClientSettings.Demand.required
    public var isLegacy = false
    /// True for a client with a secret or keys. A native app has neither (RFC 8252, section 8.5).
    public var isConfidential = true
    public var isActive = true
    /// True if the service's own apps may log in directly or through the service's Keycloak (protocol, section 8).
    public var allowsInApp = false
    public var openedQRCodes = OpenedQRCodePolicy.pair
    /// The time in seconds for which a login page waits.
    public var sessionSeconds: Int64 = 300
    /// The attributes that the service may receive, each at most once.
    var attributeDemands: [AttributeDemand] = []
    /// The groups of its organization that the service may learn; nil for none.
    public var groups: ServiceGroups?
    /// The claim in which each login tells the name of the person's account at the service; nil where people have none.
    public var accountName: String?
    /// The destination of claims of attributes that a scope requests.
    public var claimsIn = ClaimDestination.userInfo
    /// The life of an ID token in minutes. Some clients end their session with it. Nobody can take a token back.
    public var idTokenMinutes: Int64 = 5
    /// The requirements for devices, in addition to those of the policy.
    public var security: SecurityRequirements {
        get { declaredSecurity.map(SecurityRequirements.init) ?? .none }
        set { declaredSecurity = newValue.description }
    }
    var declaredSecurity: SecurityDeclaration?
    public var client = ClientSettings.standard

    public init() {}

    public static let members: Members<Self> = [
        .required("name", \.name, .must("1 to 64 lower-case letters, digits and hyphens", isName)),
        .member("displayName", \.displayName, usual: \.name, .keptCanonical),
        .member("description", \.description, .ifPresent(.shown)),
        .member("website", \.website, .ifPresent(.website)),
        .required("redirectUris", \.redirectURIs, .count(1...20, "1 to 20 addresses")),
        .member("signingAlgorithm", \.signingAlgorithm),
        .member("pkce", \.pkce, usual: { $0.isLegacy ? .optional : .required }),
        .member("legacy", \.isLegacy),
        .member("confidential", \.isConfidential, usual: { !$0.client.isNative }),
        .member("active", \.isActive),
        .member("inApp", \.allowsInApp),
        .member("openedQRCodes", \.openedQRCodes),
        .member("sessionSeconds", \.sessionSeconds, .within(5...600)),
        .member("attributes", \.attributeDemands),
        .member("groups", \.groups),
        .member(
            "accountName", \.accountName, .ifPresent(.claim),
            .ifPresent(.must("preferred_username, or a claim that is not the manager's own", isClaimOfAccountName))),
        .member("claimsIn", \.claimsIn),
        .member("idTokenMinutes", \.idTokenMinutes, .within(idTokenMinutesRange)),
        .member("security", \.declaredSecurity, .withoutEmptyParts),
        .member("rememberedLogin", \.client.rememberedLogin, .lasting(1...1440)),
        .member("sharedLogin", \.client.sharesLogin),
        .member("offlineAccess", \.client.offlineAccess),
        .member("postLogoutRedirectUris", \.client.postLogoutRedirectURIs, .count(0...20, "at most 20 addresses")),
        .member("backChannelLogoutUri", \.client.backChannelLogoutURI, .ifPresent(.secureAddress)),
        .member("keys", \.client.keyList),
        .member("pushedRequests", \.client.pushedRequests, usual: \.client.demandOfProfile),
        .member("dpop", \.client.dpop, usual: \.client.demandOfProfile),
        .member("profile", \.client.profile),
        .member("popups", \.client.opensPopups),
        .member("native", \.client.isNative),
    ]

    public static let idTokenMinutesRange: ClosedRange<Int64> = 5...600

    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
            }
    }

    /// An app finds an account by this claim, which it knows as that of the user name.
    private static func isClaimOfAccountName(_ claim: String) -> Bool {
        claim.hasSameBytes(as: AttributeName.username.definition.claim)
            || !DeclaredAttribute.reservedClaims.contains(claim.lowercased())
                && !AttributeName.claims.contains(claim.lowercased())
    }

    /// Those of the twelve attributes that the service may receive.
    public var attributes: [ServiceAttribute] {
        get { attributeDemands.compactMap { if case .known(let attribute) = $0 { attribute } else { nil } } }
        set {
            attributeDemands =
                newValue.map(AttributeDemand.known) + declaredAttributes.map(AttributeDemand.declared)
        }
    }

    /// The attributes that the service may receive, and that the settings declare.
    public var declaredAttributes: [DeclaredAttributeDemand] {
        attributeDemands.compactMap { if case .declared(let attribute) = $0 { attribute } else { nil } }
    }

    /// The protection against injected codes that `pkce` and `legacy` amount to.
    public var proofKey: Service.ProofKey {
        get { isLegacy ? .legacy : pkce == .required ? .required : .optional }
        set { (isLegacy, pkce) = (newValue == .legacy, newValue == .required ? .required : .optional) }
    }
}

extension ClientSettings {
    /// The demand of the profile for pushed requests and DPoP. A declaration that says otherwise is a contradiction.
    fileprivate var demandOfProfile: Demand { profile == nil ? .optional : .required }
}

extension MemberRule<String> {
    /// The rule of an address that pages link to.
    public static var website: Self { must("an https address; http only on loopback", LinkAddress.isWebsite) }

    fileprivate static var secureAddress: Self {
        must("a whole https address without fragment") { RedirectURI.origin(of: $0)?.isSecure == true }
    }
}

extension MemberRule<SecurityDeclaration?> {
    /// Keeps requirements without parts that require nothing; `{}` is none.
    fileprivate static var withoutEmptyParts: Self {
        MemberRule(canonical: { $0.flatMap { $0.flaws.isEmpty ? SecurityRequirements($0).description : $0 } }) { _ in []
        }
    }
}

// MARK: Contradictions

extension ServiceDeclaration {
    public var contradictions: [Flaw] {
        flawsOfName + contradictionsOfClient + contradictionsOfProfile + flawsOfAddresses + flawsOfAttributes
    }

    /// The name of the service has a rule of its own.
    private var flawsOfName: [Flaw] {
        displayName.hasSameBytes(as: name) ? [] : DisplayText.flaws(of: displayName).map { $0.below("displayName") }
    }

    private var contradictionsOfClient: [Flaw] {
        var flaws = FlawList()
        if isLegacy {
            flaws.expect(isConfidential, "legacy", "false, for a service without a secret")
            flaws.expect(pkce == .optional, "legacy", "false where pkce is required")
        }
        // A native app is a public client (RFC 8252, section 8.5).
        if client.isNative {
            flaws.expect(!isConfidential, "confidential", "false, for a native app")
            flaws.expect(
                !client.sharesLogin, "sharedLogin", "left out, for a native app, which another app can pose as")
        }
        if !isConfidential {
            flaws.expect(isLegacy || pkce == .required, "pkce", "required, for a service without a secret")
            flaws.expect(client.keys.isEmpty, "keys", "left out, for a public client")
            flaws.expect(client.pushedRequests == .optional, "pushedRequests", "optional, for a public client")
            // Another app on the machine may receive what such an address is sent (RFC 8252, section 8.6).
            let areAddressesItsOwn = redirectURIs.allSatisfy { $0.hasPrefix("https://") }
            flaws.expect(
                client.rememberedLogin == nil || areAddressesItsOwn, "rememberedLogin",
                "left out, for a public client with an address on loopback or a scheme of its own: another app may "
                    + "have it, too")
            flaws.expect(
                groups == nil || areAddressesItsOwn && !client.isNative, "groups",
                "left out, for a native app, and for a public client with an address on loopback or a scheme of its "
                    + "own, which another app can pose as: declare the app's server as a service of its own, with "
                    + "the groups")
            flaws.expect(
                accountName == nil || areAddressesItsOwn && !client.isNative, "accountName",
                "left out, for a native app, and for a public client with an address on loopback or a scheme of its "
                    + "own, which another app can pose as: declare the app's server as a service of its own, with "
                    + "the account names")
            flaws.expect(
                !client.sharesLogin || client.isNative || areAddressesItsOwn,
                "sharedLogin",
                "left out, for a public client with an address on loopback: another app may have it, too")
        }
        return flaws.all
    }

    private var contradictionsOfProfile: [Flaw] {
        guard client.profile == .fapi2 else { return [] }
        var flaws = FlawList()
        flaws.expect(signingAlgorithm != .rs256, "signingAlgorithm", "ES256 or PS256, for fapi2")
        flaws.expect(
            isConfidential && !client.keys.isEmpty, "keys", "there: the profile fapi2 demands keys")
        flaws.expect(client.pushedRequests == .required, "pushedRequests", "required, for fapi2")
        flaws.expect(client.dpop == .required, "dpop", "required, for fapi2")
        flaws.expect(isLegacy || pkce == .required, "pkce", "required, for fapi2")
        flaws.expect(!isLegacy, "legacy", "false, for fapi2")
        flaws.expect(!allowsInApp, "inApp", "false, for fapi2: apps push no requests")
        for (index, uri) in redirectURIs.enumerated() {
            flaws.expect(uri.hasPrefix("https://"), "redirectUris[\(index)]", "an https address, for fapi2")
        }
        return flaws.all
    }

    private var flawsOfAddresses: [Flaw] {
        var flaws = FlawList()
        for (index, uri) in redirectURIs.enumerated() {
            expectAddress(uri, "redirectUris[\(index)]", &flaws)
            if let name = RedirectURI.answerParameter(in: uri) {
                flaws.add("redirectUris[\(index)]", "its query must not have \(name): answers have it")
            }
        }
        for (index, uri) in client.postLogoutRedirectURIs.enumerated() {
            expectAddress(uri, "postLogoutRedirectUris[\(index)]", &flaws)
            if RedirectURI.answerParameter(in: uri) == "state" {
                flaws.add("postLogoutRedirectUris[\(index)]", "its query must not have state: answers have it")
            }
        }
        return flaws.all
    }

    private func expectAddress(_ uri: String, _ path: String, _ flaws: inout FlawList) {
        if client.isNative {
            flaws.expect(
                RedirectURI.isAcceptableForNativeApp(uri), path,
                "an https address, http://127.0.0.1 or http://[::1] with a path, or a scheme with a dot such as "
                    + "org.example.app:/callback; without fragment or wildcard")
        } else {
            let advice = RedirectURI.isAcceptableForNativeApp(uri) ? "; an app's own scheme needs native: true" : ""
            flaws.expect(
                RedirectURI.isAcceptable(uri), path,
                "a whole https address without fragment or wildcard; http only on localhost, 127.0.0.1 and [::1]"
                    + advice)
        }
    }

    private var flawsOfAttributes: [Flaw] {
        var flaws = FlawList()
        let demands = attributeDemands
        for index in demands.indices
        where demands[..<index].contains(where: { $0.name.hasSameBytes(as: demands[index].name) }) {
            flaws.add("attributes[\(index)]", "must be there once: it is there before")
        }
        let limit = DeclaredAttribute.maximumCountOfService
        flaws.expect(
            declaredAttributes.count <= limit, "attributes",
            "at most \(limit) attributes beside the twelve: a device shows them all")
        if let accountName {
            flaws.expect(
                !attributes.contains { $0.name.definition.claim.hasSameBytes(as: accountName) }, "accountName",
                "another claim: that of the attribute username, which the service receives")
        }
        return flaws.all
    }

    /// Returns the flaws beside the attributes that the settings declare.
    public func flaws(with declared: [DeclaredAttribute]) -> [Flaw] {
        var flaws = FlawList()
        for (index, demand) in attributeDemands.enumerated() {
            guard case .declared(let demand) = demand else { continue }
            guard let attribute = declared.first(where: { $0.name.hasSameBytes(as: demand.name) }) else {
                let advice = DeclaredAttribute.advice(for: demand.name, besides: declared)
                flaws.add("attributes[\(index)]", "\(demand.name) is no attribute; \(advice)")
                continue
            }
            guard let accountName, attribute.claim.hasSameBytes(as: accountName) else { continue }
            flaws.add("accountName", "must be another claim: that of the attribute \(attribute.name)")
        }
        return flaws.all
    }
}

/// Flaws that are being collected.
private struct FlawList {
    private(set) var all: [Flaw] = []

    mutating func add(_ path: String, _ reason: String) { all.append(Flaw(path, reason)) }

    mutating func expect(_ condition: Bool, _ path: String, _ expected: String) {
        if !condition { add(path, "must be \(expected)") }
    }
}
