import XignDomain
import XignProtocol

/// The settings of a service as an OpenID Connect client.
extension ApplyRun {
    mutating func clientSettings(_ declared: Declaration.Service, _ path: String) -> ClientSettings {
        checkKindOfClient(declared, path)
        let profile = profile(declared, path)
        let isDemanded = profile == .fapi2
        return ClientSettings(
            rememberedLogin: declared.rememberedLogin.map { rememberedLogin($0, declared, "\(path).rememberedLogin") },
            offlineAccess: declared.offlineAccess.map { offlineAccess($0, "\(path).offlineAccess") },
            postLogoutRedirectURIs: postLogoutRedirectURIs(declared, "\(path).postLogoutRedirectUris"),
            backChannelLogoutURI: backChannelLogoutURI(declared, "\(path).backChannelLogoutUri"),
            keys: clientKeys(declared.keys ?? [], "\(path).keys"),
            pushedRequests: isDemanded ? .required : demand(declared.pushedRequests, "\(path).pushedRequests"),
            dpop: isDemanded ? .required : demand(declared.dpop, "\(path).dpop"),
            profile: profile, opensPopups: declared.popups ?? false, isNative: declared.native ?? false)
    }

    /// Refuses what contradicts a public client, and a native app, which is one (RFC 8252, section 8.5).
    private mutating func checkKindOfClient(_ declared: Declaration.Service, _ path: String) {
        if declared.native ?? false {
            expect(declared.confidential != true, "\(path).confidential", "false, for a native app")
        }
        if !declared.isConfidential {
            expect(declared.keys == nil, "\(path).keys", "left out, for a public client")
            expect(declared.pushedRequests != "required", "\(path).pushedRequests", "optional, for a public client")
        }
        if let keys = declared.keys { expect(!keys.isEmpty, "\(path).keys", "left out, or a list of keys") }
    }

    private mutating func demand(_ declared: String?, _ path: String) -> ClientSettings.Demand {
        let demand = ClientSettings.Demand(rawValue: declared ?? "optional")
        expect(demand != nil, path, "required or optional")
        return demand ?? .optional
    }

    // MARK: Lifetimes

    private mutating func rememberedLogin(
        _ declared: Declaration.RememberedLogin, _ service: Declaration.Service, _ path: String
    ) -> ClientSettings.RememberedLogin {
        typealias Limits = ClientSettings.RememberedLogin
        // Another app on the machine may receive what such an address is sent (RFC 8252, section 8.6).
        let isOfApp = !service.isConfidential && service.redirectUris.contains { !$0.hasPrefix("https://") }
        expect(
            !isOfApp, path,
            "left out, for a public client with an address on loopback or a scheme of its own: "
                + "another app may have it, too")
        let idleMinutes =
            declared.idleMinutes ?? min(Limits.idleMinutesRange.upperBound, max(1, declared.minutes))
        expect(Limits.minutesRange.contains(declared.minutes), "\(path).minutes", "1 to 1440")
        expect(
            Limits.idleMinutesRange.contains(idleMinutes) && idleMinutes <= max(1, declared.minutes),
            "\(path).idleMinutes", "1 to 60, and at most minutes")
        return ClientSettings.RememberedLogin(minutes: declared.minutes, idleMinutes: idleMinutes)
    }

    private mutating func offlineAccess(
        _ declared: Declaration.OfflineAccess, _ path: String
    ) -> ClientSettings.OfflineAccess {
        let idleDays = declared.idleDays ?? min(Self.standardIdleDays, max(1, declared.days))
        expect(ClientSettings.OfflineAccess.daysRange.contains(declared.days), "\(path).days", "1 to 365")
        expect(idleDays >= 1 && idleDays <= max(1, declared.days), "\(path).idleDays", "1 to days")
        return ClientSettings.OfflineAccess(days: declared.days, idleDays: idleDays)
    }

    private static var standardIdleDays: Int64 { 30 }

    // MARK: Logout

