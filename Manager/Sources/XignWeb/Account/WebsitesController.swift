import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The websites that the account has used, what they received, and the withdrawal.
struct WebsitesController: Sendable {
    let routes: AccountRoutes

    func register(in router: inout Router) {
        router.on(.get, "/account/websites", routes.page { try list($0) })
        router.on(.get, "/account/websites/{service}", routes.page { try show($0) })
        router.on(
            .post, "/account/websites/{service}/forget",
            routes.form(back: .websites, takesAway: true) { try await forget($0, $1) })
        router.on(
            .post, "/account/websites/{service}/end-access",
            routes.form(back: .websites, takesAway: true) { visit, _ in try await endOfflineAccess(visit) })
        router.on(.get, "/account/websites/{service}/withdraw", routes.page { try ask($0) })
        router.on(
            .post, "/account/websites/{service}/withdraw",
            routes.form(back: nil, takesAway: true) { visit, _ in try await withdraw(visit) })
    }

    private func list(_ visit: AccountVisit) throws -> Response {
        let websites = try ListOwnWebsites(routes.context)(visit.account.id).map(WebsiteModel.init)
        return visit.page(WebsitesPage.page(websites, visit.frame, in: visit.wording))
    }

    private func show(_ visit: AccountVisit) throws -> Response {
        let details = try details(visit)
        // The account may no longer have the value, so its name stays, unless it only repeats the kind.
        let counts = try ListOwnData(routes.context).counts(visit.account.id)
        let model = WebsitePage.Model(
            website: WebsiteModel(details.website),
            received: details.received?.map {
                let name = AttributeName(rawValue: $0.name)
                return WebsitePage.Received(
                    name: name, label: name == nil ? $0.name : nil,
                    alias: name?.defaultAliases.contains($0.aliasText ?? "") == true ? nil : $0.aliasText,
                    isTyped: $0.aliasText == nil)
            },
            choices: details.choices.map {
                WebsitePage.Choice(
                    id: Base64URL.encode($0.id), name: $0.attribute,
                    alias: counts[$0.attribute] == 1 ? nil : $0.alias)
            },
            subject: details.subject?.text, contact: details.website.contact,
            forgetTicket: visit.ticket(for: "\(visit.request.target.path)/forget"),
            endAccessTicket: visit.ticket(for: "\(visit.request.target.path)/end-access"))
        return visit.page(WebsitePage.page(model, visit.frame, in: visit.wording))
    }

    private func forget(_ visit: AccountVisit, _ sent: AccountRoutes.Sent) async throws -> Response {
        let website = try details(visit).website
        guard let choice = Base64URL.decode(try sent.fields.required("choice")) else { throw PageRefusal.malformed }
        guard try await ForgetOwnChoice(routes.context)(choice, in: visit.session) else { throw HTTPError.notFound }
        return visit.redirect(to: website.address, done: .choiceForgotten)
    }

    private func endOfflineAccess(_ visit: AccountVisit) async throws -> Response {
        let website = try details(visit).website
        guard try await EndOfflineAccess(routes.context)(website.id, in: visit.session) else {
            throw HTTPError.notFound
        }
        return visit.redirect(to: website.address, done: .lastingAccessEnded)
    }

    private func ask(_ visit: AccountVisit) throws -> Response {
        let website = try details(visit).website
        return visit.page(
            WithdrawPage.page(
                WebsiteModel(website), contact: website.contact, ticket: visit.ticket(for: visit.request.target.path),
                visit.frame, in: visit.wording))
    }

    private func withdraw(_ visit: AccountVisit) async throws -> Response {
        let id = ServiceID(try visit.request.parameter("service"))
        switch try await WithdrawWebsite(routes.context)(id, in: visit.session) {
        case .withdrawn: return visit.redirect(to: "/account/websites/\(id)", done: .websiteWithdrawn)
        case .notThere: throw HTTPError.notFound
        }
    }

    /// Finds the website that the address names. There is one answer for an unknown one and for one that the account
    /// has never used.
    /// - Throws: 404.
    private func details(_ visit: AccountVisit) throws -> ListOwnWebsites.Details {
        let id = ServiceID(try visit.request.parameter("service"))
        guard let details = try ListOwnWebsites(routes.context).details(id, of: visit.account.id) else {
            throw HTTPError.notFound
        }
        return details
    }
}

extension ListOwnWebsites.Website {
    fileprivate var address: String { "/account/websites/\(id)" }

    /// The organization's website, else its address.
    fileprivate var contact: WebsitePage.Contact? {
        if let website = organization.website,
            let host = RedirectURI.origin(of: String(website.prefix { $0 != "#" }))?.idmIdentifier
        {
            return .website(WebsiteLink(address: website, host: host))
        }
        return organization.address.map { .address($0) }
    }
}

extension WebsiteModel {
    fileprivate init(_ website: ListOwnWebsites.Website) {
        let use = website.use
        self.init(
            id: website.id.text, name: website.service.displayName, organization: website.organization.name,
            host: (website.service.website ?? website.service.redirectURIs.first)
                .flatMap { RedirectURI.origin(of: $0)?.idmIdentifier },
            firstUse: Moment(use.firstAt), lastUse: Moment(use.lastAt),
            withdrawn: use.isWithdrawn ? use.withdrawnAt.map { Moment($0) } : nil,
            offlineAccess: website.offlineAccess.map {
                OfflineAccessModel(until: Moment($0.offlineUntil), lastUse: Moment($0.lastUsedAt))
            })
    }
}
