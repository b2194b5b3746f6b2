import Logging
import Synchronization
import XignAdmission
import XignHTTP

/// Middleware for a manager that trusts no proxy: says once in the log when one seems to be there. All its clients are
/// one network to the limits, or, where it is exempt from them, nobody is limited.
func reportingUntrustedProxy(_ log: Log) -> Middleware {
    reportingOnce { request in
        guard request.headers["X-Forwarded-For"] != nil || request.headers["Forwarded"] != nil else { return false }
        log(
            .warning, "proxyNotTrusted",
            [
                ("address", "\(request.remoteAddress)"),
                ("advice", "if it is your reverse proxy, name it in trustedProxies"),
            ])
        return true
    }
}

/// Middleware for a manager behind a proxy: says once in the log when the proxy does not name a client by its address. All
/// such clients are one network to the limits. Health checks come from this machine, past the proxy.
func reportingUnknownClients(_ log: Log) -> Middleware {
    reportingOnce { request in
        guard request.remoteAddress == .unknown, !Health.paths.contains(request.route) else { return false }
        log(
            .warning, "clientUnknown",
            [
                ("route", request.route),
                ("field", request.headers["X-Forwarded-For"] == nil ? "missing" : "notAnAddress"),
                ("advice", "let the reverse proxy set X-Forwarded-For to the client's address"),
            ])
        return true
    }
}

/// Middleware for a manager whose issuer is https: says once in the log when a proxy marks a request as `http`, which is
/// refused.
func reportingRequestsWithoutTLS(_ log: Log) -> Middleware {
    reportingOnce { request in
        guard request.scheme == .http, !Health.paths.contains(request.route) else { return false }
        log(
            .warning, "requestWithoutTLS",
            [
                ("route", request.route),
                ("advice", "if it came by https, let the reverse proxy set X-Forwarded-Proto to that"),
            ])
        return true
    }
}

/// - Parameter report: Whether it found something, and logged it; then it is not asked again.
private func reportingOnce(_ report: @escaping @Sendable (Request) -> Bool) -> Middleware {
    final class Once: Sendable { let isDone = Atomic(false) }
    let once = Once()
    return { next in
        { request in
            if !once.isDone.load(ordering: .relaxed), report(request) { once.isDone.store(true, ordering: .relaxed) }
            return try await next(request)
        }
    }
}
