import Logging
import Synchronization
import XignHTTP

/// Middleware for a manager that trusts no proxy: logs once that there seems to be one. The limits take all clients of
/// the proxy for one network, and limit none of them if the proxy is exempt.
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

/// Middleware for a manager behind a proxy: logs once that the proxy does not send a client's address. The limits take
/// all such clients for one network. Health checks are ignored, since they come from this machine without the proxy.
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

/// Middleware for a manager whose issuer is https: logs once that a proxy marks a request as `http`, which is refused.
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

/// Middleware that calls `report` until it returns true.
/// - Parameter report: returns true after it has logged something.
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
