import XignCrypto
import XignHTTP
import XignProtocol

/// Cookies of one kind, one for each thing with an id. Their names tell nothing of the id.
struct NamedCookies {
    /// The characters after the base: 6 bytes of the hash of the id.
    private static let nameCharacters = 8

    private let base: String

    /// - Parameter base: a token, which no other kind begins with.
    init(_ base: String) { self.base = base }

    func cookie(for id: String, of issuer: ManagerOrigin) -> OwnCookie {
        let hash = Base64URL.encode(Array(SHA256.hash(data: Array(id.utf8))))
        return OwnCookie(base + hash.prefix(Self.nameCharacters), of: issuer)
    }

    func contains(_ cookie: OwnCookie) -> Bool {
        let name = cookie.base
        return name.hasPrefix(base) && name.utf8.count == base.utf8.count + Self.nameCharacters
            && Base64URL.decode(name.dropFirst(base.count)) != nil
    }

    /// Returns those of a request, each once, by name.
    func all(in request: Request, of issuer: ManagerOrigin) -> [OwnCookie] {
        Set(OwnCookie.all(in: request, of: issuer).filter(contains)).sorted { $0.base < $1.base }
    }
}
