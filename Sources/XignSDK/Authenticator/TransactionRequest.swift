internal import XignProtocol

/// An act that a page of the manager asks the user to confirm on this device, such as the removal of a lost phone.
///
/// Show its ``text`` before the user signs. Nothing is done by the confirmation alone: the browser that asked for the
/// act does it, so the act can also be what somebody else wants who uses that browser. The text tells.
///
/// Source: XignSys SDK documentation, 5.1.0 (names of types and properties); `docs/protocol.md`, section 9.
public struct TransactionRequest: Sendable, Hashable {
    /// A part of the text.
    public enum Part: Sendable, Hashable {
        /// Words of the manager.
        case literal(String)
        /// A name that anybody may have chosen. Show it on a line of its own.
        case name(String)
    }

    /// The kind of the act, for logs: ASCII letters. Do not show it.
    public let type: String
    /// The language of the text: a tag such as `de` (BCP 47). Give it to a screen reader.
    public let language: String
    /// The text, in parts; the first is a literal.
    ///
    /// Show the parts in this order, and never joined to one sentence: a name such as `phone" and lock "tablet` would
    /// otherwise change what the sentence says.
    public let text: [Part]
    /// The page that asks: a part of the manager itself. Show its origin, as for a login.
    public let serviceInformation: ServiceInformation
    /// The operator of the manager.
    public let organizationInformation: OrganizationInformation
}

extension TransactionRequest {
    init(
        _ text: TransactionText, serviceInformation: ServiceInformation,
        organizationInformation: OrganizationInformation
    ) {
        self.init(
            type: text.type, language: text.language,
            text: text.parts.map { part in
                switch part {
                case .literal(let words): .literal(words)
                case .name(let name): .name(name)
                }
            }, serviceInformation: serviceInformation, organizationInformation: organizationInformation)
    }
}
