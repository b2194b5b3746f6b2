import Logging
import Threads
import XignHTTP
import XignUseCases

/// Health checks for load balancers and service managers. The answers tell nothing about the inside.
struct Health: Sendable {
    static let live = "/health/live", ready = "/health/ready"
    static let paths = [live, ready]
    private static let readyText = "ready\n"
    /// The body of the answer of a manager that is ready.
    static let readyBody = Array(readyText.utf8)

    /// A success is cached for this time, so that load balancers may ask as often as they like.
    static let validity = Duration.seconds(2)

    private let checkReadiness: CheckReadiness
    private let log: Log
    private let isLeaving: Locked<Bool>
    private let wasReadyAt = Locked<ContinuousClock.Instant?>(nil)

    /// - Parameter isLeaving: becomes true when the manager is about to stop: balancers are to choose another.
    init(_ context: Context, _ log: Log, isLeaving: Locked<Bool>) {
        checkReadiness = CheckReadiness(context)
        self.log = log
        self.isLeaving = isLeaving
    }

    func register(in router: inout Router) {
        router.on(.get, Self.live, always: .text("alive\n"))
        router.on(.get, Self.ready) { _ in
            if isLeaving.withLock({ $0 }) { throw HTTPError(.serviceUnavailable, "this manager is about to stop") }
            if let time = wasReadyAt.withLock({ $0 }), time.duration(to: .now) < Self.validity {
                return .text(Self.readyText)
            }
            do {
                try await checkReadiness()
                wasReadyAt.withLock { $0 = .now }
                return .text(Self.readyText)
            } catch {
                log(.warning, "notReady", [("error", "\(error)")])
                throw HTTPError(.serviceUnavailable, "not ready", headers: [HeaderField("Retry-After", "5")])
            }
        }
    }
}
