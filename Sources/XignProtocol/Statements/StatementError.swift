/// The reason why a statement or its signatures are refused. Deliberately coarse: in each case nothing is signed or
/// accepted.
public enum StatementError: Error, Equatable, Sendable {
    /// The text does not have the form that the protocol defines: bad JSON, unknown or missing members, wrong types or
    /// sizes.
    case malformed
    /// The version of the protocol is unknown to this software.
    case unsupportedVersion
}