    private mutating func postLogoutRedirectURIs(_ declared: Declaration.Service, _ path: String) -> [String] {
        let uris = declared.postLogoutRedirectUris ?? []
        expect(uris.count <= 20, path, "at most 20 addresses")
        for (index, uri) in uris.enumerated() {
            checkRedirectURI(uri, declared, "\(path)[\(index)]")
            if RedirectURI.answerParameter(in: uri) == "state" {
                refuse("\(path)[\(index)]", "its query must not have state: answers have it")
            }
        }
        return uris
    }

    private mutating func backChannelLogoutURI(_ declared: Declaration.Service, _ path: String) -> String? {
        guard let uri = declared.backChannelLogoutUri else { return nil }
        expect(RedirectURI.origin(of: uri)?.isSecure == true, path, "a whole https address without fragment")
        return uri
    }

    // MARK: Keys

    private mutating func clientKeys(_ declared: [Declaration.Key], _ path: String) -> [ClientKey] {
        expect(declared.count <= 10, path, "at most 10 keys")
        let keys = declared.enumerated().compactMap { clientKey($1, "\(path)[\($0)]") }
        guard keys.count == declared.count, keys.count > 1 else { return keys }
        for (index, key) in keys.enumerated() {
            expect(key.id != nil, "\(path)[\(index)].kid", "there, where there are several keys")
            if key.id != nil, keys[..<index].contains(where: { $0.id == key.id }) {
                refuse("\(path)[\(index)].kid", "is that of a key before it")
            }
        }
        return keys
    }

    private mutating func clientKey(_ declared: Declaration.Key, _ path: String) -> ClientKey? {
        guard declared.d == nil else {
            refuse("\(path).d", "is the private half, which must stay with the service: make a new key")
            return nil
        }
        let errorsBefore = errors.count
        expect(declared.use ?? "sig" == "sig", "\(path).use", "sig")
        expect(
            declared.kid.map { (1...256).contains($0.utf8.count) } ?? true, "\(path).kid", "1 to 256 bytes, or left out"
        )
        let algorithm: ClientKey.Algorithm
        switch (declared.kty, declared.crv) {
        case ("EC", "P-256"): algorithm = .es256
        case ("OKP", "Ed25519"): algorithm = .edDSA
        default:
            refuse(path, "must be a P-256 key (kty EC, crv P-256) or an Ed25519 key (kty OKP, crv Ed25519)")
            return nil
        }
        let names = algorithm == .edDSA ? [algorithm.rawValue, "Ed25519"] : [algorithm.rawValue]
        expect(declared.alg.map(names.contains) ?? true, "\(path).alg", "\(algorithm.rawValue), for this curve")
        let coordinates = (algorithm == .es256 ? [declared.x, declared.y] : [declared.x]).map { $0 ?? "" }
        let bytes = coordinates.compactMap { Base64URL.decode($0) }.filter { $0.count == 32 }
        let key = ClientKey(id: declared.kid, algorithm: algorithm, bytes: bytes.flatMap(\.self))
        expect(
            bytes.count == coordinates.count && key.isUsable && (algorithm == .es256 || declared.y == nil), path,
            "a public key of its curve, with 32 bytes in base64url for each coordinate")
        return errors.count == errorsBefore ? key : nil
    }

    // MARK: Profiles

    /// Returns the declared profile, and refuses what contradicts it.
    private mutating func profile(_ declared: Declaration.Service, _ path: String) -> ClientSettings.Profile? {
        guard let name = declared.profile else { return nil }
        guard let profile = ClientSettings.Profile(rawValue: name) else {
            refuse("\(path).profile", "must be fapi2")
            return nil
        }
        expect(declared.isConfidential && declared.keys != nil, "\(path).keys", "there: the profile fapi2 demands keys")
        expect(declared.pushedRequests != "optional", "\(path).pushedRequests", "required, for fapi2")
        expect(declared.dpop != "optional", "\(path).dpop", "required, for fapi2")
        expect(declared.pkce != "optional", "\(path).pkce", "required, for fapi2")
        expect(declared.legacy != true, "\(path).legacy", "false, for fapi2")
        expect(declared.inApp != true, "\(path).inApp", "false, for fapi2: apps push no requests")
        for (index, uri) in declared.redirectUris.enumerated() {
            expect(uri.hasPrefix("https://"), "\(path).redirectUris[\(index)]", "an https address, for fapi2")
        }
        return profile
    }
}
