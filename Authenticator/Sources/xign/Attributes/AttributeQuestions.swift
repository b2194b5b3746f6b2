import Terminal
import XignSDK

/// The dialog about open decisions: missing values, the choice between stored values, and optional attributes.
struct AttributeQuestions {
    let console: Console
    let words: any Wording

    /// Asks until everything is decided.
    /// - Returns: true if there was a question.
    /// - Throws: `InputError`.
    func ask(_ attributes: RequestedAttributes) throws -> Bool {
        if attributes.isDecided { return false }
        console.report(words.attributes.howToCancel)
        for attribute in attributes.undecided { try ask(attribute) }
        for addition in attributes.undecidedAdditions { try ask(addition) }
        return true
    }

    private func ask(_ addition: RequestedAddition) throws {
        let offered = addition.offered
        let only = offered.count == 1 ? offered.first?.alias : nil
        if !addition.isWanted {
            let question =
                addition.isPermission
                ? words.attributes.askPermission(addition.name, only ?? "")
                : words.attributes.askOptional(addition.name, value: only)
            guard try console.confirm(question, unlessAnswered: false) else { return addition.leaveOut() }
        }
        let index =
            offered.count == 1
            ? 0
            : try console.choose(
                words.attributes.askWhich(addition.name), from: offered.map { "\($0.alias)" },
                unlessAnswered: offered.firstIndex(where: \.isPrimary))
        addition.include(offered[index])
    }

    private func ask(_ attribute: RequestedAttribute) throws {
        let offered = attribute.offered
        if !attribute.isWanted {
            let only = attribute.needsValue ? nil : attribute.name(of: offered.count == 1 ? offered.first : nil)
            let question = words.attributes.askOptional(words.attributes.label(attribute.name), value: only)
            guard try console.confirm(question, unlessAnswered: false) else { return attribute.leaveOut() }
        }
        if attribute.needsValue {
            try askValue(attribute)
        } else if offered.count <= 1, !attribute.isRequired {
            attribute.choose(offered.first)
        } else {
            let preferred = offered.firstIndex(where: \.isPrimary)
            let question = words.attributes.askWhich(words.attributes.heading(attribute.name))
            let index = try console.choose(
                question, from: offered.map { "\($0.alias)" }, unlessAnswered: preferred)
            attribute.choose(offered[index])
        }
    }

    private func askValue(_ attribute: RequestedAttribute) throws {
        if case .postalAddress(let address) = attribute.information.input {
            return try askAddress(address, of: attribute)
        }
        let form = words.attributes.form(attribute.information.form)
        while let refusal = try attribute.supply(line: console.ask(words.attributes.ask(attribute.name, form))) {
            console.report("  \(refusal(words))")
        }
    }

    /// Asks for the parts until they are an address. A whole one is refused only where no part is.
    private func askAddress(
        _ address: AuthenticationInformation<PostalAddress, AddressValidator>, of attribute: RequestedAttribute
    ) throws {
        let parts = AddressParts(validator: address.validator)
        while true {
            var answers: [AddressPart: String] = [:]
            for part in AddressPart.allCases { answers[part] = try ask(part, parts, attribute.name) }
            if attribute.supply(parts.address(answers), to: address) { return }
            console.report("  \(words.attributes.reason(.addressIncomplete))")
        }
    }

    private func ask(_ part: AddressPart, _ parts: AddressParts, _ name: PersonalAttribute.Name) throws -> String {
        while true {
            let answer = try console.ask(words.attributes.ask(part, of: name))
            guard let refusal = parts.refusal(of: answer, as: part) else { return answer }
            console.report("  \(refusal(words))")
        }
    }
}
