import XignDomain
import XignStorage

/// Finds the pushed request that a browser names by its `request_uri` (RFC 9126, section 4).
package struct FindPushedRequest: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Returns: nil for one that is unknown, of another client, expired, or used up.
    package func callAsFunction(_ hash: BearerHash, of client: ServiceID) throws -> PushedRequest? {
        let request = try context.database.read { try $0.pushedRequests.find(hash) }
        guard let request, request.serviceID == client, request.isOpen(at: context.clock.now()) else { return nil }
        return request
    }
}
