import XignDomain

struct EnglishConsoleReason: ConsoleReasonWording {
    let reason = "Reason"
    let hint = "10 to 200 characters. You sign them, and the audit log keeps them. Write no data about people here."
    let identity = "How did you check who is asking?"

    func identityCheck(_ check: Reason.IdentityCheck) -> String {
        switch check {
        case .inPerson: "In person, with a document"
        case .calledBack: "By calling a number that was known before"
        case .other: "In another way, as the reason says"
        }
    }

    func flaw(_ flaw: ReasonFlaw) -> String {
        switch flaw {
        case .reason: "Type a reason of 10 to 200 characters, without line breaks."
        case .identity: "Choose how you have checked who is asking."
        }
    }
}
