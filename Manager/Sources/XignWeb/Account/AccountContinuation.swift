import QRCode
import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// Ends the processes of the account pages for the browser that began them: a login becomes a session, a confirmed act
/// is done.
struct AccountContinuation: Sendable {
    let context: Context
    let site: Site
    /// The browser's request.
    let request: Request
    /// The process, whose cookie the browser has shown.
    let begun: BrowserProcess
    /// The secret that the browser brought back from the app, where both are on the same device.
    let returnSecret: SecretOctets?
    /// Nil where logs name no networks.
    let network: String?

    // MARK: Login

    /// Opens the browser's session.
    func logIn() async throws -> Response {
        let outcome = try await OpenBrowserSession(context)(
            begun.process.id, returnSecret: returnSecret, network: network,
            replacing: SessionCookie.value(in: request))
        switch outcome {
        case .opened(let cookie, _): return .leading(to: page).setting(try SessionCookie.make(cookie))
        case .open: return .leading(to: "/login/\(begun.process.id)")
        // The page that the browser came from has the button that begins again.
        case .over: return .leading(to: page)
        }
    }

    /// The page to which the browser goes, as a path of this site.
    private var page: String {
        let address = begun.request.redirectURI
        let origin = site.origin.description
        return address.hasPrefix(origin) ? String(address.dropFirst(origin.count)) : AccountSection.overview.address
    }

    // MARK: Confirmed acts

    /// Does the act in the session that has asked for it.
    func perform() async throws -> Response {
        guard let visit = try await AccountVisit(request, at: site, context) else {
            return .leading(to: RedirectURI.appending([("to", page)], to: "/account/login"))
        }
        let outcome = try await PerformTransaction(context)(
            begun.process.id, in: visit.session, returnSecret: returnSecret)
        switch outcome {
        case .deviceRemoved: return visit.redirect(to: AccountSection.devices.address, done: .deviceRemoved)
        case .deviceLocked: return visit.redirect(to: AccountSection.devices.address, done: .deviceLocked)
        case .deviceConnected(let issued): return visit.page(try codePage(issued, visit))
        case .exported(let file):
            return visit.page(
                ExportPage.page(file: file, fileName: "xign-account.json", visit.frame, in: visit.wording))
        case .accountDeleted:
            return .account(visit.loginPages.farewell(account: visit.account.name))
                .setting(try SessionCookie.deleted).setting(try Cookie.deleted(KnownCookie.name))
        case .open: return .leading(to: "/login/\(begun.process.id)")
        // Of the console alone: a session of the account pages does none of these.
        case .administered, .awaitsApproval, .recoveryIssued: return over(visit)
        case .refused(let refusal): return visit.refusal(refusal, back: section)
        case .over: return over(visit)
        }
    }

    /// Answers where nothing is left to do. `begun` is the process as it was before.
    private func over(_ visit: AccountVisit) -> Response {
        switch begun.process.phase {
        case .collected: visit.problem(.alreadyDone, back: section)
        // It was confirmed, and came too late.
        case .confirmed: visit.problem(.notConfirmed, back: section)
        // Its page has said so, or the person has cancelled it there.
        case .waiting, .claimed, .confirming, .declined, .expired: .leading(to: page)
        }
    }

    /// The section to look at again.
    private var section: AccountSection { AccountSection.allCases.first { $0.address == page } ?? .overview }

    private func codePage(_ issued: ConnectedDevice, _ visit: AccountVisit) throws -> HTML {
        let code = try QRCode(issued.link)
        let model = ConnectCodePage.Model(
            link: issued.link, size: code.size + 2 * QRCode.quietZone, path: code.svgPath,
            pin: String(decoding: issued.pin.digits, as: UTF8.self),
            expiresAt: Moment(issued.expiresAt), id: issued.activationID.description,
            cancelTicket: visit.ticket(for: "/account/devices/\(issued.activationID)/cancel"))
        return ConnectCodePage.page(model, visit.frame, in: visit.wording)
    }
}
