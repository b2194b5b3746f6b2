import XignDomain
import XignHTTP
import XignPages
import XignWording

/// The reason of an administrator's act, as a form has sent it.
struct SentReason: Sendable {
    /// The values for the form, with what they need.
    let typed: ReasonFields.Typed
    /// Nil where a field needs another value.
    let reason: Reason?

    /// - Throws: 400 where the form has no field for the reason.
    init(_ fields: Parameters, asksForIdentity: Bool) throws {
        let text = try fields.required("reason")
        let check = asksForIdentity ? try fields.single("identity").flatMap(Reason.IdentityCheck.init(rawValue:)) : nil
        let made = Reason(check, text)
        let hasIdentity = check != nil || !asksForIdentity
        typed = ReasonFields.Typed(
            reason: text, identityCheck: check,
            flaws: (hasIdentity ? [] : [.identity]) + (made == nil ? [.reason] : []))
        reason = hasIdentity ? made : nil
    }
}
