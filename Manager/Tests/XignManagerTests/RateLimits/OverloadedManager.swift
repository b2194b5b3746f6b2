import Testing
import Threads
import XignAdmission
import XignHTTP
import XignProtocol

/// The address of the client that exceeds the limits.
let flooding = "203.0.113.7"
let sealedContentType = "Content-Type: \(SealedRequest.contentType)"

extension TestManager {
    /// A manager behind a proxy on this machine. A client's address is the one that the proxy names; a client without
    /// one counts as the network 127.0.0.1, and is limited like the others.
    static func behindProxy(_ change: (inout Limits) throws -> Void) throws -> TestManager {
        var limits = Limits()
        limits.exempt = []
        try change(&limits)
        return try TestManager(limits: limits, trustedProxies: [try #require(AddressRange("127.0.0.1"))])
    }

    /// Sends a request that cannot be opened: 400, unless a limit refuses it.
    func sendGarbage(from network: String, _ operation: String = "start") -> WireAnswer {
        WireClient(port)
            .exchange(
                "POST", "/api/device/v1/\(operation)", [sealedContentType, "X-Forwarded-For: \(network)"],
                body: "garbage")
    }

    /// The status of the readiness check.
    var readiness: Int { WireClient(port).exchange("GET", "/health/ready").status }

    /// The target of a request that begins a login.
    var authorizationTarget: String {
        get throws {
            "/openid/authenticate?response_type=code&client_id=\(try service.id)&scope=openid&state=s&nonce=n"
                + "&redirect_uri=https%3A%2F%2Fwebsite.example%2Fcallback&code_challenge_method=S256"
                + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        }
    }
}

extension Rate {
    static func checked(_ perMinute: Int, _ burst: Int) throws -> Rate {
        try #require(Rate(perMinute: perMinute, burst: burst))
    }
}

/// A client that sends one request after the other, on a thread of its own.
final class Flood: Sendable {
    private struct State {
        var answers: [WireAnswer] = []
        var isEnding = false, hasEnded = false
    }

    private let state = Locked(State())

    init(_ ask: @escaping @Sendable () -> WireAnswer) {
        startThread("flood") { [self] in
            while !state.withLock({ $0.isEnding }) {
                let answer = ask()
                state.withLock { $0.answers.append(answer) }
                state.broadcast()
            }
            state.withLock { $0.hasEnded = true }
            state.broadcast()
        }
    }

    /// Waits until this many requests have been answered.
    func waitForAnswers(_ count: Int) { state.wait { $0.answers.count >= count ? () : nil } }

    /// Stops, and returns all answers.
    func end() -> [WireAnswer] {
        state.withLock { $0.isEnding = true }
        return state.wait { $0.hasEnded ? $0.answers : nil }
    }
}
