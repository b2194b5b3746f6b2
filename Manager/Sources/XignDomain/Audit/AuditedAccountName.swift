/// The detail of `accountNameChanged`. The log does not have the name itself, which is the person's.
public enum AuditedAccountName: String, Sendable, CaseIterable {
    case given, changed, taken
}
