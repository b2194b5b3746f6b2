import Terminal
import XignSDK

/// A validator whose values a person types at a terminal.
protocol WrittenValidator: AttributeValidator {
    /// The form of a value, for prompts.
    var form: Text { get }
    /// Returns the outcome of a check in words; nil if the value is valid.
    func reason(_ code: ResultCode) -> Text?
    /// Parses a value written in one line; returns nil if it has another form.
    func value(line: String) -> Value?
    /// Returns a value in one line, in readable form.
    func shown(_ value: Value) -> String

    /// Returns the questions for a value: one, unless the value has parts.
    func questions(_ heading: String) -> [Question]
    /// Returns the value composed of the answers to the questions.
    func value(answers: [String]) -> Value?
}

/// A question that is repeated until its answer is valid.
struct Question {
    let prompt: Text
    /// Returns the reason why an answer is refused; nil if it is valid.
    let refusal: (String) -> Text?
}

extension WrittenValidator {
    /// Returns the reason why a line is refused; nil if it is valid.
    func refusal(ofLine line: String) -> Text? {
        if line.allSatisfy(\.isWhitespace) { return reason(validate(nil)) }
        guard let value = value(line: line) else { return "the form must be \(form)" }
        return reason(validate(value))
    }

    func questions(_ heading: String) -> [Question] {
        [Question(prompt: "\(heading) (\(form)):", refusal: refusal)]
    }

    func value(answers: [String]) -> Value? { answers.first.flatMap(value(line:)) }
}

extension WrittenValidator where Value == String {
    func value(line: String) -> String? { line }
    func shown(_ value: String) -> String { canonical(value) }
}
