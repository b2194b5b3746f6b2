import Logging
import Threads
import XignHTTP
import XignUseCases

/// Health checks for load balancers and service managers. The answers tell nothing about the inside.
struct Health: Sendable {
    static let live = "/health/live", ready = "/health/ready"
    static let paths = [live, ready]

    /// A success is cached for this time, so that load balancers may ask as often as they like.
    static let validity = Duration.seconds(2)

    private let checkReadiness: CheckReadiness
    private let log: Log
    private let wasReadyAt = Locked<ContinuousClock.Instant?>(nil)

    init(_ context: Context, _ log: Log) {
        checkReadiness = CheckReadiness(context)
        self.log = log
    }

    func register(in router: inout Router) {
        router.on(.get, Self.live, always: .text("alive\n"))
        router.on(.get, Self.ready) { _ in
            if let time = wasReadyAt.withLock({ $0 }), time.duration(to: .now) < Self.validity {
                return .text("ready\n")
            }
            do {
                try await checkReadiness()
                wasReadyAt.withLock { $0 = .now }
                return .text("ready\n")
            } catch {
                log(.warning, "notReady", [("error", "\(error)")])
                throw HTTPError(.serviceUnavailable, "not ready", headers: [HeaderField("Retry-After", "5")])
            }
        }
    }
}
