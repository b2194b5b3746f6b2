import XignDomain

/// The keys of ID tokens, and their rotation: each algorithm has one that signs, at times the next one, which is only
/// published, and those that have signed before.
///
/// ```
///   drawn, published        signs                      retired                    forgotten
/// ──────┼─────────────────────┼──────────────────────────┼───────────┼──────────────┼──▶
///       │◀───── 7 days ──────▶│◀──────── 90 days ───────▶│◀ 11 hours ▶ no longer published
///                                                        │◀───── as a hint ────────▶│
/// ```
struct IDTokenKeys: Sendable {
    /// The time for which a key is published before it signs (OpenID Connect Core, section 10.1.1).
    ///
    /// The manager lets caches keep the key set for five minutes, and most libraries fetch it again for an unknown
    /// `kid`. Others fetch it twice a day or daily, and some only when they are restarted. A week is long for all but
    /// the last, and includes a manager that is down for days.
    static let publishedAheadSeconds: Int64 = 7 * 86_400
    /// The time for which a key signs. A key that leaked unnoticed is worth nothing afterwards.
    static let signingSeconds: Int64 = 90 * 86_400
    /// The time for which a key is published after it has signed: its last token may live for ten hours, and websites
    /// allow for clocks that differ by minutes.
    static let publishedAfterSeconds = ServiceDeclaration.idTokenMinutesRange.upperBound * 60 + 3600
    /// The time for which a retired key verifies hints: as long as a website may stay logged in by the login whose
    /// token the key has signed, and name it in its logout. Remembered logins are shorter than lasting access.
    static let acceptedAsHintSeconds = Int64(ClientSettings.OfflineAccess.daysRange.upperBound) * 86_400

    struct Live: Sendable {
        let key: IDTokenKey
        let signsFrom: Timestamp
    }

    struct Retired: Sendable {
        let key: IDTokenPublicKey
        let retiredAt: Timestamp
    }

    /// A change that is due.
    struct Changes: Sendable {
        /// The algorithms that need another key, and the moment from which it signs.
        var draws: [(algorithm: Service.SigningAlgorithm, signsFrom: Timestamp)] = []
        var retires: [IDTokenPublicKey] = []
        /// The moment until which keys were retired that are no longer needed; nil where there are none.
        var forgetsUntil: Timestamp?

        var isEmpty: Bool { draws.isEmpty && retires.isEmpty && forgetsUntil == nil }
    }

    /// The keys with their private halves, in the order in which they sign.
    let live: [Live]
    let retired: [Retired]
    /// The algorithms of the keys that `init` draws.
    static let initial: [Service.SigningAlgorithm] = [.es256, .rs256]

    init(live: [Live], retired: [Retired]) {
        self.live = live.sorted { $0.signsFrom < $1.signsFrom }
        self.retired = retired
    }

    /// Returns the algorithms that need keys: those of any database, those of these keys, and those of services.
    func algorithms(_ features: ProviderFeatures) -> [Service.SigningAlgorithm] {
        let needed = features.signingAlgorithms.union(Self.initial).union(live.map(\.key.algorithm))
        return Service.SigningAlgorithm.allCases.filter(needed.contains)
    }

    /// The key that signs now; nil if the algorithm has none. If all begin in the future, since a clock was wrong, the
    /// first one signs.
    func signer(_ algorithm: Service.SigningAlgorithm, at now: Timestamp) -> Live? {
        let keys = live(algorithm)
        return keys.last { $0.signsFrom <= now } ?? keys.first
    }

    /// The keys that websites verify tokens with. For each algorithm the one that signs comes first.
    func published(at now: Timestamp) -> [IDTokenPublicKey] {
        let signing = Service.SigningAlgorithm.allCases.compactMap { signer($0, at: now)?.key.publicKey }
        let others = live.map(\.key.publicKey).filter { key in !signing.contains { $0.id == key.id } }
        return signing + others + retired(within: Self.publishedAfterSeconds, at: now)
    }

    /// The keys that verify tokens which websites send back.
    func acceptedAsHint(at now: Timestamp) -> [IDTokenPublicKey] {
        live.map(\.key.publicKey) + retired(within: Self.acceptedAsHintSeconds, at: now)
    }

    /// The changes that are due. Managers whose clocks differ by minutes agree on all but the moment.
    /// - Parameters:
    ///   - features: has the algorithms of services.
    ///   - checked: the checked time, by which keys are forgotten; nil: none is.
    func changes(for features: ProviderFeatures, at now: Timestamp, checked: Timestamp?) -> Changes {
        var changes = Changes()
        for algorithm in algorithms(features) {
            guard let signer = signer(algorithm, at: now) else {
                // The algorithm is new, so no website knows a key of it that it could miss.
                changes.draws.append((algorithm, now))
                continue
            }
            let keys = live(algorithm)
            changes.retires += keys.prefix { $0.key.id != signer.key.id }.map(\.key.publicKey)
            // A key of a distant future, which a wrong clock has drawn, does not stop the rotation. One that a manager
            // with a faster clock has drawn a moment ago is the next one.
            let latest = now + Self.publishedAheadSeconds + Timestamp.clockTolerance
            let newest = keys.last { $0.signsFrom <= latest } ?? signer
            if newest.signsFrom + Self.signingSeconds <= now + Self.publishedAheadSeconds {
                changes.draws.append((algorithm, now + Self.publishedAheadSeconds))
            }
        }
        changes.forgetsUntil = checked.map { $0 - Self.acceptedAsHintSeconds }.flatMap { moment in
            retired.contains { $0.retiredAt <= moment } ? moment : nil
        }
        return changes
    }

    private func live(_ algorithm: Service.SigningAlgorithm) -> [Live] {
        live.filter { $0.key.algorithm == algorithm }
    }

    private func retired(within seconds: Int64, at now: Timestamp) -> [IDTokenPublicKey] {
        retired.filter { now < $0.retiredAt + seconds }.map(\.key)
    }
}
