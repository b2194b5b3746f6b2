import XignProtocol

/// The stored form of the settings: an object that has only the members that differ from the standard.
extension ClientSettings: Codable {
    private enum Member: String, CodingKey, CaseIterable {
        case rememberedLogin, offlineAccess, postLogoutRedirectUris, backChannelLogoutUri, keys, pushedRequests, dpop
        case profile, popups, native
    }

    public init(from decoder: any Decoder) throws {
        try decoder.refuseMembers(otherThan: Member.self)
        let members = try decoder.container(keyedBy: Member.self)
        self.init(
            rememberedLogin: try members.decodeIfPresent(RememberedLogin.self, forKey: .rememberedLogin),
            offlineAccess: try members.decodeIfPresent(OfflineAccess.self, forKey: .offlineAccess),
            postLogoutRedirectURIs: try members.decodeIfPresent([String].self, forKey: .postLogoutRedirectUris) ?? [],
            backChannelLogoutURI: try members.decodeIfPresent(String.self, forKey: .backChannelLogoutUri),
            keys: try members.decodeIfPresent([ClientKey].self, forKey: .keys) ?? [],
            pushedRequests: try members.decodeIfPresent(Demand.self, forKey: .pushedRequests) ?? .optional,
            dpop: try members.decodeIfPresent(Demand.self, forKey: .dpop) ?? .optional,
            profile: try members.decodeIfPresent(Profile.self, forKey: .profile),
            opensPopups: try members.decodeIfPresent(Bool.self, forKey: .popups) ?? false,
            isNative: try members.decodeIfPresent(Bool.self, forKey: .native) ?? false)
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encodeIfPresent(rememberedLogin, forKey: .rememberedLogin)
        try members.encodeIfPresent(offlineAccess, forKey: .offlineAccess)
        if !postLogoutRedirectURIs.isEmpty {
            try members.encode(postLogoutRedirectURIs, forKey: .postLogoutRedirectUris)
        }
        try members.encodeIfPresent(backChannelLogoutURI, forKey: .backChannelLogoutUri)
        if !keys.isEmpty { try members.encode(keys, forKey: .keys) }
        if pushedRequests != .optional { try members.encode(pushedRequests, forKey: .pushedRequests) }
        if dpop != .optional { try members.encode(dpop, forKey: .dpop) }
        try members.encodeIfPresent(profile, forKey: .profile)
        if opensPopups { try members.encode(true, forKey: .popups) }
        if isNative { try members.encode(true, forKey: .native) }
    }
}

extension ClientSettings.RememberedLogin: Codable {
    private enum Member: String, CodingKey, CaseIterable { case minutes, idleMinutes }

    public init(from decoder: any Decoder) throws {
        try decoder.refuseMembers(otherThan: Member.self)
        let members = try decoder.container(keyedBy: Member.self)
        self.init(
            minutes: try members.decode(Int64.self, forKey: .minutes),
            idleMinutes: try members.decode(Int64.self, forKey: .idleMinutes))
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(minutes, forKey: .minutes)
        try members.encode(idleMinutes, forKey: .idleMinutes)
    }
}

extension ClientSettings.OfflineAccess: Codable {
    private enum Member: String, CodingKey, CaseIterable { case days, idleDays }

    public init(from decoder: any Decoder) throws {
        try decoder.refuseMembers(otherThan: Member.self)
        let members = try decoder.container(keyedBy: Member.self)
        self.init(
            days: try members.decode(Int64.self, forKey: .days),
            idleDays: try members.decode(Int64.self, forKey: .idleDays))
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(days, forKey: .days)
        try members.encode(idleDays, forKey: .idleDays)
    }
}

extension ClientSettings.Demand: Codable {}
extension ClientSettings.Profile: Codable {}

extension ClientKey: Codable {
    private enum Member: String, CodingKey, CaseIterable { case kid, alg, key }

    public init(from decoder: any Decoder) throws {
        try decoder.refuseMembers(otherThan: Member.self)
        let members = try decoder.container(keyedBy: Member.self)
        guard let bytes = Base64URL.decode(try members.decode(String.self, forKey: .key)) else {
            throw DecodingError.dataCorruptedError(forKey: .key, in: members, debugDescription: "not base64url")
        }
        self.init(
            id: try members.decodeIfPresent(String.self, forKey: .kid),
            algorithm: try members.decode(Algorithm.self, forKey: .alg), bytes: bytes)
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encodeIfPresent(id, forKey: .kid)
        try members.encode(algorithm, forKey: .alg)
        try members.encode(Base64URL.encode(bytes), forKey: .key)
    }
}

extension ClientKey.Algorithm: Codable {}

extension Decoder {
    /// - Throws: `DecodingError` where the object has a member that `known` does not list.
    fileprivate func refuseMembers<Member: CaseIterable & RawRepresentable<String>>(
        otherThan known: Member.Type
    ) throws {
        let members = try container(keyedBy: AnyMember.self)
        let names = Set(known.allCases.map(\.rawValue))
        if let unknown = members.allKeys.first(where: { !names.contains($0.stringValue) }) {
            throw DecodingError.dataCorruptedError(forKey: unknown, in: members, debugDescription: "an unknown member")
        }
    }
}

/// A member of any name.
private struct AnyMember: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
