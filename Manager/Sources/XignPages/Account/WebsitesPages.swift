import XignProtocol
import XignWording

/// A website or app that the account has used, as its pages show it.
package struct WebsiteModel: Sendable, Equatable {
    /// The service's id.
    var id: String
    var name: String
    var organization: String
    /// The host of the website, in ASCII; nil for an app.
    var host: String?
    var firstUse: Moment
    var lastUse: Moment
    /// Nil for a website that receives data.
    var withdrawn: Moment?
    /// Nil for a website that comes back only with the person.
    var offlineAccess: OfflineAccessModel?

    package init(
        id: String, name: String, organization: String, host: String?, firstUse: Moment, lastUse: Moment,
        withdrawn: Moment?, offlineAccess: OfflineAccessModel? = nil
    ) {
        self.id = id
        self.name = name
        self.organization = organization
        self.host = host
        self.firstUse = firstUse
        self.lastUse = lastUse
        self.withdrawn = withdrawn
        self.offlineAccess = offlineAccess
    }

    var address: String { "/account/websites/\(id)" }
}

/// The access of a website that continues without the person.
package struct OfflineAccessModel: Sendable, Equatable {
    var until: Moment
    var lastUse: Moment

    package init(until: Moment, lastUse: Moment) { (self.until, self.lastUse) = (until, lastUse) }
}

/// The list of the websites and apps.
package enum WebsitesPage {
    package static func page(
        _ websites: [WebsiteModel], _ frame: AccountLayout.Frame, in wording: any Wording
    ) -> HTML {
        let words = wording.account.websites
        let list: HTML = """
            <p class="lead">\(words.explanation)</p>
            <ul class="link-list panel">
            \(websites.map { item($0, wording) })\
            </ul>

            """
        return AccountLayout(
            frame, in: wording, title: words.title, section: .websites,
            content: """
                <h1>\(words.title)</h1>
                \(websites.isEmpty ? EmptyState(words.empty).html : list)
                """
        ).html
    }

    private static func item(_ website: WebsiteModel, _ wording: any Wording) -> HTML {
        let words = wording.account.websites
        return """
            <li><a href="\(website.address)"><span><bdi>\(website.name)</bdi> \
            \(website.withdrawn == nil ? "" : Tag(.plain, "\(words.withdrawn)").html)</span>\
            <span class="muted">\(words.lastUsed(""), value: { _ in website.lastUse.day(in: wording) })\
            \(website.offlineAccess.map { access in
                ". \(words.mayComeBack(until: ""), value: { _ in access.until.day(in: wording) })" as HTML
            } ?? "")</span></a></li>

            """
    }
}

