import Terminal
import XignDomain
import XignProtocol

/// The options of commands that act in the place of an administrator.
enum ReasonOptions {
    static let reason = Parameter<String?>.option(
        "reason", "TEXT", "The reason, for the audit log: 10 to 200 characters.")
    static let check = Parameter<Reason.IdentityCheck?>.option(
        "checked", "HOW",
        "How you have checked who asks for it: in-person (with a document), called-back (at a number that was known "
            + "before), or other (as the reason says). Required.",
        completion: .values(Reason.IdentityCheck.allCases.map(\.word)),
        parse: { text in Reason.IdentityCheck.allCases.first { $0.word == text } })
    static let isForced = Parameter<Bool>.flag(
        "force", "Do it even if no administrator is left who has a usable device.")
}

extension ParsedArguments {
    /// The reason that `--reason` gives; nil without it.
    /// - Throws: ``Failure`` for a text that cannot be a reason.
    func reason(_ check: Reason.IdentityCheck? = nil) throws -> Reason? {
        guard let text = self[ReasonOptions.reason] else { return nil }
        guard let reason = Reason(check, text) else {
            let flaw = CanonicalText.flaw(in: CanonicalText.canonical(text)).map { "; it \($0)" } ?? ""
            throw Failure(65, "--reason must be 10 to 200 characters that can be displayed, without line breaks\(flaw)")
        }
        return reason
    }
}

extension Reason.IdentityCheck {
    /// The value of `--checked`.
    fileprivate var word: String {
        switch self {
        case .inPerson: "in-person"
        case .calledBack: "called-back"
        case .other: "other"
        }
    }
}
