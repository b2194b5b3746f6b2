import XignDomain

/// Lists the keys of ID tokens with their use now, in the order in which they sign.
package struct ListIDTokenKeys: Sendable {
    private let context: Context

    package init(_ context: Context) { self.context = context }

    package func callAsFunction() -> [IDTokenKeyUse] {
        let now = context.clock.now()
        let keys = context.keys.idToken
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
