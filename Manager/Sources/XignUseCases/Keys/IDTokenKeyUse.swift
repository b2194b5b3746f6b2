import XignDomain

/// The use of an ID token key at a moment, for the operator. Encoded, it has the names of `keys list --json`.
package struct IDTokenKeyUse: Encodable, Sendable, Equatable {
    package enum Use: String, Encodable, Sendable {
        /// Published, and signs later.
        case next
        case signs
        /// Verifies the tokens that websites send back.
        case retired
    }

    package let kid: String
    package let alg: String
    package let use: Use
    /// The begin of the use (ISO 8601).
    package let from: String
    package let until: String
    /// True if the key is in the JSON Web Key Set.
    package let isPublished: Bool
}

extension Context {
    /// The keys of ID tokens with their use now, in the order in which they sign.
    package func idTokenKeyUses() -> [IDTokenKeyUse] {
        let now = clock.now()
        let keys = keys.idToken
        let published = Set(keys.published(at: now).map(\.id))
        let retired = keys.retired.reversed().map { retired in
            IDTokenKeyUse(
                kid: retired.key.id, alg: retired.key.algorithm.rawValue, use: .retired,
                from: retired.retiredAt.iso8601,
                until: (retired.retiredAt + IDTokenKeys.acceptedAsHintSeconds).iso8601,
                isPublished: published.contains(retired.key.id))
        }
        let live = keys.live.map { live in
            let signs = keys.signer(live.key.algorithm, at: now)?.key.id == live.key.id
            return IDTokenKeyUse(
                kid: live.key.id, alg: live.key.algorithm.rawValue, use: signs ? .signs : .next,
                from: live.signsFrom.iso8601, until: (live.signsFrom + IDTokenKeys.signingSeconds).iso8601,
                isPublished: true)
        }
        return retired + live
    }
}
