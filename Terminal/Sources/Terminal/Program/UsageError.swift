/// The error for a wrong command line. Nothing has been done yet.
public struct UsageError: CommandError, Hashable {
    public let exitStatus = ExitStatus.usage
    public let message: Text

    /// - Parameter message: the problem and its remedy.
    public init(_ message: Text) { self.message = message }
}
