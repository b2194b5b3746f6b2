import Synchronization
import XignHTTP

/// Middleware for a manager that trusts no proxy: says once in the log when one seems to be there. All its clients are
/// one network to the limits, or, where it is exempt from them, nobody is limited.
func reportingUntrustedProxy(_ log: Log) -> Middleware {
    final class Once: Sendable { let isDone = Atomic(false) }
    let once = Once()
    return { next in
        { request in
            if !once.isDone.load(ordering: .relaxed),
                request.headers["X-Forwarded-For"] != nil || request.headers["Forwarded"] != nil,
                !once.isDone.exchange(true, ordering: .relaxed)
            {
                log(
                    .warning, "proxyNotTrusted",
                    [
                        ("address", "\(request.remoteAddress)"),
                        ("advice", "if it is your reverse proxy, name it in trustedProxies"),
                    ])
            }
            return try await next(request)
        }
    }
}
