import Logging
import Metrics
import Threads
import XignDomain
import XignHTTP

/// The places of exports: one at a time in this program, and a few a minute for each account.
///
/// An export takes the longer the more data there is. On the threads of other requests, some exports at once would
/// stall all logins. Safe to use from any thread.
package final class Exports: Sendable {
    /// The time after which a refused client may try again, in seconds.
    private static let retryAfterSeconds = 5

    private let limit: Limit<AccountID>
    private let exempt: [AddressRange]
    private let refusals: RefusalLog
    private let isRunning = Locked(false)

    init(_ limit: Limit<AccountID>, exempt: [AddressRange], _ refusals: RefusalLog) {
        (self.limit, self.exempt, self.refusals) = (limit, exempt, refusals)
    }

    /// Makes an export on a thread of its own.
    /// - Parameters:
    ///   - account: the account that exports.
    ///   - make: records and reads the export. It is called once the export has its place.
    /// - Throws: 503 with Retry-After where another export is being made, or the account has made too many: nothing
    ///   has happened then. The error of `make`.
    package func run<T: Sendable>(
        for account: AccountID, from client: RemoteAddress, _ make: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let isFree = isRunning.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard isFree else {
            refusals.add(client.network)
            throw Self.busy(retryAfterSeconds: "\(Self.retryAfterSeconds)")
        }
        defer { isRunning.withLock { $0 = false } }
        if !exempt.covers(client) {
            do throws(HTTPError) { try limit.take(account, from: client.network) } catch {
                throw Self.busy(retryAfterSeconds: error.headers.first { $0.name == "Retry-After" }?.value ?? "60")
            }
        }
        guard let made = try await runOnNewThread("export", make) else {
            throw Self.busy(retryAfterSeconds: "\(Self.retryAfterSeconds)")
        }
        return made
    }

    private static func busy(retryAfterSeconds: String) -> HTTPError {
        HTTPError(
            .serviceUnavailable, "exports are made one after the other, and a few a minute for each account",
            headers: [HeaderField("Retry-After", retryAfterSeconds)])
    }
}
