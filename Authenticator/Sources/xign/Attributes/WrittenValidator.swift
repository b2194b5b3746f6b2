import Terminal
import XignSDK

/// A validator whose values a person types at a terminal.
protocol WrittenValidator: AttributeValidator {
    /// The form of a value, for prompts.
    var form: ValueForm { get }
    /// Returns the reason for the outcome of a check; nil if the value is valid.
    func flaw(_ code: ResultCode) -> ValueFlaw?
    /// Parses a value written in one line; returns nil if it has another form.
    func value(line: String) -> Value?
    /// Returns a value in one line, in readable form.
    func shown(_ value: Value) -> String

    /// Returns the questions for a value: one, unless the value has parts.
    func questions(_ attribute: KnownAttribute.Name) -> [Question]
    /// Returns the value composed of the answers to the questions.
    func value(answers: [String]) -> Value?
}

/// A question that is repeated until its answer is valid.
struct Question {
    let prompt: Phrase
    /// Returns the reason why an answer is refused; nil if it is valid.
    let refusal: (String) -> Phrase?
}

extension WrittenValidator {
    /// Returns the reason why a value is refused; nil if it is valid.
    func reason(_ code: ResultCode, of value: Value?) -> Phrase? {
        guard let flaw = flaw(code) else { return nil }
        let detail = value.flatMap { self.flaw(in: $0) }.map(ValueFlaw.typed)
        return { $0.attributes.reason(detail ?? flaw) }
    }

    /// Returns the reason why a line is refused; nil if it is valid.
    func refusal(ofLine line: String) -> Phrase? {
        if line.allSatisfy(\.isWhitespace) { return reason(validate(nil), of: nil) }
        let form = form
        guard let value = value(line: line) else {
            return { $0.attributes.mustHaveForm($0.attributes.form(form)) }
        }
        return reason(validate(value), of: value)
    }

    func questions(_ attribute: KnownAttribute.Name) -> [Question] {
        let form = form
        return [
            Question(
                prompt: { $0.attributes.ask(attribute, $0.attributes.form(form)) }, refusal: refusal)
        ]
    }

    func value(answers: [String]) -> Value? { answers.first.flatMap(value(line:)) }
}

extension WrittenValidator where Value == String {
    func value(line: String) -> String? { line }
    func shown(_ value: String) -> String { canonical(value) }
}
