import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// The cookie that ties a login to the browser that began it.
///
/// The address of the login page alone is enough neither to see the login nor to finish it. Each login has a cookie of
/// its own, so that several tabs do not disturb each other.
enum LoginCookie {
    /// The prefix makes browsers refuse the name from other hosts of the same domain, and without TLS (RFC 6265bis,
    /// section 4.1.3.2); on loopback Chromium and Firefox count as secure.
    static func name(_ id: SessionID) -> String { prefix + id.description.prefix(idCharacters) }

    private static let prefix = "__Host-xign-"
    /// The characters of the login's id in the name: 6 bytes.
    private static let idCharacters = 8
    /// The number of logins whose cookies a browser keeps when it begins another. Cookies of ended logins are deleted
    /// first; recent ones are kept, since another tab may show their page.
    static let keptCount = 10
    /// The number of cookies that are read. There may be more than `keptCount`: a POST from another site carries no
    /// `SameSite=Lax` cookies, so that none is deleted before it expires.
    private static let readCount = 64
    /// The number of cookies that one answer deletes: more would not fit into a head that reverse proxies accept.
    private static let forgottenAtOnce = 20

    /// The longest life of a login, and the time after it to fetch the result.
    private static let lifetimeSeconds = Process.maximumSeconds + Process.collectionSeconds

    static func make(_ id: SessionID, _ secret: BearerToken) throws -> Cookie {
        try Cookie(
            name(id), secret.text, path: "/", maxAge: .seconds(lifetimeSeconds), isSecure: true, isHTTPOnly: true,
            sameSite: .lax)
    }

    /// Finds the logins whose cookies the browser sends.
    static func logins(of request: Request, in context: Context) throws -> [BrowserProcess] {
        try BrowserProcesses(context).find(
            beginnings: names(of: request).suffix(readCount).compactMap(beginning(of:))
        ) { value(in: request, for: $0) }
    }

    /// Makes the deletions of the cookies that a browser no longer needs when it begins another login: those of removed
    /// and ended logins, and the oldest of more than `keptCount`.
    static func surplus(of request: Request, in context: Context) throws -> [Cookie] {
        let names = names(of: request)
        guard !names.isEmpty else { return [] }
        let now = context.clock.now()
        let newest = try logins(of: request, in: context).sorted { one, other in
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

    /// The first bytes of the login's id.
    private static func beginning(of name: String) -> [UInt8]? {
        guard name.hasPrefix(prefix), name.utf8.count == prefix.utf8.count + idCharacters else { return nil }
        return Base64URL.decode(name.dropFirst(prefix.count))
    }

    /// The value that a request shows for a login; nil where there is none, or several.
    static func value(in request: Request, for id: SessionID) -> String? {
        let values = request.cookies.all(name(id))
        return values.count == 1 ? values[0] : nil
    }
}

extension Process {
    /// True if its browser has nothing left to fetch.
    fileprivate func isOver(at now: Timestamp) -> Bool {
        switch phase(at: now) {
        case .waiting, .claimed, .confirming, .confirmed: false
        case .collected: expiresAt <= now
        case .declined, .expired: true
        }
    }
}
