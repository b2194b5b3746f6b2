/// The reason why an answer could not be read.
public enum InputError: String, CommandError, Hashable {
    /// There is no terminal to ask on.
    case noTerminal
    /// The input ended before the answer.
    case endOfInput
    /// The line is longer than any valid answer.
    case tooLong
    /// The line is not UTF-8.
    case notText
    /// A signal arrived while a hidden answer was being typed.
    case interrupted
    /// A new secret and its repetition differ.
    case notRepeated

    public var exitStatus: ExitStatus { self == .interrupted ? .interrupted : .noInput }

    /// The message in English. A ``Program`` reports the one of its language.
    public var message: Text { EnglishTerminal().message(self) }
}
