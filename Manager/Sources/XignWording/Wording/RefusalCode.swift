/// The reasons why a browser's request is refused with an error page. The raw values are stable: they appear in logs.
package enum RefusalCode: String, Sendable, Equatable, CaseIterable {
    /// The client id is not registered, or its service is switched off.
    case unknownService
    case redirectURINotRegistered
    /// The ID token of a logout is that of another client than the request names.
    case logoutNotVerified
    case malformed
    /// Also for a login that does not exist: its address alone tells nothing.
    case loginOfAnotherBrowser
    /// A form was sent by a page of another site.
    case fromAnotherSite
    /// More logins than the network may begin.
    case tooManyRequests
    /// Also for a return secret that belongs to no login.
    case returnedElsewhere
    case loginUsed
    /// The website's pushed request has expired, or has led to a login. Also for one that does not exist.
    case requestEnded
    /// No page has this address.
    case notFound
    /// The address belongs to a form, and a browser opened it.
    case notAPage
    /// More requests of any kind than the network may send.
    case networkTooBusy
    case unavailable
    /// The reverse proxy received the request without TLS.
    case notEncrypted
    case internalError
}
