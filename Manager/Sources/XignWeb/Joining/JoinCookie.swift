import XignHTTP
import XignUseCases

/// The cookie of a browser in which somebody joins. It has code and PIN of the first device, sealed, so that their page
/// survives a reload. The browser sends it with no request that another site begins.
struct JoinCookie {
    static let lifetimeSeconds: Int64 = 900

    private let context: Context

    init(_ context: Context) { self.context = context }

    private var cookie: OwnCookie { OwnCookie("join", of: context.issuer) }

    func make(_ visit: JoinVisit) throws -> Cookie {
        try cookie.make(
            try SealedJoin(context).seal(visit), lifetimeSeconds: Self.lifetimeSeconds, sameSite: .strict)
    }

    /// - Returns: nil where there is none, or several, or one that does not open.
    func visit(in request: Request) -> JoinVisit? {
        cookie.value(in: request).flatMap { SealedJoin(context).open($0) }
    }

    var deleted: Cookie { get throws { try cookie.deleted } }
}
