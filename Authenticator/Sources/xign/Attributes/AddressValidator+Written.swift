import Foundation
import XignSDK

extension AddressValidator: WrittenValidator {
    var form: ValueForm { .address }

    func flaw(_ code: ResultCode) -> ValueFlaw? {
        switch code {
        case .valid: nil
        case .empty: .empty
        case .incomplete: .addressIncomplete
        case .tooLong: .partTooLong(atMost: maxLength)
        case .invalidCharacter: .invisible
        case .unknownCountry: .noCountry
        }
    }

    func value(line: String) -> PostalAddress? { PostalAddress(line) }

    func shown(_ value: PostalAddress) -> String {
        let region = value.region.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        // An address without a postal code has an empty part in its place, as it is typed.
        let parts = [value.street, value.postalCode, value.locality, region, value.country.uppercased()]
        return parts.compactMap { $0?.trimmingCharacters(in: .whitespacesAndNewlines) }.joined(separator: "; ")
    }

    // MARK: Part by part

    func questions(_ attribute: KnownAttribute.Name) -> [Question] {
        AddressPart.allCases.map { part in
            Question(prompt: { $0.attributes.ask(part, of: attribute) }, refusal: { refusal(of: $0, as: part) })
        }
    }

    func value(answers: [String]) -> PostalAddress? {
        guard answers.count == 5 else { return nil }
        let region = answers[3].allSatisfy(\.isWhitespace) ? nil : answers[3]
        return PostalAddress(
            street: answers[0], postalCode: answers[1], locality: answers[2], region: region, country: answers[4])
    }

    /// Validates an answer inside an otherwise valid address.
    private func refusal(of answer: String, as part: AddressPart) -> Phrase? {
        var address = PostalAddress(street: "1", postalCode: "1", locality: "1", country: "DE")
        switch part {
        case .street: address.street = answer
        case .postalCode: address.postalCode = answer
        case .town: address.locality = answer
        case .region: address.region = answer
        case .country: address.country = answer
        }
        let code = validate(address)
        if code == .incomplete { return { $0.attributes.reason(.partRequired) } }
        return reason(code, of: address)
    }
}
