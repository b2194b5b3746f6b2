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

    public var message: Text {
        switch self {
        case .noTerminal: "there is no terminal to ask on; give the answers as options (see --help)"
        case .endOfInput: "the input ended before the answer; one line is required"
        case .tooLong: "the line is too long to be an answer"
        case .notText: "the line is not valid UTF-8; check the encoding of the terminal or of the script"
        case .interrupted: "interrupted"
        case .notRepeated: "the two entries differ; start again"
        }
    }
}
