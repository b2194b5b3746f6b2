import Logging
import XignCrypto
import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases
import XignWording

/// The answers to refused requests: error pages for browsers.
struct PageAnswers: Sendable {
    private let context: Context
    private let log: Log
    private let accountPath: String?
    private let appLinkHosts: Set<String>
    private let beginLogins: Bool

    /// - Parameters:
    ///   - accountPath: the first page of the account, for addresses without a page; nil where it is off.
    ///   - appLinkHosts: the hosts without cookies, and so without a language switch.
    ///   - beginLogins: false for pages that begin no login: their 429 must not tell of too many logins, and is thrown.
    init(
        _ context: Context, _ log: Log, accountPath: String? = nil, appLinkHosts: Set<String> = [],
        beginLogins: Bool = true
    ) {
        self.context = context
        self.log = log
        self.accountPath = accountPath
        self.appLinkHosts = appLinkHosts
        self.beginLogins = beginLogins
    }

    // MARK: Handlers of pages

    /// Wraps a handler: its refusals become pages. Each page names a request id, with which the operator finds the
    /// reason in the log.
    /// - Parameter login: finds the login that a refused request concerns, if its browser began one.
    func refusing(
        of login: @escaping @Sendable (Request) throws -> BrowserProcess? = { _ in nil }, _ handler: @escaping Handler
    ) -> Handler {
        { request in
            do { return try await handler(request) } catch {
                guard let refusal = PageRefusal(error), beginLogins || refusal.status != .tooManyRequests else {
                    throw error
                }
                return page((try? login(request)).map { refusal.of($0, in: context) } ?? refusal, request)
            }
        }
    }

    private func page(_ refusal: PageRefusal, _ request: Request) -> Response {
        let requestID = Self.requestID()
        log(
            // `RefusalLog` has named a flood already, which must not fill the log.
            refusal.status == .tooManyRequests ? .debug : .info, "pageRefused", of: request.remoteAddress.network,
            [("requestID", requestID), ("code", refusal.code.rawValue), ("route", request.route)] + refusal.sent.fields)
        // The page repeats nothing of an address that is not registered, not even for the language switch.
        let address = refusal.code == .redirectURINotRegistered ? nil : request.pageAddress
        let model = ErrorPage.Model(
            code: refusal.code, requestID: requestID, address: address, website: refusal.website,
            provider: context.provider)
        let wording = PageLanguage(context).wording(for: request, website: refusal.language)
        var response = Response.page(
            ErrorPage.page(model, in: wording), policy: ContentSecurityPolicy.message, status: refusal.status)
        response.headers += refusal.headers
        return response
    }

    // MARK: All other errors

    /// Answers an error of a handler, of an admission check or of the server: with a page where a browser asks for one,
    /// otherwise with a line of text.
    ///
    /// May run on the network thread. A flood gets pages that are made in advance.
    func answer(_ error: HTTPError, to request: Request) -> Response {
        guard request.acceptsPage, let code = RefusalCode(error.status) else { return error.response }
        let language = PageLanguage(context, readsCookie: !isAppLink(request)).languageAtOnce(for: request)
        var response = Self.constantPages[code]?[language] ?? page(code, error.status, request, language)
        response.headers += error.headers
        return response
    }

    private func page(
        _ code: RefusalCode, _ status: XignHTTP.Status, _ request: Request, _ language: Language
    ) -> Response {
        let isLogged = code == .internalError || code == .malformed
        let isAppLink = isAppLink(request)
        let requestID = isLogged ? Self.requestID() : nil
        if let requestID {
            log(
                .info, "pageRefused", of: request.remoteAddress.network,
                [("requestID", requestID), ("code", code.rawValue), ("route", request.route)])
        }
        let model = ErrorPage.Model(
            code: code, requestID: requestID, address: isAppLink ? nil : request.pageAddress,
            accountPath: code == .notFound && !isAppLink ? accountPath : nil, provider: context.provider)
        return .page(
            ErrorPage.page(model, in: language.wording), policy: ContentSecurityPolicy.message, status: status)
    }

    private func isAppLink(_ request: Request) -> Bool { appLinkHosts.contains(request.host) }

    /// The pages that know nothing of their request, such as those of overload: they are copied, not made.
    private static let constantPages: [RefusalCode: [Language: Response]] = Dictionary(
        uniqueKeysWithValues: [
            (RefusalCode.networkTooBusy, .tooManyRequests), (.unavailable, .serviceUnavailable),
            (.notEncrypted, .forbidden),
        ].map { code, status in (code, constantPage(code, status)) })

    private static func constantPage(_ code: RefusalCode, _ status: XignHTTP.Status) -> [Language: Response] {
        Dictionary(
            uniqueKeysWithValues: Language.allCases.map { language in
                let page = ErrorPage.page(ErrorPage.Model(code: code), in: language.wording)
                return (language, Response.page(page, policy: ContentSecurityPolicy.message, status: status))
            })
    }

    private static func requestID() -> String { Base64URL.encode(SecureRandom.bytes(count: 9)) }
}

extension RefusalCode {
    /// The code of an error that becomes a page; nil for one that stays a line of text.
    fileprivate init?(_ status: XignHTTP.Status) {
        switch status {
        case .badRequest, .contentTooLarge, .unsupportedMediaType: self = .malformed
        case .forbidden: self = .notEncrypted  // The only refusal of this kind that is not a `PageRefusal`.
        case .notFound: self = .notFound
        case .methodNotAllowed: self = .notAPage
        case .tooManyRequests: self = .networkTooBusy
        case .internalServerError: self = .internalError
        case .serviceUnavailable: self = .unavailable
        default: return nil
        }
    }
}

extension Request {
    /// The paths of devices, of websites' servers and of monitors. Some of these programs accept HTML without meaning
    /// it, such as Java's `HttpURLConnection`.
    private static let programPaths = ["/api/", "/openid/", "/.well-known/", "/health/"]

    /// The path and query under which a browser finds the answer again; nil for the answer to a form.
    fileprivate var pageAddress: String? {
        guard method == .get || method == .head else { return nil }
        let address = RedirectURI.appending(query.list.map { ($0.name, $0.value) }, to: target.path)
        return OwnAddress(address)?.text
    }

    /// True where the client is a browser that opens a page: `Accept` names HTML, which scripts and pictures do not.
    fileprivate var acceptsPage: Bool {
        let path = target.path
        let isPage = path == "/openid/authenticate" || path.hasPrefix(LogoutController.path)
        guard isPage || !Self.programPaths.contains(where: path.hasPrefix) else { return false }
        return headers.all("Accept").contains { field in
            field.utf8.split(separator: UInt8(ascii: ",")).contains { range in
                let type = range.prefix { $0 != UInt8(ascii: ";") }.filter { $0 != 0x20 && $0 != 0x09 }
                return type.elementsEqual("text/html".utf8) { $0 | 0x20 == $1 | 0x20 }
            }
        }
    }
}

extension Response {
    /// Makes the response with a page.
    /// - Parameter policy: the value of its Content-Security-Policy.
    static func page(_ page: HTML, policy: String, status: XignHTTP.Status = .ok) -> Response {
        .html(
            page.bytes, status: status,
            headers: [
                HeaderField("Content-Security-Policy", policy),
                // A form of the page then sends its origin; other sites receive nothing.
                HeaderField("Referrer-Policy", "same-origin"),
                HeaderField("Cache-Control", "no-store"),
                HeaderField("Vary", "Accept-Language, Cookie"),
            ])
    }
}
