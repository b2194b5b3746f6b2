import XignSDK

/// The type-erased face of the SDK's `AuthenticationInformation`.
protocol AttributeInformation: AnyObject {
    var isRequired: Bool { get }
    var isDataMissing: Bool { get }
    var needsVerification: Bool { get }
    var aliases: Set<PersonalInformationAlias> { get }
    var error: AuthenticationInformationErrorCode { get }
    var isIncluded: Bool { get set }
    @discardableResult func setSelection(_ alias: PersonalInformationAlias?) -> PersonalInformationAlias?

    /// Returns the questions for a value; each has one answer.
    func questions(_ attribute: KnownAttribute.Name) -> [Question]
    /// Supplies the value composed of the answers.
    func supply(answers: [String]) -> Supply
    /// Supplies a value written in one line.
    func supply(line: String) -> Supply
}

/// The outcome of supplying a value.
enum Supply {
    /// The value will be sent. The text shows it to the person.
    case accepted(String)
    case refused(Phrase)
}

extension AuthenticationInformation: AttributeInformation where Validator: WrittenValidator {
    func questions(_ attribute: KnownAttribute.Name) -> [Question] { validator.questions(attribute) }

    func supply(answers: [String]) -> Supply { supply(validator.value(answers: answers)) }

    func supply(line: String) -> Supply {
        if let refusal = validator.refusal(ofLine: line) { return .refused(refusal) }
        return supply(validator.value(line: line))
    }

    private func supply(_ value: Value?) -> Supply {
        if let refusal = validator.reason(setValue(value: value), of: value) { return .refused(refusal) }
        return .accepted(value.map(validator.shown) ?? "")
    }
}
