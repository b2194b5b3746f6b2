import XignProtocol

extension AdditionalName {
    /// The permission of a shared login.
    public static let sharedLogin = AdditionalName(rawValue: "sharedLogin")
}

/// The permission that begins a shared login, as the device shows it and as its person signs it.
public struct SharedLoginPermission: Sendable, Equatable {
    public let organizationID: OrganizationID
    /// The end, in whole seconds.
    public let end: Timestamp

    public init(organizationID: OrganizationID, end: Timestamp) {
        (self.organizationID, self.end) = (organizationID, Timestamp(seconds: end.seconds))
    }

    /// Reads what a person has allowed in a login; nil where they have allowed nothing.
    public init?(_ releases: Releases) {
        guard let release = releases.additional.first(where: { $0.name == .sharedLogin }) else { return nil }
        let parts = release.disclosure.value.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, let seconds = Int64(parts[1]) else { return nil }
        self.init(organizationID: OrganizationID(String(parts[0])), end: Timestamp(seconds: seconds))
    }

    /// The permission that was signed for a shared login.
    public init(of shared: SharedLogin) {
        self.init(organizationID: shared.organizationID, end: shared.cookie.expiresAt)
    }

    /// The text under the statement's digest.
    private var value: String { "\(organizationID.text) \(end.seconds)" }

    /// The content without the words, by which the id of its alias is made.
    public var content: AdditionalOffer.Content { AdditionalOffer.Content(value: value, alias: "") }

    /// True for the name of the permission in a statement, in any language.
    public static func isName(_ name: String) -> Bool {
        Language.allCases.contains { label(in: $0).hasSameBytes(as: name) }
    }

    /// Makes the offer, which is off until the person includes it.
    public func offer(for minutes: Int64, in browser: RequestingBrowser, _ language: Language) -> AdditionalOffer {
        let place = [Self.place(browser.kind, language), browser.network.map { "(\($0))" }].compactMap { $0 }
        let alias = "\(place.joined(separator: " ")), \(Self.duration(minutes, language))"
        return .permission(
            .sharedLogin, label: Self.label(in: language), content: AdditionalOffer.Content(value: value, alias: alias))
    }

    static func label(in language: Language) -> String {
        switch language {
        case .english: "Stay logged in at the websites of this organization"
        case .german: "Bei den Websites dieser Organisation angemeldet bleiben"
        }
    }

    private static func place(_ kind: BrowserKind?, _ language: Language) -> String {
        switch (language, kind) {
        case (.english, nil): "in this browser"
        case (.german, nil): "in diesem Browser"
        case (.english, let kind?): "in \(kind.product.name) on \(kind.system.name)"
        case (.german, let kind?): "in \(kind.product.name) auf \(kind.system.name)"
        }
    }

    /// The largest unit that divides the minutes.
    private static func duration(_ minutes: Int64, _ language: Language) -> String {
        let (count, unit): (Int64, Int) =
            minutes % 1440 == 0 ? (minutes / 1440, 2) : minutes % 60 == 0 ? (minutes / 60, 1) : (minutes, 0)
        switch language {
        case .english: return "for \(count) \(["minute", "hour", "day"][unit])\(count == 1 ? "" : "s")"
        case .german:
            let words = count == 1 ? ["Minute", "Stunde", "Tag"] : ["Minuten", "Stunden", "Tage"]
            return "\(count) \(words[unit]) lang"
        }
    }
}

extension Process {
    /// The longest shared login that a QR code begins, in minutes. Somebody may have shown the code to the person from
    /// afar (protocol, section 6).
    private static let maximumSharedMinutesByQRCode: Int64 = 1440

    /// The shared login that a person may allow in the process, and its minutes; nil where none can begin.
    ///
    /// The end counts from the begin of the process, so that it is known before anybody confirms.
    public func sharedLogin(
        in organization: OrganizationID, under terms: RepeatedLoginTerms
    ) -> (permission: SharedLoginPermission, minutes: Int64)? {
        guard case .website = goal else { return nil }
        let minutes: Int64
        switch channel {
        case .sameDevice: minutes = terms.minutes
        case .crossDevice: minutes = min(terms.minutes, Self.maximumSharedMinutesByQRCode)
        case .inApp, .api: return nil
        }
        return (SharedLoginPermission(organizationID: organization, end: createdAt + minutes * 60), minutes)
    }
}
