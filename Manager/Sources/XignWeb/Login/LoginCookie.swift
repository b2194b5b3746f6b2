import XignDomain
import XignHTTP
import XignProtocol
import XignUseCases

/// The cookie that ties a login to the browser that began it.
///
/// The address of the login page alone is enough neither to see the login nor to finish it. Each login has a cookie of
/// its own, so that several tabs do not disturb each other.
enum LoginCookie {
    private static let base = "xign-"
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

    static func make(_ id: SessionID, _ secret: BearerToken, of issuer: ManagerOrigin) throws -> Cookie {
        try cookie(id, issuer).make(secret.text, lifetimeSeconds: lifetimeSeconds)
    }

    /// Finds the logins whose cookies the browser sends.
    static func logins(of request: Request, in context: Context) throws -> [BrowserProcess] {
        try BrowserProcesses(context).find(
            beginnings: cookies(of: request, context.issuer).suffix(readCount).compactMap(beginning(of:))
        ) { value(in: request, for: $0, of: context.issuer) }
    }

    /// Makes the deletions of the cookies that a browser no longer needs when it begins another login: those of removed
    /// and ended logins, and the oldest of more than `keptCount`.
    static func surplus(of request: Request, in context: Context) throws -> [Cookie] {
        let cookies = cookies(of: request, context.issuer)
        guard !cookies.isEmpty else { return [] }
        let now = context.clock.now()
        let newest = try logins(of: request, in: context).sorted { one, other in
            let (isOver, isOtherOver) = (one.process.isOver(at: now), other.process.isOver(at: now))
            return isOver == isOtherOver ? one.process.createdAt > other.process.createdAt : isOtherOver
        }
        let kept = Set(newest.prefix(keptCount).map { cookie($0.process.id, context.issuer) })
        return try cookies.filter { !kept.contains($0) }.prefix(forgottenAtOnce).map { try $0.deleted }
    }

    private static func cookie(_ id: SessionID, _ issuer: ManagerOrigin) -> OwnCookie {
        OwnCookie(base + id.description.prefix(idCharacters), of: issuer)
    }

    /// The cookies of logins that the browser sends, the oldest first.
    private static func cookies(of request: Request, _ issuer: ManagerOrigin) -> [OwnCookie] {
        OwnCookie.all(in: request, of: issuer).filter { beginning(of: $0) != nil }
    }

    /// The first bytes of the login's id.
    private static func beginning(of cookie: OwnCookie) -> [UInt8]? {
        let name = cookie.base
        guard name.hasPrefix(base), name.utf8.count == base.utf8.count + idCharacters else { return nil }
        return Base64URL.decode(name.dropFirst(base.count))
    }

    /// The value that a request shows for a login; nil where there is none, or several.
    static func value(in request: Request, for id: SessionID, of issuer: ManagerOrigin) -> String? {
        cookie(id, issuer).value(in: request)
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
