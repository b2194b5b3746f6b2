import Threads
import XignDomain
import XignStorage

/// Services and their organizations as they stood in the database a moment ago: for pages, for the first look at who asks, for
/// whatever is decided once more in the transaction that acts on it. They are dropped as soon as the database says that one has
/// changed, and after five seconds, since what the database says may be lost.
///
/// Safe to use from any thread.
package final class ServiceCopies: Sendable {
    typealias Entry = (service: Service, organization: Organization)

    private static let lifetimeMilliseconds: Int64 = 5_000

    private struct State {
        var entries: [String: (entry: Entry, readAt: Int64)] = [:]
        /// How often they were dropped.
        var generation = 0
    }

    private let database: any Database
    private let state = Locked(State())

    init(_ database: any Database) { self.database = database }

    /// - Returns: nil where there is no such service: that is not remembered, since anybody may ask for anything.
    func find(id: String) throws -> Entry? {
        let now = monotonicMilliseconds()
        let (known, generation) = state.withLock { ($0.entries[id], $0.generation) }
        if let known, now < known.readAt + Self.lifetimeMilliseconds { return known.entry }
        let found = try present(id: id)
        // What was read may be outdated, if they were dropped meanwhile: good for this once, not to be kept.
        state.withLock { if $0.generation == generation { $0.entries[id] = found.map { ($0, now) } } }
        return found
    }

    /// As the database has it now.
    func present(id: String) throws -> Entry? {
        try database.read { try $0.services.findWithOrganization(id: id) }
    }

    /// Quick; does not touch the database.
    func drop() {
        state.withLock {
            $0.entries = [:]
            $0.generation += 1
        }
    }
}
