import XignDomain
import XignProtocol

/// The text form of lists in a column. No element contains the separators, the space and `|`.
enum TextList {
    static func join(_ elements: [String]) -> String { elements.joined(separator: " ") }
    static func split(_ text: String, at separator: Unicode.Scalar = " ") -> [String] {
        let separator = UInt8(ascii: separator)
        // Most lists have one element.
        guard text.utf8.contains(separator) else { return text.isEmpty ? [] : [text] }
        return text.utf8.split(separator: separator).map { String(decoding: $0, as: UTF8.self) }
    }

    static func join(_ factors: [FactorType]) -> String { join(factors.map(\.rawValue)) }
    static func factors(_ text: String) -> [FactorType] { split(text).compactMap(FactorType.init) }

    static func join(_ classes: Set<AuthenticationMethods.ContextClass>) -> String {
        join(classes.map(\.rawValue).sorted())
    }
    /// Parses context classes. Drops those that this version does not know, so that no login can meet a list of them
    /// alone.
    static func contextClasses(_ text: String) -> Set<AuthenticationMethods.ContextClass> {
        Set(split(text).compactMap(AuthenticationMethods.ContextClass.init))
    }

    /// Example: `email name|phoneNumber`, the claims in the ID token and those from the user info endpoint.
    static func join(_ claims: ClaimsRequest) -> String {
        guard claims != .none else { return "" }
        return [claims.idToken, claims.userInfo].map { join($0.map(\.word).sorted()) }.joined(separator: "|")
    }
    static func claims(_ text: String) -> ClaimsRequest {
        if text.isEmpty { return .none }
        let parts = text.split(separator: "|", omittingEmptySubsequences: false).map {
            Set(split(String($0)).compactMap(RequestedClaim.init(word:)))
        }
        return parts.count == 2 ? ClaimsRequest(idToken: parts[0], userInfo: parts[1]) : .none
    }
}

extension RequestedClaim {
    /// The claim in a list. That of a value is the attribute's name, which no other claim has, and an addition is
    /// marked as one.
    fileprivate var word: String {
        switch self {
        case .value(let attribute): attribute.rawValue
        case .verification(let attribute): "\(attribute.rawValue)Verified"
        case .fullName: "name"
        case .additional(let name): "\(Self.mark)\(name.rawValue)"
        }
    }

    private static let mark = "+"

    /// The claim of a word; nil for an unknown one.
    fileprivate init?(word: String) {
        if word.hasPrefix(Self.mark) {
            self = .additional(AdditionalName(rawValue: String(word.dropFirst())))
        } else if let claim = Self.all.first(where: { $0.word.hasSameBytes(as: word) }) {
            self = claim
        } else {
            return nil
        }
    }
}
