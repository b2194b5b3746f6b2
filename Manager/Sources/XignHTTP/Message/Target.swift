/// A request target, split and decoded once (RFC 3986), so that no code behind the parser decodes it again.
public struct Target: Sendable {
    /// "/a/b" is ["a", "b"], "/" is [""]; empty for "*". A segment may contain any character but controls, a slash
    /// too when it was escaped; "." and ".." never.
    public internal(set) var segments: [String] = []
    public internal(set) var query = Parameters()
    var rawPath: [UInt8] = []

    /// The path as it was sent, still escaped and without the query: ASCII without blanks and controls.
    public var path: String { rawPath.isEmpty ? "*" : String(decoding: rawPath, as: UTF8.self) }

    /// True for the server as a whole (OPTIONS *).
    public var isServer: Bool { segments.isEmpty }
}
