import Logging
import Threads
import XignHTTP
import XignStorage

/// For load balancers and service managers. Says nothing about the inside.
struct Health: Sendable {
    static let live = "/health/live", ready = "/health/ready"
    static let paths = [live, ready]

    /// A success is good for so long: load balancers may ask as often as they like.
    static let validity = Duration.seconds(2)

    private let manager: Manager
    private let wasReadyAt = Locked<ContinuousClock.Instant?>(nil)

    init(_ manager: Manager) { self.manager = manager }

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
                manager.log(.warning, "notReady", [("error", "\(error)")])
                throw HTTPError(.serviceUnavailable, "not ready", headers: [HeaderField("Retry-After", "5")])
            }
        }
    }

    private func check() async throws {
        let now = manager.clock.now()
        // Written, since a login writes: a disk that is full or read only can still be read.
        try await manager.database.write { try $0.settings.set("lastReady", to: "\(now.rawValue)") }
        guard manager.keys.material.material.expiresAt > now.seconds else {
            throw ManagerError(.keyMaterialExpired, "The key material has expired. Is the clock right?")
        }
    }
}
