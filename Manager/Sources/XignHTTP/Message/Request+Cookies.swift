extension Request {
    /// The cookies that the client sent, in their order; parses at each call.
    ///
    /// Pairs that do not follow RFC 6265, section 4.1.1 are left out rather than refused: another site of the same
    /// domain may have set them, and must not be able to lock users out. The same site can also set a second cookie of
    /// a name, which `single` refuses; `all` shows both.
    public var cookies: Parameters {
        var list: [Parameters.Parameter] = []
        for line in headers.all("cookie") {
            for part in line.utf8.split(separator: UInt8(ascii: ";")) {
                let pair = part.first == .space ? part.dropFirst() : part
                guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { continue }
                let name = pair[..<equals], value = pair[equals...].dropFirst()
                guard !name.isEmpty, name.allSatisfy(Grammar.token.contains),
                    value.allSatisfy(Grammar.cookieOctet.contains)
                else { continue }
                list.append(Parameters.Parameter(String(Substring(name)), String(Substring(value))))
            }
        }
        return Parameters(list)
    }
}
