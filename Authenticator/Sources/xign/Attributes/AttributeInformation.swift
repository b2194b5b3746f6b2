import Terminal
import XignSDK

/// What a conversation needs of the SDK's `AuthenticationInformation`, whatever its value's type.
protocol AttributeInformation: AnyObject {
    var isRequired: Bool { get }
    var isDataMissing: Bool { get }
    var needsVerification: Bool { get }
    var aliases: Set<PersonalInformationAlias> { get }
    var error: AuthenticationInformationErrorCode { get }
    var isIncluded: Bool { get set }
    @discardableResult func setSelection(_ alias: PersonalInformationAlias?) -> PersonalInformationAlias?

    /// What a person is asked for, one answer each.
    /// - Parameter heading: what the attribute is called.
    func questions(_ heading: String) -> [Question]
    /// Supplies the value that the answers make.
    func supply(answers: [String]) -> Supply
    /// Supplies a value that is written in one line.
    func supply(line: String) -> Supply
}

/// What became of a value that somebody supplied.
enum Supply: Hashable {
    /// It will be sent, and reads like this.
    case accepted(String)
    case refused(Text)
}

extension AuthenticationInformation: AttributeInformation where Validator: WrittenValidator {
    func questions(_ heading: String) -> [Question] { validator.questions(heading) }

    func supply(answers: [String]) -> Supply { supply(validator.value(answers: answers)) }

    func supply(line: String) -> Supply {
        if let refusal = validator.refusal(ofLine: line) { return .refused(refusal) }
        return supply(validator.value(line: line))
    }

    private func supply(_ value: Value?) -> Supply {
        if let refusal = validator.reason(setValue(value: value)) { return .refused(refusal) }
        return .accepted(value.map(validator.shown) ?? "")
    }
}
