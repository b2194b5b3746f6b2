/// The command line is wrong. Nothing has been done yet.
public struct UsageError: CommandError, Hashable {
    public let exitStatus = ExitStatus.usage
    public let message: Text

    /// - Parameter message: what is wrong and how it is right.
    public init(_ message: Text) { self.message = message }
}
