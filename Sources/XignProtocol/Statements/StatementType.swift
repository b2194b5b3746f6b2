/// The kind of a signed statement. Every protected header names it, so that no kind is accepted as another (RFC 8725,
/// section 3.11).
public enum StatementType: String, Sendable {
    case consent = "xign-consent+jws"
    case enrolment = "xign-enrolment+jws"
    case keyChange = "xign-key-change+jws"
}
