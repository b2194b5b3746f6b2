import Threads
import XignCrypto
import XignDomain
import XignProtocol

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// How the domain's types stand in columns.

extension Timestamp: SQLValue {}
extension Service.SigningAlgorithm: SQLValue {}
extension Service.ProofKey: SQLValue {}
extension Activation.State: SQLValue {}
extension Activation.Kind: SQLValue {}
extension Activation.PINOrigin: SQLValue {}
extension Phase.Name: SQLValue {}
extension Channel: SQLValue {}
extension Abort.Reason: SQLValue {}
extension FactorType: SQLValue {}
extension SealingSuite: SQLValue {}
extension AuditEvent.Kind: SQLValue {}
extension AttributeName: SQLValue {}
extension ClaimDestination: SQLValue {}

extension TextID: SQLValue {
    package static func parameter(_ value: Self?) -> SQL.Parameter { .text(value?.text) }
    package init?(column: Row.Value) {
        guard let text = String(column: column) else { return nil }
        self.init(text)
    }
}

extension BearerHash: SQLValue {
    package static func parameter(_ value: Self?) -> SQL.Parameter { .bytes(value?.bytes) }
    package init?(column: Row.Value) {
        guard case .bytes(let bytes) = column else { return nil }
        self.init(bytes: bytes)
    }
}

extension Identifier: SQLValue {
    package static func parameter(_ value: Self?) -> SQL.Parameter { .bytes(value?.bytes) }
    package init?(column: Row.Value) {
        guard case .bytes(let bytes) = column else { return nil }
        self.init(bytes)
    }
}

/// Lists that are stored as text: none of their elements can hold the separator.
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
    /// A class that is not known here is met by nothing.
    static func contextClasses(_ text: String) -> Set<AuthenticationMethods.ContextClass> {
        Set(split(text).compactMap(AuthenticationMethods.ContextClass.init))
    }

    /// `device pin|biometric device`
    static func join(_ alternatives: [[FactorType]]) -> String { alternatives.map(join).joined(separator: "|") }
    static func alternatives(_ text: String) -> [[FactorType]] {
        split(text, at: "|").map(factors)
    }

    /// `givenName required|email optional verified`
    static func join(_ attributes: [ServiceAttribute]) -> String {
        attributes.map {
            join([$0.name.rawValue, $0.isRequired ? "required" : "optional"] + ($0.mustBeVerified ? ["verified"] : []))
        }.joined(separator: "|")
    }
    static func attributes(_ text: String) -> [ServiceAttribute] {
        split(text, at: "|").compactMap { part in
            let words = split(part)
            guard let name = words.first.flatMap(AttributeName.init) else { return nil }
            return ServiceAttribute(
                name: name, isRequired: words.contains("required"), mustBeVerified: words.contains("verified"))
        }
    }

    /// `givenName email|phoneNumber`: in the ID token, and from the user info endpoint.
    static func join(_ claims: ClaimsRequest) -> String {
        guard claims != .none else { return "" }
        return [claims.idToken, claims.userInfo].map { join($0.map(\.rawValue).sorted()) }.joined(separator: "|")
    }
    static func claims(_ text: String) -> ClaimsRequest {
        if text.isEmpty { return .none }
        let parts = text.split(separator: "|", omittingEmptySubsequences: false).map {
            Set(split(String($0)).compactMap(AttributeName.init))
        }
        return parts.count == 2 ? ClaimsRequest(idToken: parts[0], userInfo: parts[1]) : .none
    }
}

/// Identifiers that are never public and sort by the time of their making (UUIDv7, RFC 9562, section 5.7); those that one process
/// makes within a millisecond sort by a counter (section 6.2, method 1).
package enum TimeOrderedID {
    private static let last = Locked<(milliseconds: Int64, counter: UInt16)>((0, 0))

    /// 16 bytes.
    package static func make(at now: Timestamp) -> [UInt8] {
        let counter = last.withLock { last -> UInt16 in
            last = (now.rawValue, last.milliseconds == now.rawValue ? last.counter &+ 1 : 0)
            return last.counter
        }
        var bytes = (0..<6).map { UInt8(truncatingIfNeeded: now.rawValue >> (8 * (5 - $0))) }
        bytes += [UInt8(truncatingIfNeeded: counter >> 8 & 0x0F | 0x70), UInt8(truncatingIfNeeded: counter)]
        bytes += SecureRandom.bytes(count: 8)
        bytes[8] = bytes[8] & 0x3F | 0x80
        return bytes
    }

    /// A new account id: 32 hexadecimal digits.
    package static func account(at now: Timestamp) -> AccountID {
        let digits = Array("0123456789abcdef")
        return AccountID(String(make(at: now).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }))
    }
}
