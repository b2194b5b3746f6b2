import XignDomain
import XignWording

/// The page before an administrator's act: the effects, their limits, who learns of the act,
/// and who must confirm it.
package enum AdministrationPage {
    /// A login at a website, by the name of the website.
    package struct Login: Sendable, Equatable {
        var website: String
        var at: Moment

        package init(website: String, at: Moment) {
            self.website = website
            self.at = at
        }
    }

    package struct Model: Sendable, Equatable {
        /// An act that has a page.
        var act: ActName
        /// The user name, and the beginning of the account's id.
        var account: String
        var accountID: String
        /// The name of the device, and the beginning of its id; nil where the act changes the account.
        var device: ConsoleDevice?
        /// The login that the act ends; nil where it changes something else.
        var login: Login?
        /// The path of the page, which also gets the form.
        var path: String
        /// The page of the account, the device or the event of the login.
        var back: String
        var needsTwoPersons: Bool
        /// True for the account of an administrator or an auditor of the manager.
        var holdsManagerGrant: Bool
        /// True where a file says what the act changes.
        var isDeclared: Bool
        /// The reason why the act cannot be done now; nil where it can.
        var obstacle: ConsoleProblem?
        /// The address of the reader's own account pages; nil where none are served.
        var accountPages: String?

        package init(
            act: ActName, account: String, accountID: String, device: ConsoleDevice?, login: Login? = nil, path: String,
            back: String, needsTwoPersons: Bool, holdsManagerGrant: Bool, isDeclared: Bool,
            obstacle: ConsoleProblem?, accountPages: String?
        ) {
            self.act = act
            self.account = account
            self.accountID = accountID
            self.device = device
            self.login = login
            self.path = path
            self.back = back
            self.needsTwoPersons = needsTwoPersons
            self.holdsManagerGrant = holdsManagerGrant
            self.isDeclared = isDeclared
            self.obstacle = obstacle
            self.accountPages = accountPages
        }
    }

    /// - Parameters:
    ///   - typed: the reason in the form.
    ///   - sentenceIsTooLong: true where a device could not show the sentence with this reason.
    package static func page(
        _ model: Model, typed: ReasonFields.Typed = .init(), sentenceIsTooLong: Bool = false, ticket: String,
        _ frame: ConsoleLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.console.acts
        let title = words.title(model.act)
        let tooLong = ErrorSummary.Item(field: "reason", text: words.sentenceTooLong)
        let errors = typed.errors(in: wording) + (sentenceIsTooLong ? [tooLong] : [])
        return ConsoleLayout(
            frame, in: wording, title: title, section: model.login == nil ? .accounts : .audit, isBelowSection: true,
            hasErrors: !errors.isEmpty,
            content: """
                \(ErrorSummary(wording.account.frame.problem, errors).html)\
                <h1>\(title)</h1>
                \(facts(model, wording).html)\
                \(model.obstacle.map { obstacle($0, model, wording) } ?? explanation(model, wording))\
                \(model.obstacle == nil ? form(model, typed, ticket: ticket, wording) : "")
                """
        ).html
    }

    private static func facts(_ model: Model, _ wording: any Wording) -> SummaryList {
        let words = wording.console.accounts
        var rows: [(term: String, value: HTML)] = []
        if let device = model.device {
            rows.append((words.device, "<bdi>\(device.name(in: wording))</bdi> \(device.tag(in: wording))"))
            rows += device.facts(in: wording)
        }
        if let login = model.login {
            rows.append((wording.console.audit.service, HTML.isolated(login.website)))
            rows.append((wording.console.audit.time, login.at.dayAndTime(in: wording)))
        }
        rows.append((words.account, HTML.isolated(model.account)))
        rows.append((words.id, "<code>\(model.accountID)</code>"))
        return SummaryList(rows)
    }

    private static func obstacle(_ problem: ConsoleProblem, _ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.console.layout.problem(problem)
        let ownAccount: HTML? =
            problem == .ownAccount
            ? model.accountPages.map { "<p><a href=\"\($0)\">\(wording.account.frame.section(.overview))</a></p>" }
            : nil
        let notice = Notice(
            .warning, heading: words.title,
            """
            <p>\(words.whatHappened)</p>
            <p>\(words.whatToDo)</p>
            \(ownAccount ?? "")
            """)
        return """
            \(notice.html)\
            <p>\(Link(.secondary, to: model.back, wording.account.frame.back).html)</p>

            """
    }

    private static func explanation(_ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.console.acts
        guard let act = words.page(model.act) else { return "" }
        let unlocksForGood = model.act == .unlockDevice && model.device?.state == .lockedForGood
        return """
            \(unlocksForGood ? Notice(.warning, "<p>\(words.unlocksForGood)</p>").html : "")\
            \(model.isDeclared ? Notice(.info, "<p>\(wording.console.accounts.declared)</p>").html : "")\
            <section>
            <h2>\(words.whatHappens)</h2>
            <ul class="plain">
            \(act.effects.map { "<li>\($0)</li>\n" as HTML })\
            </ul>
            </section>
            \(section(words.whatStays, [act.limit]))\
            \(section(words.whoLearns, [act.learns]))\
            \(section(words.whoConfirms, confirmation(model, wording)))
            """
    }

    private static func confirmation(_ model: Model, _ wording: any Wording) -> [String] {
        let words = wording.console.acts
        guard model.needsTwoPersons else { return [words.oneDevice] }
        guard !model.holdsManagerGrant else { return [wording.console.accounts.needsTwoPersons, words.twoPersons] }
        return [words.page(model.act)?.confirmation ?? words.twoPersons]
    }

    private static func section(_ heading: String, _ sentences: [String]) -> HTML {
        """
        <section>
        <h2>\(heading)</h2>
        \(sentences.map { "<p>\($0)</p>\n" as HTML })\
        </section>

        """
    }

    private static func form(
        _ model: Model, _ typed: ReasonFields.Typed, ticket: String, _ wording: any Wording
    ) -> HTML {
        let act = model.act.definition
        return Form(
            action: model.path, ticket: ticket,
            content: """
                \(ReasonFields(typed, asksForIdentity: act.needsIdentityCheck, in: wording).html)\
                <div class="actions">
                \(Button(act.takesAway ? .danger : .primary, wording.console.acts.proceed).html)\
                \(Link(.quiet, to: model.back, wording.account.frame.cancel).html)\
                </div>

                """
        ).html
    }
}
