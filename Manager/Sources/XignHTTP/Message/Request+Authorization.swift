/// The credentials of an Authorization field (RFC 9110, section 11.4).
public struct Authorization: Sendable, CustomStringConvertible {
    /// In lower case: "basic", "bearer", "dpop".
    public let scheme: String
    /// The rest of the field behind the scheme, as it was sent. A secret.
    public let credentials: String

    /// The token of the Bearer scheme (RFC 6750, section 2.1); nil for another scheme and for characters that no token
    /// has.
    public var bearerToken: String? { scheme == "bearer" ? token68 : nil }

    /// The token of the DPoP scheme (RFC 9449, section 7.1); nil for another scheme and for characters that no token
    /// has.
    public var dpopToken: String? { scheme == "dpop" ? token68 : nil }

    private var token68: String? {
        !credentials.isEmpty && credentials.utf8.allSatisfy(Grammar.token68.contains) ? credentials : nil
    }

    /// User and password of the Basic scheme (RFC 7617, section 2); nil for another scheme and for invalid credentials.
    ///
    /// An OAuth client form-encodes both beforehand (RFC 6749, section 2.3.1): decoding that is left to the caller.
    public var basic: (user: String, password: String)? {
        guard scheme == "basic", let bytes = Base64.decode(credentials),
            let text = String(validating: bytes, as: UTF8.self), !bytes.contains(where: \.isControl),
            let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return (String(text[..<colon]), String(text[text.utf8.index(after: colon)...]))
    }

    /// The scheme only.
    public var description: String { scheme }
}

extension Request {
    /// Reads the credentials that the client sent; nil without an Authorization field.
    ///
    /// - Throws: 400 when Authorization is repeated or has no scheme.
    public func authorization() throws(HTTPError) -> Authorization? {
        guard let value = try headers.single("authorization") else { return nil }
        let scheme = value.utf8.prefix { $0 != .space }
        guard !scheme.isEmpty, scheme.allSatisfy(Grammar.token.contains)
        else { throw .malformed("Authorization has no scheme") }
        let credentials = value[scheme.endIndex...].trimmingBlanks()
        return Authorization(scheme: Substring(scheme).lowercased(), credentials: String(credentials))
    }
}
