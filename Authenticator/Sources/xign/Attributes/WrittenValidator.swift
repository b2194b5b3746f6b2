import Terminal
import XignSDK

/// A validator whose values people write at a terminal: how they are written, and what is wrong with them, in words.
protocol WrittenValidator: AttributeValidator {
    /// How a value is written.
    var form: Text { get }
    /// What a check found, in words; nil if it found nothing.
    func reason(_ code: ResultCode) -> Text?
    /// The value that is written in a line; nil if it is in another form.
    func value(line: String) -> Value?
    /// A value in a line, as people read it.
    func shown(_ value: Value) -> String

    // For those who are asked: one question, unless a value has parts.

    func questions(_ heading: String) -> [Question]
    /// The value that the answers to the questions make.
    func value(answers: [String]) -> Value?
}

/// Something that a person is asked, until the answer will do.
struct Question {
    let prompt: Text
    /// Why an answer will not do; nil if it will.
    let refusal: (String) -> Text?
}

extension WrittenValidator {
    /// Why what is written in a line will not do; nil if it will.
    func refusal(ofLine line: String) -> Text? {
        if line.allSatisfy(\.isWhitespace) { return reason(validate(nil)) }
        guard let value = value(line: line) else { return "that is none: write it as \(form)" }
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
