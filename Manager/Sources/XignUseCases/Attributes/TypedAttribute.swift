import Spelling
import XignDomain
import XignProtocol

/// The refusal of an input about an attribute. It never quotes a value.
package struct AttributeRefusal: Error, Equatable, CustomStringConvertible {
    /// The rule that the input breaks. Pages have words of their own for each.
    package enum Flaw: Equatable, Sendable {
        /// - Parameter advice: the name that was probably meant, or all names.
        case unknownAttribute(advice: String)
        case text(TextFlaw)
        case alias(TextFlaw)
        case form(AttributeName)
        case declaredForm(DeclaredAttribute)
        case phoneNumber(PhoneNumber.Flaw)
        case address(AddressText.Refusal)
        case notAnAddress, notText
        case tooManyValues, repeatedValue, repeatedAlias, severalPrimaryValues, notVerifiable

        /// The character that is refused; nil for a flaw of the whole text.
        package var character: RefusedCharacter? {
            switch self {
            case .text(let flaw), .alias(let flaw), .address(.notCanonical(_, let flaw?)): flaw.character
            case .phoneNumber(let flaw): flaw.character
            default: nil
            }
        }

        /// The part of an address that is refused.
        package var part: AddressText.Part? {
            guard case .address(let refusal) = self else { return nil }
            return refusal.part
        }
    }

    package let flaw: Flaw
    /// The index of the refused value in a list; nil where the refusal is about all of them.
    let index: Int?

    init(_ flaw: Flaw, index: Int? = nil) {
        self.flaw = flaw
        self.index = index
    }

    package var description: String { reason }

    /// The reason for an operator, as the end of a sentence: `must be ...`.
    package var reason: String {
        switch flaw {
        case .unknownAttribute(let advice): "is no attribute; \(advice)"
        case .text(let flaw): flaw.description
        case .alias(let flaw): "has an alias, which \(flaw)"
        case .form(let attribute): attribute.expectation
        case .phoneNumber(let flaw): flaw.description
        case .address(let refusal): refusal.description
        case .declaredForm(let attribute): "must be \(attribute.expected)"
        case .notText: "must be a text, in quotes"
        case .notAnAddress: "must be a text, not an address"
        case .tooManyValues: "must have at most \(AttributeValue.maximumCount) values"
        case .repeatedValue: "must be there once: it is there before"
        case .repeatedAlias: "must be called by an alias that no other value has"
        case .severalPrimaryValues: "must be the only primary value"
        case .notVerifiable: "must be stated without `verified`: only email and phoneNumber can be verified"
        }
    }
}

/// The canonical form of typed input.
extension AttributeName {
    /// Finds the attribute of a name.
    /// - Throws: `AttributeRefusal` with the name that was probably meant.
    package init(named name: String) throws(AttributeRefusal) {
        guard let attribute = Self.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) else {
            let names = Self.allCases.map(\.rawValue)
            let advice =
                Spelling.nearest(to: name, among: names).map { "did you mean \($0)?" }
                ?? "there are \(names.joined(separator: ", "))"
            throw AttributeRefusal(.unknownAttribute(advice: advice))
        }
        self = attribute
    }

    /// Returns the canonical text of a value. Variants that cannot mean another value are accepted: white space around
    /// it, the case of a mail address's domain and of a country, the signs between the digits of a telephone number.
    /// - Parameter now: the latest possible date of birth.
    package func canonicalText(ofTyped typed: String, at now: Timestamp) throws(AttributeRefusal) -> String {
        // Bytes first: the normal form of a long text takes long. No attribute has half as many.
        guard typed.utf8.count <= StrictJSON.Limits.statement.size else { throw AttributeRefusal(.form(self)) }
        if self == .phoneNumber, !CanonicalText.trimmed(typed).isEmpty {
            do throws(PhoneNumber.Flaw) { return try PhoneNumber.canonical(typed: typed) } catch {
                throw AttributeRefusal(.phoneNumber(error))
            }
        }
        let canonical = CanonicalText.canonical(typed)
        if !canonical.isEmpty, let flaw = CanonicalText.flaw(in: canonical) { throw AttributeRefusal(.text(flaw)) }
        let text = try canonicalForm(of: canonical)
        guard accepts(text, today: CalendarDay(latestAt: now.seconds)) else { throw AttributeRefusal(.form(self)) }
        return text
    }

    private func canonicalForm(of text: String) throws(AttributeRefusal) -> String {
        switch form {
        case .email: return EmailAddress.canonical(typed: text)
        case .country: return CountryCode.canonical(text)
        case .address:
            guard let parts = AddressText.parts(ofLine: text), parts.region?.isEmpty != true else { return text }
            return try AttributeRefusal.explaining { () throws(AddressText.Refusal) in
                try AddressText(
                    typedStreet: parts.street, postalCode: parts.postalCode, locality: parts.locality,
                    region: parts.region, country: parts.country)
            }.text
        case .text, .word, .place, .day, .phoneNumber: return text
        }
    }

    /// The form of its values, as the end of a sentence.
    fileprivate var expectation: String {
        switch form {
        case .text(let limits), .place(let limits): "must be \(limits.minimum) to \(limits.maximum) characters"
        case .word(let limits): "must be \(limits.minimum) to \(limits.maximum) characters without white space"
        case .day: "must be a day such as 1964-08-12, from \(CalendarDay.earliestBirthdate) to today"
        case .address: "must be four or five parts such as `Street 1; 10117; Berlin; DE`"
        case .country: "must be the code of a country in two letters (ISO 3166-1), such as DE"
        case .email: "must be a mail address such as ada@example.org"
        case .phoneNumber: "must be a number in international form such as +4930123456, in quotes"
        }
    }
}

extension AttributeRefusal {
    /// Returns the canonical form of a typed alias; nil for none.
    static func canonicalAlias(_ typed: String?) throws(AttributeRefusal) -> String? {
        guard let typed else { return nil }
        do throws(TextFlaw) { return try DisplayText.canonical(typed) } catch { throw AttributeRefusal(.alias(error)) }
    }

    /// Makes an address, and translates its refusal.
    static func explaining(
        _ make: () throws(AddressText.Refusal) -> AddressText
    ) throws(AttributeRefusal) -> AddressText {
        do throws(AddressText.Refusal) { return try make() } catch { throw AttributeRefusal(.address(error)) }
    }
}
