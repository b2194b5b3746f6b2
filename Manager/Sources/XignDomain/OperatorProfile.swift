/// The operator of the manager, as pages and devices name it. Set with `apply`; every part may be absent.
public struct OperatorProfile: Sendable, Equatable, Codable {
    /// The authenticator app that the operator's users have.
    public struct App: Sendable, Equatable, Codable {
        public var name: String?
        /// The app's page in Apple's App Store.
        public var appStore: String?
        public var googlePlay: String?
        /// The app's page in another store, or the operator's own.
        public var other: String?

        public init(name: String? = nil, appStore: String? = nil, googlePlay: String? = nil, other: String? = nil) {
            self.name = name
            self.appStore = appStore
            self.googlePlay = googlePlay
            self.other = other
        }

        public static let none = App()
    }

    /// The part that comes from the manager's configuration, and is not stored.
    public struct Installation: Sendable, Equatable {
        /// The path of the logo, at each origin with pages; nil where there is none.
        public var logoPath: String?
        /// True where a phone's browser can be the authenticator, for people without an app.
        public var hasBrowserAuthenticator: Bool
        /// True where the manager has a mail server, so that people can verify their addresses.
        public var sendsMail: Bool
        /// The address of the page for people who have lost their device; nil where it is not served.
        public var lostDeviceAddress: String?
        /// The address of the page on which people register; nil where it is not served.
        public var registrationAddress: String?

        public init(
            logoPath: String? = nil, hasBrowserAuthenticator: Bool = false, sendsMail: Bool = false,
            lostDeviceAddress: String? = nil, registrationAddress: String? = nil
        ) {
            self.logoPath = logoPath
            self.hasBrowserAuthenticator = hasBrowserAuthenticator
            self.sendsMail = sendsMail
            self.lostDeviceAddress = lostDeviceAddress
            self.registrationAddress = registrationAddress
        }
    }

    private enum CodingKeys: String, CodingKey { case name, language, help, imprint, privacy, app }

    /// The name of the built-in organization, and of the pages' header and footer.
    public var name: String?
    /// The language of pages for browsers that ask for none.
    public var language: Language
    /// The address of a page, or `mailto:` with a mailbox (`LinkAddress`).
    public var help: String?
    public var imprint: String?
    public var privacy: String?
    public var app: App
    public var installation = Installation()

    public init(
        name: String? = nil, language: Language = .english, help: String? = nil, imprint: String? = nil,
        privacy: String? = nil, app: App = .none
    ) {
        self.name = name
        self.language = language
        self.help = help
        self.imprint = imprint
        self.privacy = privacy
        self.app = app
    }

    /// The help as people read it: the address of a page, or a mailbox without `mailto:`.
    public var helpText: String? {
        help.map { $0.hasPrefix(LinkAddress.mailScheme) ? String($0.dropFirst(LinkAddress.mailScheme.count)) : $0 }
    }

    /// The profile where nothing is declared.
    public static let none = OperatorProfile()
}

extension OperatorProfile: Described {
    public init() { self.init(name: nil) }

    public static let members: Members<Self> = [
        .member("name", \.name, .ifPresent(.shown)),
        .member("language", \.language, usual: { _ in .english }, isExplicit: true),
        .member(
            "help", \.help,
            .ifPresent(
                .must("an https address, or mailto: and one mailbox") {
                    LinkAddress.isWebsite($0) || LinkAddress.isMailbox($0)
                })),
        .member("imprint", \.imprint, .ifPresent(.website)),
        .member("privacy", \.privacy, .ifPresent(.website)),
        .member("app", \.app),
    ]
}

extension OperatorProfile.App: Described {
    public init() { self.init(name: nil) }

    public static let members: Members<Self> = [
        .member("name", \.name, .ifPresent(.shown)), .member("appStore", \.appStore, .ifPresent(.website)),
        .member("googlePlay", \.googlePlay, .ifPresent(.website)), .member("other", \.other, .ifPresent(.website)),
    ]
}
