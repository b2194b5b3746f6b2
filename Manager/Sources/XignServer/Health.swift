import Logging
import Threads
import XignDomain
import XignHTTP
import XignStorage
import XignUseCases

/// For load balancers and service managers. Says nothing about the inside.
struct Health: Sendable {
    static let live = "/health/live", ready = "/health/ready"
    static let paths = [live, ready]

    /// A success is good for so long: load balancers may ask as often as they like.
    static let validity = Duration.seconds(2)

    private let context: Context
    private let log: Log
    private let wasReadyAt = Locked<ContinuousClock.Instant?>(nil)

    init(_ context: Context, _ log: Log) {
        self.context = context
        self.log = log
    }

    func register(in router: inout Router) {
        // The process answers.
        router.on(.get, Self.live, always: .text("alive\n"))
        // It can also write into its database and has unexpired key material.
        router.on(.get, Self.ready) { _ in
            if let time = wasReadyAt.withLock({ $0 }), time.duration(to: .now) < Self.validity {
                return .text("ready\n")
            }
            do {
                try await check()
                wasReadyAt.withLock { $0 = .now }
                return .text("ready\n")
            } catch {
                log(.warning, "notReady", [("error", "\(error)")])
                throw HTTPError(.serviceUnavailable, "not ready", headers: [HeaderField("Retry-After", "5")])
            }
        }
    }

    private func check() async throws {
        let now = context.clock.now()
        // Written, since a login writes: a disk that is full or read only can still be read.
        try await context.database.write { try $0.settings.set("lastReady", to: "\(now.rawValue)") }
        guard context.keys.material.material.expiresAt > now.seconds else {
            throw ManagerError(.keyMaterialExpired, "The key material has expired. Is the clock right?")
        }
    }
}
