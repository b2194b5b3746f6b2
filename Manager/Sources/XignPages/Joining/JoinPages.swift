import XignDomain
import XignWebAssets
import XignWording

/// The pages on which people join: the code, and the invitation.
///
/// A form of a browser without a session has no ticket. Its request proves by `Origin` that it came from here.
package struct JoinPages {
    let provider: OperatorProfile
    package let wording: any Wording
    package var words: any JoinWording { wording.joining }

    package init(provider: OperatorProfile, in wording: any Wording) {
        (self.provider, self.wording) = (provider, wording)
    }

    /// The name of the field by which a form that is sent twice is known.
    package static let attemptField = "attempt"

    /// The website from which a person has come to register.
    package struct NextWebsite: Sendable {
        /// The display name of the service.
        let name: String
        /// The address at which the person goes on; nil where none is known.
        let address: String?

        package init(name: String, address: String?) { (self.name, self.address) = (name, address) }
    }

    // MARK: The code

    package enum CodeError: Sendable {
        /// Nobody has made the code that was typed.
        case unknown
        case busy
    }

    package func code(typed: String, error: CodeError?, to path: String) -> HTML {
        let sentence: String? =
            switch error {
            case nil: nil
            case .unknown?: words.codeUnknown
            case .busy?: words.busy
            }
        return page(
            words.codeTitle, address: sentence == nil ? path : nil, error: sentence.map { ("code", $0) },
            """
            <p>\(words.codeExplanation)</p>
            <form action="\(path)" method="post">
            \(Field(
                "code", label: words.code, value: typed, hint: words.codeHint, error: sentence, isRequired: true,
                maximumLength: 48).html)\
            \(Button(.primary, wording.general.proceed).html)\
            </form>

            """)
    }

    // MARK: The name

    /// The form on which a person chooses a name.
    package struct Model: Sendable {
        /// A role, by the display name of its service.
        package struct Role: Sendable {
            let service: String
            let role: String

            package init(service: String, role: String) { (self.service, self.role) = (service, role) }
        }

        /// The way in which a person with an account accepts.
        package enum Acceptance: Sendable {
            /// In the app of the account, which scans the code of the device.
            case inApp
            /// After a login.
            /// - Parameter path: gets the form of the button.
            case loggedIn(path: String)
        }

        /// An invitation of an organization.
        package struct Invitation: Sendable {
            let organization: String
            let roles: [Role]
            let until: Moment
            let acceptance: Acceptance?

            package init(organization: String, roles: [Role], until: Moment, acceptance: Acceptance?) {
                (self.organization, self.roles) = (organization, roles)
                (self.until, self.acceptance) = (until, acceptance)
            }
        }

        /// The open registration.
        package struct Registration: Sendable {
            /// The names of the organizations of which the person becomes a member.
            let organizations: [String]
            /// The website from which the person has come.
            let website: NextWebsite?

            package init(organizations: [String], website: NextWebsite?) {
                (self.organizations, self.website) = (organizations, website)
            }
        }

        package enum Way: Sendable {
            case invitation(Invitation), registration(Registration)

            var organizations: [String] {
                switch self {
                case .invitation(let invitation): [invitation.organization]
                case .registration(let registration): registration.organizations
                }
            }
        }

        package enum NameError: Sendable {
            case sentence(String)
            case taken
            /// The browser has tried too many names.
            case tooManyTries
            /// The link has had too many names today, of everybody or of the network.
            case tooManyNames
            /// The network has registered too many accounts.
            case tooManyOfNetwork
            case busy
        }

        /// The heading.
        let title: Phrase
        let way: Way
        /// The address of the page, which gets the form.
        let path: String
        let typed: String
        /// The secret by which the form is known again.
        let attempt: String
        let error: NameError?
        /// True for the answer to a form, which no address shows again.
        let isAnswer: Bool

        package init(
            title: Phrase, way: Way, path: String, typed: String = "", attempt: String, error: NameError? = nil,
            isAnswer: Bool = false
        ) {
            (self.title, self.way, self.path, self.attempt) = (title, way, path, attempt)
            (self.typed, self.error, self.isAnswer) = (typed, error, isAnswer)
        }
    }

    package func name(_ model: Model) -> HTML {
        let error = model.error.map(sentence)
        let seen: [HTML] = model.way.organizations.map {
            "<p>\(words.seenByOrganization($0), value: HTML.isolated)</p>\n"
        }
        return page(
            model.title.text, heading: "\(model.title, value: HTML.isolated)",
            address: model.isAnswer ? nil : model.path, error: error.map { ("name", $0) },
            """
            \(offer(model.way))\
            \(form(to: model.path, typed: model.typed, attempt: model.attempt, error: error))\
            <h2>\(words.privacy)</h2>
            \(seen)\
            <p>\(words.stored)</p>
            \(haveAccount(model.way))
            """)
    }

    /// The page for a person who comes while no further one can join. It tells nothing of a link, and its form goes to
    /// the address of the request.
    /// - Parameters:
    ///   - typed: the name that the person has typed.
    ///   - attempt: the secret by which the form is known again.
    package func busy(typed: String, attempt: String) -> HTML {
        page(
            wording.errors.refusal(.unavailable).title, address: nil, error: ("name", words.busy),
            form(to: nil, typed: typed, attempt: attempt, error: words.busy))
    }

    /// - Parameter path: nil for the address of the request.
    private func form(to path: String?, typed: String, attempt: String, error: String?) -> HTML {
        """
        <form\(path.map { " action=\"\($0)\"" as HTML } ?? "") method="post">\
        <input type="hidden" name="\(Self.attemptField)" value="\(attempt)">
        \(Field(
            "name", label: words.name, value: typed, hint: words.nameHint, error: error, autocomplete: "username",
            isRequired: true, maximumLength: 256).html)\
        \(Button(.primary, words.proceed).html)\
        </form>

        """
    }

    private func offer(_ way: Model.Way) -> HTML {
        switch way {
        case .invitation(let invitation): offer(invitation)
        case .registration(let registration):
            registration.website.map { "<p>\(words.registeringFor($0.name), value: HTML.isolated)</p>\n" } ?? ""
        }
    }

    private func haveAccount(_ way: Model.Way) -> HTML {
        switch way {
        case .invitation(let invitation): return acceptance(invitation)
        case .registration(let registration):
            guard let website = registration.website, let link = continuation(to: website, .secondary) else {
                return ""
            }
            return "<h2>\(words.haveAccount)</h2>\n<p>\(link.html)</p>\n"
        }
    }

    /// Returns the link to the website from which a person has come to register; nil where its address is not known.
    func continuation(to website: NextWebsite, _ kind: Link.Kind) -> Link? {
        website.address.map { Link(kind, to: $0, words.continueTo(website.name).text) }
    }

    private func offer(_ invitation: Model.Invitation) -> HTML {
        let roles: [HTML] = invitation.roles.map { role in
            "<li>\(words.role(role.role, service: role.service), value: HTML.isolated)</li>\n"
        }
        return """
            <h2>\(words.roles)</h2>
            <ul class="plain">
            \(roles)\
            </ul>
            <p>\(words.until(""), value: { _ in invitation.until.dayAndTime(in: wording) })</p>

            """
    }

    private func acceptance(_ invitation: Model.Invitation) -> HTML {
        switch invitation.acceptance {
        case nil: ""
        case .inApp?: "<p>\(words.haveAccountInApp)</p>\n"
        case .loggedIn(let path)?:
            """
            <h2>\(words.haveAccount)</h2>
            <form action="\(path)" method="post">
            \(Button(.secondary, words.logInAndAccept).html)\
            </form>

            """
        }
    }

    private func sentence(_ error: Model.NameError) -> String {
        switch error {
        case .sentence(let sentence): sentence
        case .taken: words.taken
        case .tooManyTries: words.tooManyTries
        case .tooManyNames: words.tooManyNames
        case .tooManyOfNetwork: words.tooManyOfNetwork
        case .busy: words.busy
        }
    }

    // MARK: The frame

    /// - Parameters:
    ///   - heading: the title as HTML.
    ///   - address: of the page, for the language switch; nil for the answer to a form.
    ///   - error: the field of a form that needs a change, and which.
    func page(
        _ title: String, heading: HTML? = nil, address: String?, scripts: [WebAsset] = [],
        error: (field: String, text: String)? = nil, _ content: HTML
    ) -> HTML {
        let frame = wording.account.frame
        let items = error.map { [ErrorSummary.Item(field: $0.field, text: $0.text)] } ?? []
        let head: [HTML] = (scripts + [WebAssets.timesScript]).map {
            "<script src=\"\($0.path)\" defer></script>\n"
        }
        return PageLayout(
            wording: wording, title: error == nil ? title : frame.titleWithErrors(title), address: address,
            provider: provider, head: "\(head)", style: WebAssets.pageStyle,
            content: """
                <main class="message">
                \(ErrorSummary(frame.problem, items).html)\
                <h1>\(heading ?? "\(title)")</h1>
                \(content)\
                </main>

                """
        ).html
    }
}
