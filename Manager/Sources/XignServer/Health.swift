import Logging
import Threads
import XignHTTP
import XignUseCases

/// Health checks for load balancers and service managers. The answers tell nothing about the inside.
package struct Health: Sendable {
    static let live = "/health/live"
    package static let ready = "/health/ready"
    static let paths = [live, ready]
    private static let readyText = "ready\n"
    /// The body of the answer of a manager that is ready.
    static let readyBody = Array(readyText.utf8)

    /// A result is cached for this time, so that load balancers may ask as often as they like.
    static let validity = Duration.seconds(2)

    private let checkReadiness: CheckReadiness
    private let log: Log
    private let isLeaving: Locked<Bool>
    private let now: @Sendable () -> ContinuousClock.Instant
    private let last = Locked<(isReady: Bool, at: ContinuousClock.Instant)?>(nil)

    /// - Parameters:
    ///   - isLeaving: becomes true when the manager is about to stop: balancers are to choose another.
    ///   - now: the time by which results are cached.
    init(
        _ context: Context, _ log: Log, isLeaving: Locked<Bool>,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.now = now
        checkReadiness = CheckReadiness(context)
        self.log = log
        self.isLeaving = isLeaving
    }

    func register(in router: inout Router) {
        router.on(.get, Self.live, always: .text("alive\n"))
        router.on(.get, Self.ready) { _ in
            if isLeaving.withLock({ $0 }) { throw HTTPError(.serviceUnavailable, "this manager is about to stop") }
            guard await isReady() else {
                throw HTTPError(.serviceUnavailable, "not ready", headers: [HeaderField("Retry-After", "5")])
            }
            return .text(Self.readyText)
        }
    }

    private func isReady() async -> Bool {
        if let last = last.withLock({ $0 }), last.at.duration(to: now()) < Self.validity { return last.isReady }
        var isReady = true
        do { try await checkReadiness() } catch {
            log(.warning, "notReady", [("error", explanation(of: error))])
            isReady = false
        }
        last.withLock { [isReady] in $0 = (isReady, now()) }
        return isReady
    }
}
