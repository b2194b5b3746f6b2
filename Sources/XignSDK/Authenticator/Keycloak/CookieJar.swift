import Foundation
internal import XignProtocol

/// The cookies of one login, in memory only, so that no earlier user's session can answer (RFC 6265).
///
/// It is stricter than a browser's: a cookie returns to exactly the origin that set it, whatever its `Domain`. Hosts do
/// not share cookies, nor do ports. `Secure` needs no rule of its own, since every origin is `https` or of this
/// machine.
struct CookieJar: Sendable {
    private struct Cookie {
        let origin: ManagerOrigin
        let path, name, value: String
    }

    /// The number of cookies of all origins, and the size of one, as browsers limit them.
    static let maximumCount = 100
    static let maximumSize = 4096

    private var cookies: [Cookie] = []

    /// Stores the cookies of an answer. Malformed ones are ignored, as browsers do.
    ///
    /// - Parameter field: the values of `Set-Cookie`, joined by ", ".
    mutating func store(_ field: String?, from address: WebAddress, at now: Date) {
        for text in Self.split(field ?? "") {
            guard let cookie = SetCookie(parsing: text), text.utf8.count <= Self.maximumSize else { continue }
            let stored = Cookie(
                origin: address.origin, path: cookie.path ?? Self.defaultPath(of: address.path), name: cookie.name,
                value: cookie.value)
            cookies.removeAll { $0.origin == stored.origin && $0.path == stored.path && $0.name == stored.name }
            if !cookie.isExpired(at: now), cookies.count < Self.maximumCount { cookies.append(stored) }
        }
    }

    /// Returns the field `Cookie` of a request; nil if no cookie belongs to it.
    func field(for address: WebAddress) -> String? {
        let matching = cookies.filter { $0.origin == address.origin && Self.contains($0.path, address.path) }
        // Longer paths first; the sort is stable only in this form (RFC 6265, section 5.4).
        let sorted = matching.enumerated().sorted {
            ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset)
        }
        return sorted.isEmpty ? nil : sorted.map { "\($0.element.name)=\($0.element.value)" }.joined(separator: "; ")
    }

    /// Splits joined fields. A comma separates two of them only if a name and `=` follow: the other commas are those
    /// of a date in `Expires`.
    static func split(_ field: String) -> [String] {
        var fields: [String] = []
        for part in field.split(separator: ",", omittingEmptySubsequences: false) {
            let name = part.drop { $0 == " " || $0 == "\t" }.prefix { $0 != "=" }
            let beginsField =
                name.endIndex != part.endIndex && !name.isEmpty && name.utf8.allSatisfy(\.isTokenCharacter)
            if beginsField || fields.isEmpty {
                fields.append(String(part))
            } else {
                fields[fields.count - 1] += "," + part
            }
        }
        return fields
    }

    /// The path of a cookie that names none (RFC 6265, section 5.1.4).
    private static func defaultPath(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }

    /// Returns true if a request's path is within a cookie's (RFC 6265, section 5.1.4).
    private static func contains(_ cookiePath: String, _ path: String) -> Bool {
        guard path.utf8.starts(with: cookiePath.utf8) else { return false }
        let rest = path.utf8.dropFirst(cookiePath.utf8.count)
        return rest.isEmpty || cookiePath.utf8.last == UInt8(ascii: "/") || rest.first == UInt8(ascii: "/")
    }
}

/// One `Set-Cookie` field (RFC 6265, section 5.2).
private struct SetCookie {
    let name, value: String
    private(set) var path: String?
    private var maxAge: Int?
    private var expires: Date?

    init?(parsing text: String) {
        // A line break or another control character must not get into a request.
        guard text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        let parts = text.split(separator: ";", omittingEmptySubsequences: false).map(Self.pair)
        guard case (let name, let value?)? = parts.first, !name.isEmpty else { return nil }
        (self.name, self.value) = (name, value)
        for (name, value) in parts.dropFirst() {
            switch (name.lowercased(), value) {
            case ("path", let value?): path = value.hasPrefix("/") ? value : nil
            case ("max-age", let value?): maxAge = Int(value) ?? maxAge
            case ("expires", let value?): expires = Self.date(value) ?? expires
            default: break
            }
        }
    }

    func isExpired(at now: Date) -> Bool { maxAge.map { $0 <= 0 } ?? expires.map { $0 <= now } ?? false }

    private static func pair(_ text: Substring) -> (String, String?) {
        let name = text.prefix { $0 != "=" }
        let value = name.endIndex == text.endIndex ? nil : text[name.endIndex...].dropFirst()
        return (trim(name), value.map(trim))
    }

    private static func trim(_ text: Substring) -> String { text.trimmingCharacters(in: .whitespaces) }

    /// Parses a date by its parts, in any of the forms in use (RFC 6265, section 5.1.1).
    private static func date(_ text: String) -> Date? {
        let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        var date = DateComponents(calendar: Calendar(identifier: .gregorian), timeZone: TimeZone(secondsFromGMT: 0))
        for token in text.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != ":" }) {
            let time = token.split(separator: ":").compactMap { Int($0) }
            if time.count == 3 {
                (date.hour, date.minute, date.second) = (time[0], time[1], time[2])
            } else if let month = months.firstIndex(of: String(token.prefix(3))) {
                date.month = month + 1
            } else if let number = Int(token) {
                if date.day == nil, token.count <= 2 { date.day = number } else { date.year = year(number) }
            }
        }
        guard date.day != nil, date.month != nil, date.year != nil, date.hour != nil else { return nil }
        return date.date
    }

    private static func year(_ number: Int) -> Int {
        number < 70 ? number + 2000 : number < 100 ? number + 1900 : number
    }
}

extension UInt8 {
    /// True for the characters of a cookie's name (RFC 9110, section 5.6.2, "token").
    fileprivate var isTokenCharacter: Bool {
        (0x21...0x7E).contains(self) && !"()<>@,;:\\\"/[]?={}".utf8.contains(self)
    }
}
