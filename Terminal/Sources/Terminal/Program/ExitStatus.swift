/// The exit status of a program. Programs define further ones from 2 to 63.
public struct ExitStatus: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
    public let rawValue: Int32

    public init(rawValue: Int32) { self.rawValue = rawValue }
    public init(integerLiteral: Int32) { rawValue = integerLiteral }

    public static let success: ExitStatus = 0
    /// A person has answered no. Nothing has been done.
    public static let declined: ExitStatus = 1
    /// The command line was wrong (sysexits: EX_USAGE).
    public static let usage: ExitStatus = 64
    /// A required answer or file is missing (EX_NOINPUT).
    public static let noInput: ExitStatus = 66
    /// An unexpected error (EX_SOFTWARE).
    public static let software: ExitStatus = 70
    /// The output could not be written (EX_IOERR).
    public static let output: ExitStatus = 74
    /// The program was ended by Control-C, as shells report it.
    public static let interrupted: ExitStatus = 130
}

/// An error of a command: a message of one line with problem and remedy, and a status for scripts.
public protocol CommandError: Error, Sendable {
    var exitStatus: ExitStatus { get }
    var message: Text { get }
}

/// A ``CommandError`` with a given status and message.
public struct Failure: CommandError {
    public let exitStatus: ExitStatus
    public let message: Text

    public init(_ exitStatus: ExitStatus, _ message: Text) {
        self.exitStatus = exitStatus
        self.message = message
    }
}
