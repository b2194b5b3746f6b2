/// The request methods that the server knows (RFC 9110, section 9.3, RFC 5789).
///
/// TRACE and CONNECT are left out on purpose, since both bypass the handlers. They get 501, as every unknown method
/// does.
public enum Method: String, Sendable, CaseIterable {
    case get = "GET", head = "HEAD", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE"
    case options = "OPTIONS"

    /// In bytes.
    static let longestName = allCases.map(\.rawValue.utf8.count).max() ?? 0
}
