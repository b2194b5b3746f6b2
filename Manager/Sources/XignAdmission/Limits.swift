import XignHTTP

/// Rate limits and concurrency limits, by their names in `manager.yaml` and with their defaults. `docs/operations.md`
/// explains how to choose them.
///
/// A network is an IPv4 address, or the /64, the /56 and the /48 of an IPv6 address, of which the /56 gets twice the
/// limit and the /48 four times the limit (`ClientNetwork`).
package struct Limits: Sendable, Equatable {
    // MARK: Rate limits

    /// For each network: requests of browsers, and all requests that no other limit counts.
    package var requests = Rate(everyMinute: 6000, atOnce: 1200)
    /// For each network: calls of the token and user info endpoints by websites' servers, including successful ones.
    package var tokenRequests = Rate(everyMinute: 60_000, atOnce: 12_000)
    /// For each network: sealed requests, before they are opened, which costs computing time.
    package var deviceRequests = Rate(everyMinute: 6000, atOnce: 1200)
    /// For each network: attempts to open an activation.
    package var activationOpens = Rate(everyMinute: 120, atOnce: 240)
    /// For each network: logins that its browsers begin, each of which is a row in the database.
    package var logins = Rate(everyMinute: 1200, atOnce: 1200)
    /// For each network: pictures of a login's codes, which the pages of browsers without scripts contain.
    package var codePictures = Rate(everyMinute: 120, atOnce: 120)
    /// For each network at one service: the same, so that a flood at one service leaves the others reachable.
    package var loginsPerService = Rate(everyMinute: 600, atOnce: 600)
    /// For each network: failed attempts to redeem a code or to use an access token, except wrong codes of an
    /// authenticated confidential client. Further failures get 429; a valid code or token is never refused for them.
    package var tokenFailures = Rate(everyMinute: 120, atOnce: 360)
    /// For each activation: requests of its device after it has authenticated.
    package var activationRequests = Rate(everyMinute: 120, atOnce: 120)
    /// For each browser session at the account pages: forms that it sends. For each network: changes of the language,
    /// and requests that public clients push.
    package var forms = Rate(everyMinute: 120, atOnce: 120)
    /// For each account: changes by its browsers and devices, each of which stays in the audit log. What takes
    /// something away, such as a logout or the removal of a device, is not counted.
    package var changes = Rate(everyMinute: 20, atOnce: 20)
    /// For each account: pages of the audit log and of the search for accounts.
    package var searches = Rate(everyMinute: 60, atOnce: 60)
    /// For each account: exports, of which one at a time is made.
    package var exports = Rate(everyMinute: 6, atOnce: 6)

    /// For each network: recovery codes that are shown, and codes of mails that are asked for or typed with them.
    package var recoveries = Rate(everyMinute: 10, atOnce: 10)

    /// For each network: names that people choose to join, other codes for their devices, and codes of join links that
    /// nobody has. Each of the first two takes a fifth of a second of computing time.
    package var joins = Rate(everyMinute: 20, atOnce: 60)

    /// For all people together: names that people choose to register, and other codes for their devices.
    package var registrations = Rate(everyMinute: 60, atOnce: 120)
    /// For each network: the same. Not in `manager.yaml`.
    static let registrationsOfNetwork = Rate(everyDay: 100)
    /// For each network and join link: names that people choose, whatever becomes of them. Not in `manager.yaml`.
    ///
    /// In a day, from a full bucket, a network has fewer than the names of other users that close a link
    /// (`JoinLink.triesPerDay`).
    static let namesOfJoinLink = Rate(everyDay: 50)
    /// The places of a join link for which its networks have once more as many names: an office may join at once.
    static let placesOfNames = 25

    /// The number of buckets of each rate limit: of networks or activations that can be told apart.
    package var buckets = 16_384

    // MARK: Concurrency limits

    /// Open connections, event streams included.
    package var connections = 12_000
    package var connectionsPerNetwork = 1000
    /// Requests that wait for their answer.
    package var queuedRequests = 320
    /// The bytes of all requests that have not arrived completely.
    package var unfinishedBytes = 64 << 20
    /// Open login pages; fewer than connections, so that pages that are left open exclude nobody.
    package var eventStreams = 10_000
    package var eventStreamsPerLogin = 16
    package var eventStreamsPerNetwork = 200

    /// Logins that no device has claimed, until they are removed minutes after their end. A further one removes the
    /// oldest of the network with the most.
    package var unfinishedLogins = 50_000
    package var unfinishedLoginsPerNetwork = 5000

    // MARK: Exemptions

    /// Networks that limits by network or activation do not apply to. The default is this machine, on which a reverse
    /// proxy that `trustedProxies` does not name would make all clients one.
    package var exempt = ["127.0.0.0/8", "::1"].compactMap(AddressRange.init)

    package init() {}
}

