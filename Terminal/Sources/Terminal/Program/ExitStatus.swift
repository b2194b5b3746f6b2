/// What a program leaves to the one that started it. Programs define their own beside these, from 1 to 63.
public struct ExitStatus: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }
    public init(integerLiteral: Int32) { rawValue = integerLiteral }

    public static let success: ExitStatus = 0
    /// The command line was wrong (sysexits: EX_USAGE).
    public static let usage: ExitStatus = 64
    /// An answer or file that is needed is not there (EX_NOINPUT).
    public static let noInput: ExitStatus = 66
    /// An error that nobody foresaw (EX_SOFTWARE).
    public static let software: ExitStatus = 70
    /// The output could not be written (EX_IOERR).
    public static let output: ExitStatus = 74
    /// As shells report a program that Control-C ended.
    public static let interrupted: ExitStatus = 130
}

/// An error that a command reports: one line that says what happened and what to do, and a status for scripts.
public protocol CommandError: Error, Sendable {
    var exitStatus: ExitStatus { get }
    var message: Text { get }
}

/// A ``CommandError`` made on the spot.
public struct Failure: CommandError {
    public let exitStatus: ExitStatus
    public let message: Text

    public init(_ exitStatus: ExitStatus, _ message: Text) {
        self.exitStatus = exitStatus
        self.message = message
    }
}
