extension Request {
    /// Decodes the body of an HTML form or an OAuth request (application/x-www-form-urlencoded).
    ///
    /// It is decoded at each call: keep the result.
    ///
    /// - Throws: 415 when Content-Type says something else, 400 when the body cannot be decoded.
    public func form() throws(HTTPError) -> Parameters {
        guard try hasContentType("application/x-www-form-urlencoded")
        else { throw HTTPError(.unsupportedMediaType, "the body must be application/x-www-form-urlencoded") }
        return try Parameters(formEncoded: body)
    }

    /// Returns true if Content-Type names this media type; its parameters, such as charset, are ignored.
    ///
    /// - Parameter mediaType: For example "application/json".
    /// - Throws: 400 when the field is repeated.
    public func hasContentType(_ mediaType: String) throws(HTTPError) -> Bool {
        guard let value = try headers.single("content-type") else { return false }
        let essence = value.utf8.prefix { $0 != UInt8(ascii: ";") }
        return String(Substring(essence).trimmingBlanks()).isEqualIgnoringCase(mediaType)
    }
}

extension Substring {
    /// Removes the spaces and tabs at both ends (OWS of RFC 9110, section 5.6.3).
    func trimmingBlanks() -> Substring {
        var rest = utf8
        while rest.first == .space || rest.first == .tab { rest = rest.dropFirst() }
        while rest.last == .space || rest.last == .tab { rest = rest.dropLast() }
        return Substring(rest)
    }
}
