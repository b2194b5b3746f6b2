import Foundation
internal import XignProtocol

/// An absolute `https` URL, or an `http` URL of this machine, in a spelling that no two parsers read differently.
///
/// A redirect decides where cookies and codes go, so the origin is parsed here, by the rules of `ManagerOrigin`: no
/// user information, no unusual spelling of a host. The fragment is dropped.
struct WebAddress: Sendable {
    /// The reason why a text is no such address.
    enum Flaw: Error {
        case plainHTTP, malformed
    }

    let origin: ManagerOrigin
    let path: String
    /// The text after the first `?`; nil if there is none.
    let query: String?
    let url: URL

    var text: String { origin.description + path + (query.map { "?" + $0 } ?? "") }

    init(_ text: String) throws(Flaw) {
        // A parser that treats a backslash like a slash would find another host.
        guard text.utf8.count <= 16_384,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }),
            let separator = text.range(of: "://")
        else { throw .malformed }
        let scheme = text[..<separator.lowerBound].lowercased()
        let rest = text[separator.upperBound...].prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }.lowercased()
        origin = try Self.origin(scheme: scheme, authority: authority)
        let target = rest.dropFirst(authority.count)
        let path = target.prefix { $0 != "?" }
        self.path = path.isEmpty ? "/" : String(path)
        query = path.endIndex == target.endIndex ? nil : String(target[path.endIndex...].dropFirst())
        let address = origin.description + self.path + (query.map { "?" + $0 } ?? "")
        // Foundation encodes what must not be in a URL, and the server would get another text than was compared.
        guard let url = URL(string: address), url.absoluteString == address else { throw .malformed }
        self.url = url
    }

    private static func origin(scheme: String, authority: String) throws(Flaw) -> ManagerOrigin {
        let defaultPort = scheme == "https" ? ":443" : ":80"
        let authority = authority.hasSuffix(defaultPort) ? String(authority.dropLast(defaultPort.count)) : authority
        if let origin = ManagerOrigin("\(scheme)://\(authority)") { return origin }
        throw scheme == "http" && ManagerOrigin("https://\(authority)") != nil ? .plainHTTP : .malformed
    }

    /// Returns the text of the address to which a `Location` leads from here. Of the relative forms (RFC 3986, section
    /// 4.2) those that begin with a slash are resolved; the others are returned as they are, and are no addresses.
    func resolving(_ location: String) -> String {
        if location.utf8.starts(with: "//".utf8) { return (origin.isSecure ? "https:" : "http:") + location }
        if location.utf8.starts(with: "/".utf8) { return origin.description + location }
        return location
    }
}

/// The parameters of a query or form (`application/x-www-form-urlencoded`).
struct FormParameters: Sendable {
    private var list: [(name: String, value: String)] = []

    /// Makes parameters; those without a value are left out.
    init(_ parameters: [(String, String?)]) {
        list = parameters.compactMap { name, value in value.map { (name, $0) } }
    }

    /// Parses a query. Nil if it is not UTF-8, or has an incomplete escape.
    init?(parsing query: String) {
        for parameter in query.split(separator: "&") {
            let name = parameter.prefix { $0 != "=" }
            guard let decodedName = Self.decode(name), let value = Self.decode(parameter[name.endIndex...].dropFirst())
            else { return nil }
            list.append((decodedName, value))
        }
    }

    var text: String { list.map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }.joined(separator: "&") }

    /// Returns the values of a parameter, in order.
    func all(_ name: String) -> [String] { list.filter { $0.name.hasSameBytes(as: name) }.map(\.value) }

    /// Returns the value of a parameter; nil if it is missing or there are several.
    func single(_ name: String) -> String? {
        let values = all(name)
        return values.count == 1 ? values[0] : nil
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    private static func encode(_ text: String) -> String {
        // Nil only for a text that is not Unicode, which a String cannot be.
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static func decode(_ text: Substring) -> String? {
        text.replacing("+", with: " ").removingPercentEncoding
    }
}
