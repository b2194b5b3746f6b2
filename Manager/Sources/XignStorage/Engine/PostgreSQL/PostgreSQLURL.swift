/// The parts of a URL of PostgreSQL, not decoded, as libpq divides it (PostgreSQL's manual, section 34.1.1.2).
///
/// It tells an operator which part is wrong. A character that is not encoded moves the borders of the parts, so that a
/// piece of a password can stand in each of them: messages have no text of the URL but the names of parameters.
struct PostgreSQLURL {
    private let user: Substring?
    private let password: Substring?
    /// Hosts with their ports, separated by commas.
    private let hosts: Substring
    private let database: Substring
    private let parameters: [(name: String, isKnown: Bool, text: Substring)]

    /// - Parameters:
    ///   - text: begins with a scheme and `://`.
    ///   - keywords: the names of the parameters that libpq knows.
    init(_ text: String, _ keywords: Set<String>) {
        // libpq looks at bytes: a mark that combines with an @ does not hide it.
        let text = String(decoding: text.utf8.map { $0 < 0x80 ? $0 : UInt8(ascii: "~") }, as: UTF8.self)
        let colon = text.firstIndex(of: ":") ?? text.startIndex
        var rest = text[colon...].dropFirst("://".count)
        // The first @ ends the user and the password, unless a slash stands before it.
        if let end = rest.firstIndex(where: { "@/".contains($0) }), rest[end] == "@" {
            let parts = rest[..<end].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            (user, password) = (parts[0], parts.count > 1 ? parts[1] : nil)
            rest = rest[rest.index(after: end)...]
        } else {
            (user, password) = (nil, nil)
        }
        hosts = rest.prefix { !"/?".contains($0) }
        rest = rest[hosts.endIndex...]
        database = rest.first == "/" ? rest.dropFirst().prefix { $0 != "?" } : ""
        let query = rest.drop { $0 != "?" }.dropFirst()
        let texts = query.isEmpty ? [] : query.split(separator: "&", omittingEmptySubsequences: false)
        // A piece of a password can follow.
        var isSecret = query.contains("@")
        parameters = texts.enumerated().map { index, text in
            let key = text.prefix { $0 != "=" }
            let isKnown = keywords.contains(String(key)) || key == "ssl"
            let isWord =
                (1...32).contains(key.utf8.count) && key.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "_") }
            defer { isSecret = isSecret || key.contains("password") || key.contains("secret") }
            return ("parameter \(isKnown || (isWord && !isSecret) ? String(key) : "\(index + 1)")", isKnown, text)
        }
    }

    /// The part that libpq would misread or refuse, with the right form; nil for none.
    var flaw: String? { borderFlaw ?? escapeFlaw ?? hostFlaw }

    /// The reason for which libpq has refused the URL; nil if it is unknown.
    var refusal: String? {
        if let flaw { return flaw }
        for (name, part) in named where part.contains(where: \.isWhitespace) { return "\(name): write %20 for a space" }
        let isPassword = password != nil || (user == nil && hosts.contains(":"))
        let hasStray = isPassword && parameters.contains { $0.text.contains("@") }
        for (name, isKnown, text) in parameters {
            let count = text.count(where: { $0 == "=" })
            if !isKnown || count == 0, hasStray { return Self.unencoded("password") }
            if count == 0 { return "\(name) has no value: write %26 for a & in a value" }
            if !isKnown { return "unknown \(name): write %26 for a & in a value" }
            if count > 1 { return "\(name): write %3D for a = in its value" }
        }
        return nil
    }

    private static func unencoded(_ name: String) -> String { "\(name): write %40 for an @ in it, and %2F for a /" }

    /// Finds a part that an @ or a slash has ended too early.
    private var borderFlaw: String? {
        if hosts.contains("@") { return Self.unencoded(password == nil ? "user" : "password") }
        guard database.contains(where: { "@/".contains($0) }) else { return nil }
        switch (database.contains("@"), user, password) {
        case (true, nil, _): return Self.unencoded(hosts.contains(":") ? "password" : "user")
        case (true, _, nil): return Self.unencoded("user or name of the database")
        case (true, _, _): return Self.unencoded("password or name of the database")
        case (false, _, _): break
        }
        return hosts.isEmpty
            ? "host: write %2F for each / in the folder of a socket, or ?host=/run/postgresql"
            : "name of the database: write %2F for a /"
    }

    /// Finds a percent sign that begins no code of a character.
    private var escapeFlaw: String? {
        for (name, part) in named {
            for piece in part.utf8.split(separator: UInt8(ascii: "%"), omittingEmptySubsequences: false).dropFirst() {
                let code = UInt8(String(decoding: piece.prefix(2), as: UTF8.self), radix: 16)
                guard piece.count >= 2, let code, piece.first != UInt8(ascii: "+") else {
                    return "\(name): write %25 for a %"
                }
                if code == 0 { return "\(name): it cannot have the character NUL" }
            }
        }
        return nil
    }

    /// Finds an IPv6 address without brackets, and a port that is none.
    private var hostFlaw: String? {
        for host in hosts.split(separator: ",") {
            let colon: Substring.Index?
            if host.first == "[" {
                guard let end = host.firstIndex(of: "]") else { return Self.brackets }
                let rest = host[host.index(after: end)...]
                guard rest.isEmpty || rest.first == ":" else { return Self.brackets }
                colon = rest.firstIndex(of: ":")
            } else {
                guard host.count(where: { $0 == ":" }) < 2 else { return Self.brackets }
                colon = host.firstIndex(of: ":")
            }
            if let colon, !PostgreSQLAddress.isPort(host[host.index(after: colon)...]) {
                let isPassword = user == nil && parameters.contains { $0.text.contains("@") }
                return isPassword ? Self.unencoded("password") : "port: a number of 1 to 65535"
            }
        }
        return nil
    }

    private static let brackets = "host: an IPv6 address stands in brackets, [::1]"

    /// The parts with their names for an operator.
    private var named: [(name: String, part: Substring)] {
        var parts: [(String, Substring)] = [("host", hosts), ("name of the database", database)]
        if let password { parts.insert(("password", password), at: 0) }
        if let user { parts.insert(("user", user), at: 0) }
        return parts + parameters.map { ($0.name, $0.text) }
    }
}
