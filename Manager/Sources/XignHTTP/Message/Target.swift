/// What is asked for, split and decoded once (RFC 3986): nobody behind the parser decodes it again.
public struct Target: Sendable {
    /// "/a/b" is ["a", "b"], "/" is [""]; empty for "*". A segment may contain any character but controls, a slash
    /// too when it was escaped; "." and ".." never.
    public internal(set) var segments: [String] = []
    public internal(set) var query = Parameters()
    var rawPath: [UInt8] = []

    /// The path as it was sent, still escaped and without the query: ASCII without blanks and controls.
    public var path: String { rawPath.isEmpty ? "*" : String(decoding: rawPath, as: UTF8.self) }

    /// Whether the server as a whole is meant (OPTIONS *).
    public var isServer: Bool { segments.isEmpty }
}