/// One website: its use, what it received, and the ways to end that.
package enum WebsitePage {
    /// An attribute that the website received with the last login. The value of an attribute is not kept; that of
    /// groups is their alias.
    package struct Received: Sendable, Equatable {
        /// Nil for an addition, and for an attribute that this version does not know.
        var name: AttributeName?
        /// The words of the statement for an attribute without a name.
        var label: String?
        /// The name of the value; nil for the only one of its kind, and for one that was typed during the login.
        var alias: String?
        var isTyped: Bool

        package init(name: AttributeName?, label: String? = nil, alias: String?, isTyped: Bool) {
            self.name = name
            self.label = label
            self.alias = alias
            self.isTyped = isTyped
        }
    }

    /// The place where people ask for the deletion of what the website has.
    package enum Contact: Sendable, Equatable {
        case website(WebsiteLink)
        /// A postal address.
        case address(String)
    }

    package struct Choice: Sendable, Equatable {
        /// The choice's id, base64url.
        var id: String
        var name: AttributeName?
        /// The name of the value; nil for the only one of its kind.
        var alias: String?

        package init(id: String, name: AttributeName?, alias: String?) {
            self.id = id
            self.name = name
            self.alias = alias
        }
    }

    package struct Model: Sendable, Equatable {
        var website: WebsiteModel
        /// Nil where the record is gone.
        var received: [Received]?
        var choices: [Choice]
        var subject: String?
        /// The organization's website, or its address: where to ask for deletion.
        var contact: Contact?
        /// The ticket of the forms that forget a choice.
        var forgetTicket: String
        /// The ticket of the form that ends the lasting access.
        var endAccessTicket: String

        package init(
            website: WebsiteModel, received: [Received]?, choices: [Choice], subject: String?, contact: Contact?,
            forgetTicket: String, endAccessTicket: String
        ) {
            self.website = website
            self.received = received
            self.choices = choices
            self.subject = subject
            self.contact = contact
            self.forgetTicket = forgetTicket
            self.endAccessTicket = endAccessTicket
        }
    }

    package static func page(_ model: Model, _ frame: AccountLayout.Frame, in wording: any Wording) -> HTML {
        let words = wording.account.websites
        let website = model.website
        return AccountLayout(
            frame, in: wording, title: website.name, section: .websites, isBelowSection: true,
            content: """
                <h1><bdi>\(website.name)</bdi></h1>
                \(website.withdrawn.map { moment in
                    Notice(
                        .info, "<p>\(words.withdrawnSince(""), value: { _ in moment.dayAndTime(in: wording) })</p>"
                    ).html
                } ?? "")\
                \(facts(website, wording).html)\
                <section class="panel" aria-labelledby="received"><h2 id="received">\(words.receivedTitle)</h2>
                \(received(model.received, wording))\
                \(model.subject.map { subject(of: $0, wording) } ?? "")\
                </section>
                \(website.offlineAccess.map { offlineAccess($0, model, wording) } ?? "")\
                \(model.choices.isEmpty ? "" : choices(model, wording))\
                <p>\(words.withdrawLimit)\(contact(model.contact, wording))</p>
                \(website.withdrawn == nil
                    ? "<p>\(Link(.danger, to: "\(website.address)/withdraw", words.withdraw).html)</p>\n" as HTML : "")
                """
        ).html
    }

    private static func facts(_ website: WebsiteModel, _ wording: any Wording) -> SummaryList {
        let words = wording.account.websites
        var rows: [(term: String, value: HTML)] = [(words.offeredBy, "<bdi>\(website.organization)</bdi>")]
        if let host = website.host { rows.append((words.website, "<bdi>\(host)</bdi>")) }
        rows.append((words.lastUse, website.lastUse.dayAndTime(in: wording)))
        rows.append((words.firstUse, website.firstUse.day(in: wording)))
        return SummaryList(rows)
    }

    private static func received(_ attributes: [Received]?, _ wording: any Wording) -> HTML {
        let words = wording.account.websites
        guard let attributes else { return "<p>\(words.receivedUnknown)</p>\n" }
        if attributes.isEmpty { return "<p>\(words.receivedNothing)</p>\n" }
        let items: [HTML] = attributes.map { attribute in
            let origin: HTML? = attribute.isTyped ? "\(words.typed)" : attribute.alias.map(HTML.isolated)
            let name = attribute.label.map(HTML.isolated) ?? Self.name(attribute.name, wording)
            return "<li>\(name)\(origin.map { " (\($0))" as HTML } ?? "")</li>\n"
        }
        return "<ul>\n\(items)</ul>\n"
    }

    private static func subject(of text: String, _ wording: any Wording) -> HTML {
        let words = wording.account.websites
        return """
            \(SummaryList([(words.subject, "<code>\(text)</code>")]).html)\
            <p class="muted">\(words.subjectExplanation)</p>

            """
    }

    private static func offlineAccess(
        _ access: OfflineAccessModel, _ model: Model, _ wording: any Wording
    ) -> HTML {
        let words = wording.account.websites
        return """
            <section class="panel" aria-labelledby="lasting"><h2 id="lasting">\(words.offlineAccessTitle)</h2>
            <p>\(words.mayComeBack(until: ""), value: { _ in access.until.dayAndTime(in: wording) }). \
            \(words.offlineAccessExplanation)</p>
            \(SummaryList([(words.lastUse, access.lastUse.dayAndTime(in: wording))]).html)\
            \(Form(
                action: "\(model.website.address)/end-access", ticket: model.endAccessTicket,
                content: Button(.quiet, words.endOfflineAccess, object: model.website.name).html).html)\
            </section>

            """
    }

    private static func choices(_ model: Model, _ wording: any Wording) -> HTML {
        let words = wording.account.websites
        let items: [HTML] = model.choices.map { choice in
            let alias: HTML? = choice.alias.map { " (<bdi>\($0)</bdi>)" }
            return """
                <li><p>\(name(choice.name, wording))\(alias ?? "")</p>
                \(Form(
                action: "\(model.website.address)/forget", ticket: model.forgetTicket, hidden: [("choice", choice.id)],
                content: Button(.quiet, words.forget, object: choice.alias ?? choice.name.map(wording.account.data.name) ?? "").html).html)\
                </li>

                """
        }
        return """
            <section class="panel" aria-labelledby="choices"><h2 id="choices">\(words.choicesTitle)</h2>
            <p>\(words.choicesExplanation)</p>
            <ul class="cards">
            \(items)\
            </ul>
            </section>

            """
    }

    static func contact(_ contact: Contact?, _ wording: any Wording) -> HTML {
        let place: HTML
        switch contact {
        case .website(let link): place = "<a href=\"\(link.address)\" rel=\"noreferrer\">\(link.host)</a>"
        case .address(let address): place = HTML.isolated(address)
        case nil: return ""
        }
        return " \(wording.account.websites.askAt(""), value: { _ in place })"
    }

    private static func name(_ name: AttributeName?, _ wording: any Wording) -> HTML {
        name.map { "\(wording.account.data.name($0))" } ?? "\(wording.account.data.value)"
    }
}

/// The page that asks once more before the person withdraws.
package enum WithdrawPage {
    package static func page(
        _ website: WebsiteModel, contact: WebsitePage.Contact?, ticket: String, _ frame: AccountLayout.Frame,
        in wording: any Wording
    ) -> HTML {
        let words = wording.account.websites
        return CheckPage(
            title: words.withdrawTitle, section: .websites,
            explanation: """
                <p class="lead">\(words.withdrawEffect(website.name), value: HTML.isolated)</p>
                <p>\(words.withdrawDetails)</p>
                <p>\(words.withdrawLimit)\(WebsitePage.contact(contact, wording))</p>

                """,
            form: Form(
                action: "\(website.address)/withdraw", ticket: ticket, content: Button(.danger, words.withdraw).html),
            cancel: website.address
        ).html(frame, in: wording)
    }
}
