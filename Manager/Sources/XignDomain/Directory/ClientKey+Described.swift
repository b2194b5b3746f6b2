import XignProtocol

/// The list of a client's keys in a declaration. It is not empty there: without keys the client would get a secret.
struct ClientKeys: DescribedValue {
    let all: [ClientKey]

    init(_ keys: [ClientKey]) { all = keys }

    init(describedBy decoder: any Decoder) throws {
        all = try [ClientKey](describedBy: decoder)
        if all.isEmpty { throw Unreadable("must be left out, or a list of keys") }
    }

    func rendered(_ form: Rendering) -> JSONValue? { all.rendered(form) }

    var flaws: [Flaw] {
        let count = all.count <= 10 ? [] : [Flaw("", "must be at most 10 keys")]
        guard all.count > 1 else { return count }
        return count
            + all.indices.compactMap { index in
                guard let id = all[index].id else {
                    return Flaw("[\(index)].kid", "must be there, where there are several keys")
                }
                return all[..<index].contains { $0.id == id }
                    ? Flaw("[\(index)].kid", "is that of a key before it") : nil
            }
    }
}

extension ClientSettings {
    /// Nil for a client without keys.
    var keyList: ClientKeys? {
        get { keys.isEmpty ? nil : ClientKeys(keys) }
        set { keys = newValue?.all ?? [] }
    }
}

/// A key as a JSON Web Key (RFC 7517), and as an object with `alg`, `key` and `kid` in `service show --json`.
extension ClientKey: DescribedValue {
    private enum Key: String, CodingKey, CaseIterable {
        case kty, crv, x, y, kid, alg, use
        /// Only read to be refused: it is the private half.
        case d
        /// Only read so that an RSA key is refused by its kind.
        case n, e
    }

    public init(describedBy decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        // Each key of a file that has been asked for is a known one.
        for key in Key.allCases { _ = members.contains(key) }
        if decoder.userInfo[.notesFaults] == nil {
            let names = try decoder.container(keyedBy: MemberName.self).allKeys.map(\.stringValue)
            guard names.allSatisfy({ Key(rawValue: $0) != nil }) else { throw Unreadable("unknown member of a key") }
        }
        if members.contains(.d) { _ = try members.decode(PrivateHalf.self, forKey: .d) }
        let algorithm: Algorithm
        let (kind, curve) = (
            try members.decode(String.self, forKey: .kty), try members.decodeIfPresent(String.self, forKey: .crv)
        )
        switch (kind, curve) {
        case ("EC", "P-256"): algorithm = .es256
        case ("OKP", "Ed25519"): algorithm = .edDSA
        default: throw Unreadable("must be a P-256 key (kty EC, crv P-256) or an Ed25519 key (kty OKP, crv Ed25519)")
        }
        _ = try members.decodeIfPresent(Reading<SignatureUse>.self, forKey: .use)
        switch algorithm {
        case .es256: _ = try members.decodeIfPresent(Reading<NameOfES256>.self, forKey: .alg)
        case .edDSA: _ = try members.decodeIfPresent(Reading<NameOfEdDSA>.self, forKey: .alg)
        }
        let names: [Key] = algorithm == .es256 ? [.x, .y] : [.x]
        let coordinates = try names.map { try members.decodeIfPresent(String.self, forKey: $0) ?? "" }
        let bytes = coordinates.compactMap { Base64URL.decode($0) }.filter { $0.count == 32 }
        let id = try members.decodeIfPresent(KeyID.self, forKey: .kid)?.text
        self.init(id: id, algorithm: algorithm, bytes: bytes.flatMap(\.self))
        guard bytes.count == names.count, isUsable, algorithm == .es256 || !members.contains(.y) else {
            throw Unreadable("must be a public key of its curve, with 32 bytes in base64url for each coordinate")
        }
    }

    public func rendered(_ form: Rendering) -> JSONValue? {
        let id = id.map { [(name: "kid", value: JSONValue.string($0))] } ?? []
        if form == .explicit {
            return .object(
                id + [("alg", .string(algorithm.rawValue)), ("key", .string(Base64URL.encode(bytes)))])
        }
        let (x, y) = (Base64URL.encode(bytes.prefix(32)), Base64URL.encode(bytes.dropFirst(32)))
        return switch algorithm {
        case .es256:
            .object([("kty", .string("EC")), ("crv", .string("P-256")), ("x", .string(x)), ("y", .string(y))] + id)
        case .edDSA: .object([("kty", .string("OKP")), ("crv", .string("Ed25519")), ("x", .string(x))] + id)
        }
    }
}

/// The private half of a key, which nobody may declare.
private struct PrivateHalf: Decodable {
    init(from decoder: any Decoder) throws {
        throw Unreadable("is the private half, which must stay with the service: make a new key")
    }
}

private enum SignatureUse: String, Word, CaseIterable { case sig }

private enum NameOfES256: String, Word, CaseIterable {
    case es256 = "ES256"
    static let expected = "ES256, for this curve"
}

private enum NameOfEdDSA: String, Word, CaseIterable {
    case edDSA = "EdDSA"
    case ed25519 = "Ed25519"
    static let expected = "EdDSA, for this curve"
}

/// The id of a key.
private struct KeyID: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
        guard (1...256).contains(text.utf8.count) else { throw Unreadable("must be 1 to 256 bytes, or left out") }
    }
}
