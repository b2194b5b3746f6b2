import XignDomain
import XignStorage

/// A client of the back channel that has proved who it is (RFC 6749, section 2.3), or a public one that needs no proof.
package struct AuthenticatedClient: Sendable {
    /// The service with all that is declared about it, as it was when the client was authenticated.
    package let declared: DeclaredService
    /// The `jti` of its assertion; nil for a client without keys.
    let assertion: OneTimeValue?
    /// The proof of possession of the request (RFC 9449); nil for a request without one.
    package var proof: PossessionProof?

    package var service: Service { declared.service }

    /// The reason why a request has no effect, although it was right when it arrived.
    package enum Refusal: Error {
        /// The client was switched off, its credentials were replaced, or its assertion was used before.
        case invalidClient
        /// The proof of possession was used before.
        case usedProof
    }

    /// Reads the service in this transaction, and uses up the request's assertion and proof. To be called before the
    /// transaction changes anything else.
    ///
    /// A refusal is returned, and must not become a throw before it is committed: what was used up must stay so.
    func admitted(in transaction: any Transaction) throws -> Result<DeclaredService, Refusal> {
        guard let service = try AuthenticateClient.current(service, transaction),
            try assertion.map(transaction.oneTimeValues.consume) ?? true
        else { return .failure(.invalidClient) }
        guard try proof.map({ try transaction.oneTimeValues.consume($0.identifier) }) ?? true else {
            return .failure(.usedProof)
        }
        return .success(service)
    }
}
