import XignDomain
import XignWebAssets
import XignWording

/// The pages on which people join: the code, the invitation, and the invitation that admits nobody.
///
/// A form of a browser without a session has no ticket. Its request proves by `Origin` that it came from here.
package struct JoinPages {
    let provider: OperatorProfile
    package let wording: any Wording
    package var words: any JoinWording { wording.joining }

    package init(provider: OperatorProfile, in wording: any Wording) {
        (self.provider, self.wording) = (provider, wording)
    }

    // MARK: The code

    /// - Parameter isUnknown: true where nobody has made the code that was typed.
    package func code(typed: String, isUnknown: Bool, to path: String) -> HTML {
        let error = isUnknown ? words.codeUnknown : nil
        return page(
            words.codeTitle, address: isUnknown ? nil : path, error: error.map { ("code", $0) },
            """
            <p>\(words.codeExplanation)</p>
            <form action="\(path)" method="post">
            \(Field(
                "code", label: words.code, value: typed, hint: words.codeHint, error: error, isRequired: true,
                maximumLength: 48).html)\
            \(Button(.primary, wording.general.proceed).html)\
            </form>

            """)
    }

    // MARK: The invitation

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

        package enum NameError: Sendable {
            case sentence(String)
            case taken, tooManyTries, busy
        }

        /// The heading.
        let title: Phrase
        /// Nil for the open registration.
        let invitation: Invitation?
        /// The path that gets the form.
        let path: String
        /// Further values of the form.
        let hidden: [(name: String, value: String)]
        let typed: String
        let error: NameError?
        /// True for the answer to a form, which no address shows again.
        let isAnswer: Bool

        package init(
            title: Phrase, invitation: Invitation?, path: String, hidden: [(name: String, value: String)] = [],
            typed: String = "", error: NameError? = nil, isAnswer: Bool = false
        ) {
            (self.title, self.invitation, self.path, self.hidden) = (title, invitation, path, hidden)
            (self.typed, self.error, self.isAnswer) = (typed, error, isAnswer)
        }
    }

    package func name(_ model: Model) -> HTML {
        let error = model.error.map(sentence)
        let hidden: [HTML] = (model.hidden + [("language", wording.tag)]).map { name, value in
            "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
        }
        return page(
            model.title.text, heading: "\(model.title, value: HTML.isolated)",
            address: model.isAnswer ? nil : model.path, error: error.map { ("name", $0) },
            """
            \(model.invitation.map(offer) ?? "")\
            <form action="\(model.path)" method="post">\(hidden)
            \(Field(
                "name", label: words.name, value: model.typed, hint: words.nameHint, error: error,
                autocomplete: "username", isRequired: true, maximumLength: 256).html)\
            \(Button(.primary, words.proceed).html)\
            </form>
            <h2>\(words.privacy)</h2>
            \(model.invitation.map { invitation in
                "<p>\(words.seenByOrganization(invitation.organization), value: HTML.isolated)</p>\n" as HTML
            } ?? "")\
            <p>\(words.stored)</p>
            \(model.invitation.map(acceptance) ?? "")
            """)
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
        case .busy: words.busy
        }
    }

    // MARK: The end

    package enum Closed: Sendable {
        case over(Moment), usedUp, withdrawn
    }

    /// The page of an invitation that admits nobody.
    package func closed(_ closed: Closed, organization: String, address: String?) -> HTML {
        let (title, next): (String, HTML) =
            switch closed {
            case .over(let end):
                (
                    words.over,
                    "\(words.overAt(end.date(wording), organization: organization), value: HTML.isolated)"
                )
            case .usedUp:
                (words.usedUp, "\(words.usedUpNext(organization: organization), value: HTML.isolated)")
            case .withdrawn:
                (words.withdrawn, "\(words.withdrawnNext(organization: organization), value: HTML.isolated)")
            }
        return page(title, address: address, "<p>\(next)</p>\n")
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
