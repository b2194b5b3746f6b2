import Logging
import XignHTTP
import XignWording

/// The refusal of a browser's request, answered with an error page.
struct PageRefusal: Error, Equatable {
    let status: XignHTTP.Status
    let code: RefusalCode
    /// For the log alone.
    private(set) var sent = SentByWebsite()

    private init(_ status: XignHTTP.Status, _ code: RefusalCode) {
        self.status = status
        self.code = code
    }

    /// Returns this refusal with the website's parameters.
    func naming(_ sent: SentByWebsite) -> PageRefusal {
        var refusal = self
        refusal.sent = sent
        return refusal
    }

    static let unknownService = PageRefusal(.badRequest, .unknownService)
    static let redirectURINotRegistered = PageRefusal(.badRequest, .redirectURINotRegistered)
    static let malformed = PageRefusal(.badRequest, .malformed)
    static let loginOfAnotherBrowser = PageRefusal(.notFound, .loginOfAnotherBrowser)
    static let fromAnotherSite = PageRefusal(.forbidden, .fromAnotherSite)
    static let tooManyRequests = PageRefusal(.tooManyRequests, .tooManyRequests)
    static let returnedElsewhere = PageRefusal(.forbidden, .returnedElsewhere)
    static let loginUsed = PageRefusal(.gone, .loginUsed)
}
