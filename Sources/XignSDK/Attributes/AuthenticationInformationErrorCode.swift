/// The manager's objection to an attribute when the user information was prepared.
///
/// Source: XignSys SDK documentation, "Confirmation of attributes" (property `error`).
public enum AuthenticationInformationErrorCode: String, Sendable, CaseIterable {
    /// The manager has no objection.
    case none
    /// The value has an invalid format. Ask the user again.
    case invalid
    /// A value was supplied that the manager does not accept here.
    ///
    /// Either none was missing: choose one of the aliases. Or the value
    /// ``AuthenticationInformation/needsVerification``: leave the attribute out, or abort.
    case notAvailable
    /// A required value was not supplied. Ask the user.
    case dataMissing
    /// No alias was selected although there are several. Let the user choose.
    case noAliasSelected
}
