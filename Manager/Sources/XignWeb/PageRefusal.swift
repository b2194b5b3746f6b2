import Logging
import XignDomain
import XignHTTP
import XignPages
import XignUseCases
import XignWording

/// The refusal of a browser's request, answered with an error page.
struct PageRefusal: Error, Equatable {
    let status: XignHTTP.Status
    let code: RefusalCode
    /// Fields of the answer, such as Retry-After.
    private(set) var headers: [HeaderField] = []
    /// For the log alone.
    private(set) var sent = SentByWebsite()
    /// The way back to the website; nil where it is not known.
    private(set) var website: WebsiteLink?
    /// The language that the website asked for.
    private(set) var language: Language?

    private init(_ status: XignHTTP.Status, _ code: RefusalCode) {
        self.status = status
        self.code = code
    }

    /// The refusal of a login by a rate limit.
    /// - Parameter error: the limit's answer.
    init(tooManyLogins error: HTTPError) {
        self = .tooManyRequests
        headers = error.headers
    }

    /// The refusal that an error of a page's handler stands for; nil for one that means no refusal.
    init?(_ error: any Error) {
        switch error {
        case let refusal as PageRefusal: self = refusal
        case let error as HTTPError where error.status == .badRequest || error.status == .unsupportedMediaType:
            self = .malformed
        case let error as HTTPError where error.status == .tooManyRequests: self = PageRefusal(tooManyLogins: error)
        default: return nil
        }
    }

    /// Returns this refusal with the website's parameters.
    func naming(_ sent: SentByWebsite) -> PageRefusal {
        var refusal = self
        refusal.sent = sent
        return refusal
    }

    /// Returns this refusal with the way back to a service.
    /// - Parameter redirectURI: one that is registered for the service; nil where the website sent no such.
    func leadingBack(to service: Service, redirectURI: String?) -> PageRefusal {
        var refusal = self
        refusal.website = WebsiteLink(to: service, redirectURI: redirectURI)
        return refusal
    }

    /// Returns this refusal with what is known of the login that it concerns.
    func of(_ login: BrowserProcess, in context: Context) -> PageRefusal {
        var refusal = sent == SentByWebsite() ? naming(login.sent) : self
        refusal.language = login.request.language
        if login.request.isPopup { refusal.headers.append(HeaderField("Cross-Origin-Opener-Policy", "unsafe-none")) }
        guard login.authorization != nil else {
            refusal.website = WebsiteLink(toPage: login.request.redirectURI)
            return refusal
        }
        // A page without the way back is better than none.
        guard let service = try? FindService(context)(login.process.serviceID)?.service else { return refusal }
        let isRegistered = RedirectURI.matches(login.request.redirectURI, service)
        return refusal.leadingBack(to: service, redirectURI: isRegistered ? login.request.redirectURI : nil)
    }

    static let unknownService = PageRefusal(.badRequest, .unknownService)
    static let redirectURINotRegistered = PageRefusal(.badRequest, .redirectURINotRegistered)
    static let logoutNotVerified = PageRefusal(.badRequest, .logoutNotVerified)
    static let malformed = PageRefusal(.badRequest, .malformed)
    static let loginOfAnotherBrowser = PageRefusal(.notFound, .loginOfAnotherBrowser)
    static let fromAnotherSite = PageRefusal(.forbidden, .fromAnotherSite)
    static let tooManyRequests = PageRefusal(.tooManyRequests, .tooManyRequests)
    static let returnedElsewhere = PageRefusal(.forbidden, .returnedElsewhere)
    static let loginUsed = PageRefusal(.gone, .loginUsed)
    static let requestEnded = PageRefusal(.gone, .requestEnded)
}

extension WebsiteLink {
    /// The way back to one of the manager's own pages.
    fileprivate init?(toPage address: String) {
        guard let host = RedirectURI.origin(of: address)?.idmIdentifier else { return nil }
        self.init(address: address, host: host)
    }

    /// The way back to a service: its website, or the origin of a redirect URI.
    /// - Returns: nil where neither is known, or no page could link to it.
    init?(to service: Service, redirectURI: String?) {
        let origin = redirectURI.flatMap { RedirectURI.origin(of: $0) }
        guard let address = service.website ?? origin?.description,
            let host = RedirectURI.origin(of: String(address.prefix { $0 != "#" }))?.idmIdentifier
        else { return nil }
        self.init(address: address, host: host)
    }
}
