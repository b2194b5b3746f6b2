/// The limits of one request head. A longer request line gives 414 (501 where its method is too long), an excess of
/// the others 431.
public struct HeadLimits: Sendable {
    /// The length of the request line, in bytes, without its CRLF.
    public var requestLineBytes = 8192
    /// The length of all field lines together, in bytes, with their CRLFs.
    public var fieldBytes = 16384
    /// The number of field lines.
    public var fieldCount = 64

    public init() {}
}
