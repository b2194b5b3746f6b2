import Logging
import XignCrypto
import XignDomain
import XignHTTP
import XignPages
import XignProtocol
import XignUseCases

/// A middleware that answers refused requests with error pages.
struct PageAnswers: Sendable {
    private let language: PageLanguage
    private let log: Log

    init(_ context: Context, _ log: Log) {
        language = PageLanguage(context)
        self.log = log
    }

    /// Wraps a handler: its refusals become pages. Each page names a request id, with which the operator finds the
    /// reason in the log.
    func refusing(_ handler: @escaping Handler) -> Handler {
        { request in
            do { return try await handler(request) } catch let refusal as PageRefusal {
                return page(refusal, request)
            } catch let error as HTTPError where error.status == .badRequest || error.status == .unsupportedMediaType {
                return page(.malformed, request)
            } catch let error as HTTPError where error.status == .tooManyRequests {
                var page = page(.tooManyRequests, request)
                page.headers += error.headers
                return page
            }
        }
    }

    private func page(_ refusal: PageRefusal, _ request: Request) -> Response {
        let requestID = Base64URL.encode(SecureRandom.bytes(count: 9))
        log(
            // `RefusalLog` has named a flood already, which must not fill the log.
            refusal.status == .tooManyRequests ? .debug : .info, "pageRefused", of: request.remoteAddress.network,
            [("requestID", requestID), ("code", refusal.code.rawValue), ("route", request.route)] + refusal.sent.fields)
        let model = ErrorPage.Model(code: refusal.code, requestID: requestID, address: request.pageAddress)
        return .page(
            ErrorPage.page(model, in: language.wording(for: request)), policy: ContentSecurityPolicy.message,
            status: refusal.status)
    }
}

extension Request {
    /// The path and query under which a browser finds the answer again; nil for the answer to a form.
    fileprivate var pageAddress: String? {
        guard method == .get || method == .head else { return nil }
        let address = RedirectURI.appending(query.list.map { ($0.name, $0.value) }, to: target.path)
        return OwnAddress(address)?.text
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
