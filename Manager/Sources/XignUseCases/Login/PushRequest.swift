import XignDomain
import XignStorage

/// Stores a checked authorization request that a client has pushed (RFC 9126, section 2).
package struct PushRequest: Sendable {
    private let client: AuthenticatedClient
    private let parameters: String
    private let token = BearerToken.generate()

    /// - Parameter parameters: form-encoded.
    package init(_ client: AuthenticatedClient, parameters: String) {
        self.client = client
        self.parameters = parameters
    }

    /// - Returns: the `request_uri`.
    package func callAsFunction(_ context: Context) async throws -> Result<String, AuthenticatedClient.Refusal> {
        let now = context.clock.now()
        return try await context.database.write { transaction in
            switch try client.admitted(in: transaction) {
            case .failure(let refusal): return .failure(refusal)
            case .success(let declared):
                try transaction.pushedRequests.insert(
                    PushedRequest(
                        hash: token.hash, serviceID: declared.service.id, parameters: parameters,
                        expiresAt: now + PushedRequest.lifetimeSeconds))
                return .success(PushedRequest.prefix + token.text)
            }
        }
    }
}
