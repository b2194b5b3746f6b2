import Foundation
import Terminal
import XignSDK

extension AddressValidator: WrittenValidator {
    var form: Text { "Street 1; 51147; Köln; DE" }

    func reason(_ code: ResultCode) -> Text? {
        switch code {
        case .valid: nil
        case .empty: "nothing was entered"
        case .incomplete: "street, postal code and town are required"
        case .tooLong: "a part is too long: at most \(maxLength) characters each"
        case .invalidCharacter: "it contains invisible or control characters"
        case .unknownCountry: "it is not a country code: two letters, such as DE"
        }
    }

    func value(line: String) -> PostalAddress? { PostalAddress(line) }

    func shown(_ value: PostalAddress) -> String {
        let parts = [value.street, value.postalCode, value.locality, value.region, value.country.uppercased()]
        return parts.compactMap { $0?.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "; ")
    }

    // MARK: Part by part

    func questions(_ heading: String) -> [Question] {
        [
            question("\(heading), street and number:") { $0.street = $1 },
            question("Postal code:") { $0.postalCode = $1 },
            question("Town or city:") { $0.locality = $1 },
            question("State or region (press Return if there is none):") { $0.region = $1 },
            question("Country (two letters, such as DE):") { $0.country = $1 },
        ]
    }

    func value(answers: [String]) -> PostalAddress? {
        guard answers.count == 5 else { return nil }
        let region = answers[3].allSatisfy(\.isWhitespace) ? nil : answers[3]
        return PostalAddress(
            street: answers[0], postalCode: answers[1], locality: answers[2], region: region, country: answers[4])
    }

    /// Returns a question whose answer is validated inside an otherwise valid address.
    private func question(_ prompt: Text, _ set: @escaping (inout PostalAddress, String) -> Void) -> Question {
        Question(prompt: prompt) { answer in
            var address = PostalAddress(street: "1", postalCode: "1", locality: "1", country: "DE")
            set(&address, answer)
            let code = validate(address)
            return code == .incomplete ? "this part is required" : reason(code)
        }
    }
}
