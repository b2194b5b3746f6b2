import XignDomain
import XignStorage

/// Reads the claims that an access token gives access to (OpenID Connect Core, section 5.3).
package struct ReadUserInfo: Sendable {
    /// The pairwise subject, the role, and what was released.
    package struct Answer: Sendable {
        package let subject: MappingID
        /// The role of the login; nil where the website has not asked for it here.
        package let role: String?
        package let released: ReleasedClaims
    }

    package enum Refusal: Error {
        /// The token is unknown, has expired, rests on a right that was withdrawn since, or is bound to another key
        /// than the one that was proved.
        case invalidToken
        /// The token is bound to a key, and no proof was sent (RFC 9449, section 7.2).
        case proofMissing
        /// The proof of possession was used before.
        case usedProof
        /// The client's proofs must have a nonce.
        case nonceDemanded
    }

    private let context: Context

    package init(_ context: Context) { self.context = context }

    /// - Parameters:
    ///   - proof: the proof of possession; nil for a bearer token.
    ///   - hasNonce: true for a proof with a nonce that is accepted.
    package func callAsFunction(
        _ token: String, proof: PossessionProof? = nil, hasNonce: Bool = false
    ) async throws -> Result<Answer, Refusal> {
        let hash = BearerHash(of: token)
        let now = context.clock.now()
        // A token that does not exist, which anybody can send, must not wait in the queue of writers.
        let found: Found
        switch try context.database.read({ try find(hash, proof, at: now, $0) }) {
        case .success(let readable): found = readable
        case .failure(let refusal): return .failure(refusal)
        }
        guard let proof else { return .success(found.answer) }
        guard hasNonce || !found.service.demandsNonce else { return .failure(.nonceDemanded) }
        return try await context.database.write { transaction in
            guard try transaction.oneTimeValues.consume(proof.identifier) else { return .failure(.usedProof) }
            return try find(hash, proof, at: now, transaction).map(\.answer)
        }
    }

    private typealias Found = (service: Service, answer: Answer)

    private func find(
        _ hash: BearerHash, _ proof: PossessionProof?, at now: Timestamp, _ transaction: any Transaction
    ) throws -> Result<Found, Refusal> {
        guard let token = try transaction.grants.token(hash: hash),
            now.isBefore(token.expiresAt, ofLifetime: AccessToken.lifetimeSeconds)
        else { return .failure(.invalidToken) }
        guard proof != nil || token.dpopThumbprint == nil else { return .failure(.proofMissing) }
        guard token.isBound(to: proof),
            let declared = try transaction.declared.service(token.login.serviceID), declared.service.isActive,
            case .success = try token.login.rights(at: now, declared, transaction)
        else { return .failure(.invalidToken) }
        let service = declared.service
        let released = try token.login.claims(at: service, withholding: token.withheldScope, transaction)
        let role = token.scope.contains(LoginRequirements.rolesScope) ? token.login.roleName : nil
        return .success((service, Answer(subject: token.login.mappingID, role: role, released: released)))
    }
}

extension AccessToken {
    /// Returns true for the proof of the key that the token is bound to, and for a bearer token without a proof.
    fileprivate func isBound(to proof: PossessionProof?) -> Bool {
        switch (dpopThumbprint, proof) {
        case (nil, nil): true
        case (let bound?, let proof?): bound.hasSameBytes(as: proof.thumbprint)
        case (nil, _?), (_?, nil): false
        }
    }
}
