import XignDomain
import XignHTTP
import XignUseCases

/// The cookie `__Host-recover`: the proofs that a browser has shown for a recovery, sealed. Mailed codes are for this
/// browser alone. It is sent with no request that another site begins. The proofs count for an hour; the browser keeps
/// it until a recovery that it has begun is over, and is recognised by it.
struct RecoveryCookie {
    private static let lifetimeSeconds = Recovery.waitSeconds + Recovery.windowSeconds

    private let cookie: OwnCookie

    init(_ context: Context) { cookie = OwnCookie("recover", of: context.issuer) }

    func make(_ value: String) throws -> Cookie {
        try cookie.make(value, lifetimeSeconds: Self.lifetimeSeconds, sameSite: .strict)
    }

    /// The value that a request shows; nil where there is none, or several.
    func value(in request: Request) -> String? { cookie.value(in: request) }
}
