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
        let open = attributes.undecided
        if !open.isEmpty { console.report(words.attributes.howToCancel) }
        for attribute in open { try ask(attribute) }
        return !open.isEmpty
    }

    private func ask(_ attribute: RequestedAttribute) throws {
        let offered = attribute.offered
        if !attribute.isWanted {
            let only = attribute.needsValue ? nil : attribute.name(of: offered.count == 1 ? offered.first : nil)
            let question = words.attributes.askOptional(attribute.known.id, value: only)
            guard try console.confirm(question, unlessAnswered: false) else { return attribute.leaveOut() }
        }
        if attribute.needsValue {
            try askValue(attribute)
        } else if offered.count <= 1, !attribute.isRequired {
            attribute.choose(offered.first)
        } else {
            let preferred = offered.firstIndex(where: \.isPrimary)
            let question = words.attributes.askWhich(attribute.known.id)
            let index = try console.choose(
                question, from: offered.map { "\($0.alias)" }, unlessAnswered: preferred)
            attribute.choose(offered[index])
        }
    }

    private func askValue(_ attribute: RequestedAttribute) throws {
        while true {
            let answers = try attribute.questions.map { question in
                while true {
                    let answer = try console.ask(question.prompt(words))
                    guard let refusal = question.refusal(answer) else { return answer }
                    console.report("  \(refusal(words))")
                }
            }
            guard let refusal = attribute.supply(answers: answers) else { return }
            console.report("  \(refusal(words))")
        }
    }
}
