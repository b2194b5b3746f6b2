import Terminal
import XignSDK

/// The parts of an address, which are asked for one by one.
struct AddressParts {
    let validator: AddressValidator

    /// Returns the reason why an answer is refused, inside an otherwise valid address; nil if it is valid.
    func refusal(of answer: String, as part: AddressPart) -> Phrase? {
        var address = PostalAddress(street: "1", postalCode: "1", locality: "1", country: "DE")
        switch part {
        case .street: address.street = answer
        case .postalCode: address.postalCode = answer
        case .town: address.locality = answer
        case .region: address.region = answer
        case .country: address.country = answer
        }
        let maximum = validator.maxLength
        let flaw = validator.flaw(in: address).map(ValueFlaw.typed)
        let reason: ValueFlaw? =
            switch validator.validate(address) {
            case .valid: nil
            case .empty, .incomplete: .partRequired
            case .tooLong: flaw ?? .partTooLong(atMost: maximum)
            case .invalidCharacter: flaw ?? .invisible
            case .unknownCountry: flaw ?? .noCountry
            }
        guard let reason else { return nil }
        return { $0.attributes.reason(reason) }
    }

    /// Composes the address of the answers, one for each part.
    func address(_ answers: [AddressPart: String]) -> PostalAddress {
        let region = answers[.region].flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        return PostalAddress(
            street: answers[.street] ?? "", postalCode: answers[.postalCode] ?? "", locality: answers[.town] ?? "",
            region: region, country: answers[.country] ?? "")
    }
}
