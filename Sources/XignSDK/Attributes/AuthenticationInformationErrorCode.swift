/// What the manager found wrong with an attribute when the user information was prepared.
public enum AuthenticationInformationErrorCode: String, Sendable, CaseIterable {
    /// Nothing is wrong.
    case none
    /// The value has an invalid format. Ask the user again.
    case invalid
    /// A value was supplied although none was asked for: choose one of the aliases instead. Or it
    /// ``AuthenticationInformation/needsVerification``, and cannot be supplied here: leave it out, or abort.
    case notAvailable
    /// A value must be supplied and was not. Ask the user.
    case dataMissing
    /// One of the aliases must be selected and none was. Let the user choose.
    case noAliasSelected
}
