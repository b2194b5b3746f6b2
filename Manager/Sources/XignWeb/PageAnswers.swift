import Logging
import XignCrypto
import XignDomain
import XignHTTP
import XignPages
import XignProtocol

/// Answers browsers with pages, refusals included.
struct PageAnswers: Sendable {
    let log: Log

    /// The handler, with its refusals answered by a page. The page names a request id, by which the operator finds the
    /// reason.
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
            // A flood must not fill the log; that there is one stands in it already.
            refusal.status == .tooManyRequests ? .debug : .info, "pageRefused", of: request.remoteAddress.network,
            [("requestID", requestID), ("code", refusal.code), ("route", request.route)] + refusal.sent.fields)
        return .page(
            ErrorPage.page(
                ErrorPage.Model(
                    title: refusal.title, whatHappened: refusal.whatHappened, whatToDo: refusal.whatToDo,
                    requestID: requestID)),
            policy: ContentSecurityPolicy.message, status: refusal.status)
    }
}

extension Response {
    /// - Parameter policy: its Content-Security-Policy.
    static func page(_ page: HTML, policy: String, status: XignHTTP.Status = .ok) -> Response {
        .html(
            page.bytes, status: status,
            headers: [
                HeaderField("Content-Security-Policy", policy),
                // Forms of the page then say where they come from; other sites learn nothing.
                HeaderField("Referrer-Policy", "same-origin"),
                HeaderField("Cache-Control", "no-store"),
            ])
    }
}
