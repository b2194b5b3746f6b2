import XignDomain
import XignWording

/// The form that names an administrator or auditor.
package enum GrantPage {
    /// The values as they were typed, and what they need.
    package struct Typed: Sendable, Equatable {
        var account: String
        var role: AdministratorGrant.Role
        var reason: ReasonFields.Typed
        /// The change that the user name needs; nil where nothing is wrong with it.
        package var accountError: String?

        package init(
            account: String = "", role: AdministratorGrant.Role = .auditor, reason: ReasonFields.Typed = .init(),
            accountError: String? = nil
        ) {
            self.account = account
            self.role = role
            self.reason = reason
            self.accountError = accountError
        }

        fileprivate func errors(in wording: any Wording) -> [ErrorSummary.Item] {
            (accountError.map { [ErrorSummary.Item(field: "account", text: $0)] } ?? []) + reason.errors(in: wording)
        }
    }

    package static func page(
        _ typed: Typed, in scope: AdministeredScope, ticket: String, _ frame: ConsoleLayout.Frame,
        in wording: any Wording
    ) -> HTML {
        let words = wording.console.administrators
        let title =
            scope.organization.map { words.grantTitleOfOrganization($0.name) }
            ?? Phrase(stringLiteral: words.grantTitle)
        let errors = typed.errors(in: wording)
        let form = Form(
            action: "\(scope.address)/new", ticket: ticket,
            content: """
                \(Field(
                    "account", label: words.account, value: typed.account, hint: words.accountHint,
                    error: typed.accountError, isRequired: true, maximumLength: 256).html)\
                \(roles(typed, words))\
                \(ReasonFields(typed.reason, in: wording).html)\
                <p>\(scope.organization == nil ? words.needsTwoPersons : words.needsOneDevice)</p>
                <div class="actions">
                \(Button(.primary, words.proceed).html)\
                \(Link(.quiet, to: scope.address, wording.account.frame.cancel).html)\
                </div>

                """)
        return ConsoleLayout(
            frame, in: wording, title: title.text, section: .administrators, isBelowSection: true,
            hasErrors: !errors.isEmpty,
            content: """
                \(ErrorSummary(wording.account.frame.problem, errors).html)\
                <h1>\(title, value: HTML.isolated)</h1>
                \(form.html)
                """
        ).html
    }

    private static func roles(_ typed: Typed, _ words: any ConsoleAdministratorsWording) -> HTML {
        """
        <fieldset class="field">
        <legend>\(words.roleLabel)</legend>
        \(AdministratorGrant.Role.allCases.map { role($0, isChosen: $0 == typed.role, words) })\
        </fieldset>

        """
    }

    private static func role(
        _ role: AdministratorGrant.Role, isChosen: Bool, _ words: any ConsoleAdministratorsWording
    ) -> HTML {
        """
        <label class="choice">\
        <input type="radio" name="role" value="\(role.rawValue)"\(isChosen ? " checked" : "" as HTML)>\
        \(words.role(role)): \(words.roleExplanation(role))</label>

        """
    }
}

/// The page that asks once more before a grant is withdrawn or given up.
package enum WithdrawGrantPage {
    package struct Model: Sendable, Equatable {
        var scope: AdministeredScope
        var account: String
        /// The id in the paths of the list.
        var id: String
        /// Its beginning, as in the sentence.
        var shortID: String
        var role: AdministratorGrant.Role
        var isYou: Bool
        var isDeclared: Bool
        var needsTwoPersons: Bool
        var reason: ReasonFields.Typed

        package init(
            scope: AdministeredScope, account: String, id: String, shortID: String, role: AdministratorGrant.Role,
            isYou: Bool, isDeclared: Bool, needsTwoPersons: Bool, reason: ReasonFields.Typed = .init()
        ) {
            self.scope = scope
            self.account = account
            self.id = id
            self.shortID = shortID
            self.role = role
            self.isYou = isYou
            self.isDeclared = isDeclared
            self.needsTwoPersons = needsTwoPersons
            self.reason = reason
        }
    }

    package static func page(
        _ model: Model, ticket: String, _ frame: ConsoleLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.console.administrators
        let title = model.isYou ? words.giveUpTitle : words.withdrawTitle
        let question: Phrase =
            model.isYou
            ? Phrase(stringLiteral: words.giveUpQuestion(model.role))
            : words.withdrawQuestion(model.account, model.role)
        let errors = model.reason.errors(in: wording)
        let form = Form(
            action: "\(model.scope.address)/\(model.id)/withdraw", ticket: ticket,
            content: """
                \(ReasonFields(model.reason, in: wording).html)\
                <p>\(model.needsTwoPersons ? words.needsTwoPersons : words.needsOneDevice)</p>
                <div class="actions">
                \(Button(.danger, model.isYou ? words.giveUp : words.withdraw).html)\
                \(Link(.quiet, to: model.scope.address, wording.account.frame.cancel).html)\
                </div>

                """)
        return ConsoleLayout(
            frame, in: wording, title: title, section: .administrators, isBelowSection: true,
            hasErrors: !errors.isEmpty,
            content: """
                \(ErrorSummary(wording.account.frame.problem, errors).html)\
                <h1>\(title)</h1>
                <p class="lead">\(question, value: HTML.isolated)</p>
                \(SummaryList([(model.scope.idLabel(in: wording), "<code>\(model.shortID)</code>")]).html)\
                <ul class="plain">
                \(words.withdrawEffects.map { "<li>\($0)</li>\n" as HTML })\
                </ul>
                \(model.isDeclared ? Notice(.info, "<p>\(words.declared)</p>").html : "")\
                \(form.html)
                """
        ).html
    }
}
