import XignHTTP
import XignStorage

/// For load balancers and service managers. Says nothing about the inside.
struct Health: Sendable {
    static let live = "/health/live"

    private let manager: Manager

    init(_ manager: Manager) { self.manager = manager }

    func register(in router: inout Router) {
        // The process answers.
        router.on(.get, Self.live, execution: .inline) { _ in .text("alive\n") }
        // It can also reach its database and has unexpired key material.
        router.on(.get, "/health/ready") { _ in
            do {
                let hasKeys = try manager.database.read { try $0.keys(manager.vault).newestKeyMaterial() != nil }
                let isFresh = manager.keys.material.material.expiresAt > manager.environment.now().seconds
                guard hasKeys, isFresh else { throw HTTPError(.serviceUnavailable, "not ready") }
                return .text("ready\n")
            } catch let error as StorageError {
                manager.log(.warning, "notReady", [("error", "\(error)")])
                throw HTTPError(.serviceUnavailable, "not ready")
            }
        }
    }
}
