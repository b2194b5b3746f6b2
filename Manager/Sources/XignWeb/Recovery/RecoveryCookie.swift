import XignHTTP
import XignUseCases

/// The cookie `__Host-recover`: the proofs that a browser has shown for a recovery, sealed. Mailed codes are for this
/// browser alone. It is sent with no request that another site begins.
struct RecoveryCookie {
    private static let lifetimeSeconds: Int64 = 3600

    private let cookie: OwnCookie

    init(_ context: Context) { cookie = OwnCookie("recover", of: context.issuer) }

    func make(_ value: String) throws -> Cookie {
        try cookie.make(value, lifetimeSeconds: Self.lifetimeSeconds, sameSite: .strict)
    }

    var deleted: Cookie { get throws { try cookie.deleted } }

    /// The value that a request shows; nil where there is none, or several.
    func value(in request: Request) -> String? { cookie.value(in: request) }
}
