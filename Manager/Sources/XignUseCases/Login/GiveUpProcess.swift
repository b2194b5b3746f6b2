import Metrics
import XignDomain
import XignProtocol
import XignStorage

/// Ends a process that the person at its browser gives up. A device that has claimed it can no longer confirm it.
package struct GiveUpProcess: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameter id: a process whose cookie the browser has shown. One that has ended stays as it is.
    package func callAsFunction(_ id: SessionID) async throws {
        try await context.database.write { transaction in
            guard let expired = try transaction.processes.find(id)?.expired(),
                try transaction.processes.apply(expired, as: .givenUp)
            else { return }
            try transaction.attributeReleases.remove(id)
        }
    }
}