extension Limits: Decodable {
    private enum Key: CodingKey {
        case requests, tokenRequests, deviceRequests, activationOpens, logins, codePictures, loginsPerService,
            tokenFailures, activationRequests, forms, changes, searches, exports, recoveries, joins, registrations
        case buckets
        case connections, connectionsPerNetwork, queuedRequests, unfinishedBytes
        case eventStreams, eventStreamsPerLogin, eventStreamsPerNetwork
        case unfinishedLogins, unfinishedLoginsPerNetwork
        case exempt
    }

    /// - Throws: `DecodingError` that names the limit and its range.
    package init(from decoder: any Decoder) throws {
        let given = Section(try decoder.container(keyedBy: Key.self))
        requests = try given.rate(.requests) ?? requests
        tokenRequests = try given.rate(.tokenRequests) ?? tokenRequests
        deviceRequests = try given.rate(.deviceRequests) ?? deviceRequests
        activationOpens = try given.rate(.activationOpens) ?? activationOpens
        logins = try given.rate(.logins) ?? logins
        codePictures = try given.rate(.codePictures) ?? codePictures
        loginsPerService = try given.rate(.loginsPerService) ?? loginsPerService
        tokenFailures = try given.rate(.tokenFailures) ?? tokenFailures
        activationRequests = try given.rate(.activationRequests) ?? activationRequests
        forms = try given.rate(.forms) ?? forms
        changes = try given.rate(.changes) ?? changes
        searches = try given.rate(.searches) ?? searches
        exports = try given.rate(.exports) ?? exports
        recoveries = try given.rate(.recoveries) ?? recoveries
        joins = try given.rate(.joins) ?? joins
        registrations = try given.rate(.registrations) ?? registrations
        buckets = try given.number(.buckets, 256...16_777_216) ?? buckets
        connections = try given.number(.connections, 64...1_000_000) ?? connections
        connectionsPerNetwork =
            try given.number(.connectionsPerNetwork, 1...connections) ?? min(connectionsPerNetwork, connections)
        queuedRequests = try given.number(.queuedRequests, 1...100_000) ?? queuedRequests
        unfinishedBytes = try given.number(.unfinishedBytes, 1 << 20...1 << 40) ?? unfinishedBytes
        eventStreams = try given.number(.eventStreams, 1...connections * 9 / 10) ?? connections * 5 / 6
        eventStreamsPerLogin = try given.number(.eventStreamsPerLogin, 1...1000) ?? eventStreamsPerLogin
        eventStreamsPerNetwork =
            try given.number(.eventStreamsPerNetwork, 1...eventStreams) ?? min(eventStreamsPerNetwork, eventStreams)
        unfinishedLogins = try given.number(.unfinishedLogins, 100...10_000_000) ?? unfinishedLogins
        unfinishedLoginsPerNetwork =
            try given.number(.unfinishedLoginsPerNetwork, 1...unfinishedLogins)
            ?? min(unfinishedLoginsPerNetwork, unfinishedLogins)
        exempt = try given.networks(.exempt) ?? exempt
    }

    /// The section of the file; its errors name the allowed range.
    private struct Section {
        let container: KeyedDecodingContainer<Key>

        init(_ container: KeyedDecodingContainer<Key>) { self.container = container }

        func rate(_ key: Key) throws -> Rate? { try container.decodeIfPresent(Rate.self, forKey: key) }

        func number(_ key: Key, _ range: ClosedRange<Int>) throws -> Int? {
            guard let number = try container.decodeIfPresent(Int.self, forKey: key) else { return nil }
            guard range.contains(number) else {
                throw error(key, "must be \(range.lowerBound) to \(range.upperBound), not \(number)")
            }
            return number
        }

        func networks(_ key: Key) throws -> [AddressRange]? {
            try container.decodeIfPresent([String].self, forKey: key)?.map { text in
                guard let range = AddressRange(text) else {
                    throw error(key, "must be \(AddressRange.forms); not \(text)")
                }
                return range
            }
        }

        private func error(_ key: Key, _ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: "\(key.stringValue) \(reason)")
        }
    }
}
