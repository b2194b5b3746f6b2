import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// Ties a login session to the browser that began it: whoever has only the address of the login page can neither see
/// nor finish the login. Each session has a cookie of its own, so that several tabs do not disturb each other.
enum LoginCookie {
    /// The prefix makes browsers refuse the name from other hosts of the same domain, and without TLS (RFC 6265bis,
    /// section 4.1.3.2); on loopback Chromium and Firefox count as secure.
    static func name(_ session: SessionID) -> String { prefix + session.description.prefix(idCharacters) }

    private static let prefix = "__Host-xign-"
    /// So many of the session's id, 6 bytes.
    private static let idCharacters = 8
    /// A browser keeps the cookies of so many logins when it begins another, and forgets those of ended ones first. Those of a
    /// moment ago may still be shown in another tab.
    static let keptCount = 10
    /// A website that sends its requests by POST never shows the cookies, so that none is forgotten: they die after their time.
    private static let readCount = 64
    /// More would not fit into the head of an answer that reverse proxies accept.
    private static let forgottenAtOnce = 20

    /// As long as a session can live, and then have its code fetched.
    private static let lifetimeSeconds = Process.maximumSeconds + Process.collectionSeconds

    static func make(_ session: SessionID, _ secret: BearerToken) throws -> Cookie {
        try Cookie(
            name(session), secret.text, path: "/", maxAge: .seconds(lifetimeSeconds), isSecure: true, isHTTPOnly: true,
            sameSite: .lax)
    }

    /// The sessions that this browser began, as far as it sends their cookies.
    static func sessions(of request: Request, in context: Context) throws -> [BrowserLogin] {
        try sessions(
            beginning: names(of: request).suffix(readCount).compactMap(beginning(of:)), of: request, in: context)
    }

    /// The deletions of the cookies that a browser needs no longer when it begins another login: of sessions that are gone, of
    /// ended ones, and of the oldest, where there are more than `keptCount`.
    static func surplus(of request: Request, in context: Context) throws -> [Cookie] {
        let names = names(of: request)
        guard !names.isEmpty else { return [] }
        let now = context.clock.now()
        let known = try sessions(
            beginning: names.suffix(readCount).compactMap(beginning(of:)), of: request, in: context)
        let newest = known.sorted { one, other in
            let (isOver, isOtherOver) = (one.process.isOver(at: now), other.process.isOver(at: now))
            return isOver == isOtherOver ? one.process.createdAt > other.process.createdAt : isOtherOver
        }
        let kept = Set(newest.prefix(keptCount).map { name($0.process.id) })
        return try names.filter { !kept.contains($0) }.prefix(forgottenAtOnce).map { try Cookie.deleted($0) }
    }

    /// The names of this manager's cookies. Browsers send the oldest first (RFC 6265, section 5.4).
    private static func names(of request: Request) -> [String] {
        request.cookies.list.map(\.name).filter { beginning(of: $0) != nil }
    }

    /// The first bytes of the session's id.
    private static func beginning(of name: String) -> [UInt8]? {
        guard name.hasPrefix(prefix), name.utf8.count == prefix.utf8.count + idCharacters else { return nil }
        return Base64URL.decode(name.dropFirst(prefix.count))
    }

    private static func sessions(
        beginning beginnings: [[UInt8]], of request: Request, in context: Context
    ) throws -> [BrowserLogin] {
        try BrowserLogins(context).find(beginnings: beginnings) { value(in: request, for: $0) }
    }

    /// The value that a request shows for a login; nil where there is none, or several.
    static func value(in request: Request, for session: SessionID) -> String? {
        let values = request.cookies.all(name(session))
        return values.count == 1 ? values[0] : nil
    }
}

extension Process {
    /// Whether its browser has nothing more to fetch.
    fileprivate func isOver(at now: Timestamp) -> Bool {
        switch phase(at: now) {
        case .waiting, .claimed, .confirming, .confirmed: false
        case .collected: expiresAt <= now
        case .declined, .expired: true
        }
    }
}
