import Terminal
import XignSDK

/// The dialog about open decisions: missing values, the choice between stored values, and optional attributes.
struct AttributeQuestions {
    let console: Console

    /// Asks until everything is decided.
    /// - Returns: true if there was a question.
    /// - Throws: `InputError`.
    func ask(_ attributes: RequestedAttributes) throws -> Bool {
        let open = attributes.undecided
        if !open.isEmpty { console.report("Control-D cancels the login.") }
        for attribute in open { try ask(attribute) }
        return !open.isEmpty
    }

    private func ask(_ attribute: RequestedAttribute) throws {
        let offered = attribute.offered
        if !attribute.isWanted {
            let only: Text = attribute.needsValue ? "" : attribute.onlyAlias.map { " (\($0))" } ?? ""
            let question: Text = "Optional: \(attribute.known.label)\(only). Send it?"
            guard try console.confirm(question, unlessAnswered: false) else { return attribute.leaveOut() }
        }
        if attribute.needsValue {
            try askValue(attribute)
        } else if offered.count <= 1, !attribute.isRequired {
            attribute.choose(offered.first)
        } else {
            let preferred = offered.firstIndex(where: \.isPrimary)
            let question: Text = "\(attribute.known.heading): which one?"
            let index = try console.choose(
                question, from: offered.map { "\($0.alias)" }, unlessAnswered: preferred)
            attribute.choose(offered[index])
        }
    }

    private func askValue(_ attribute: RequestedAttribute) throws {
        while true {
            let answers = try attribute.questions.map { question in
                while true {
                    let answer = try console.ask(question.prompt)
                    guard let refusal = question.refusal(answer) else { return answer }
                    console.report("  \(refusal)")
                }
            }
            guard let refusal = attribute.supply(answers: answers) else { return }
            console.report("  \(refusal)")
        }
    }
}
