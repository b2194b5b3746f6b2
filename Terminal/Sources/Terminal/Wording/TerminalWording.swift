/// The texts of a command line in one language: help, usage errors and questions.
///
/// The syntax (commands, options, placeholders) is the same in all languages, since scripts use it.
public protocol TerminalWording: Sendable {
    // MARK: Help

    /// The titles of the parts of a help.
    var titles: HelpTitles { get }
    /// The help of `--help`.
    var help: String { get }
    /// The help of `--version`.
    var version: String { get }
    /// The summary of the command `help`.
    var helpCommand: String { get }
    /// The help of the argument of `help`.
    var helpOf: String { get }
    /// Returns the refusal of words that are no command.
    func helpUnknown(_ words: String) -> Text
    /// The summary of the command `completion`.
    var completion: String { get }
    /// The discussion of the command `completion` of a program: how each shell uses its output.
    func completionUse(_ program: String) -> String
    /// The help of the argument of `completion`.
    var completionShell: String { get }
    /// The summary of the command `manual`.
    var manual: String { get }
    /// The discussion of the command `manual` of a program.
    func manualUse(_ program: String) -> String
    /// The help of the argument of `manual`.
    var manualPage: String { get }
    /// Returns the refusal of a name that no manual page has.
    func manualPageUnknown(_ name: String) -> Text
    /// The titles of the sections of a manual page, besides those of a help.
    var manualTitles: ManualTitles { get }

    // MARK: Errors

    /// Returns the problem of a command line with its remedy.
    /// - Parameter help: the command that shows the help, such as `xign login --help`.
    func message(_ problem: UsageProblem, help: String) -> Text
    /// Returns the problem of a command line with an argument that is not UTF-8.
    /// - Parameter argument: its number, from 1.
    func notText(argument: Int) -> Text
    /// Returns the reason why an answer could not be read, with the remedy.
    func message(_ error: InputError) -> Text
    /// Returns the text for an error that nobody foresaw.
    func unexpected(_ error: any Error) -> Text
    /// The report that the output could not be written.
    var lostOutput: Text { get }

    // MARK: Progress

    /// Returns the line that shows how far a step of long work is.
    /// - Parameter done: with its unit.
    func progress(_ step: Text, done: String) -> Text
    /// Returns the line that shows how far a step of long work is.
    /// - Parameters:
    ///   - done: without its unit, which is that of the total.
    ///   - left: the time that is left; nil where it cannot be said yet.
    func progress(_ step: Text, done: String, total: String, left: String?) -> Text

    // MARK: Questions

    /// Returns the answers to a question for yes or no. The letter of the preselected answer is a capital.
    func choices(unlessAnswered: Bool?) -> Text
    /// Returns the meaning of an answer in lower case: yes or no; nil for any other answer.
    func isYes(_ answer: String) -> Bool?
    /// The word before the number of an entry in a list.
    var number: Text { get }
    /// Returns the request for a number from 1 to `count`.
    func number(upTo count: Int) -> Text

    // MARK: QR codes

    /// Returns the line in place of a QR code for which the window is too small.
    func qrCodeTooLarge(columns: Int, lines: Int) -> Text
    /// Returns the question before a file is replaced.
    func askToReplace(_ file: String) -> Text
    /// Returns the message after the answer no.
    func notReplaced(_ file: String) -> Text
    /// Returns the message for a file that is there, where nobody can be asked.
    func cannotReplaceUnasked(_ file: String) -> Text
    /// Returns the message for a picture that cannot be written.
    func cannotWrite(_ file: String) -> Text
}

/// The titles of the parts of a help, without colons, and the words in the line with the syntax.
public struct HelpTitles: Sendable {
    let usage: String
    /// The place of a command in the line with the syntax.
    let command: String
    /// The place of options in the line with the syntax.
    let anyOptions: String
    let commands: String
    let arguments: String
    let options: String
    let examples: String
    let exitStatus: String
}

/// The titles of the sections of a manual page that a help does not have. The pages show them in capitals.
public struct ManualTitles: Sendable {
    let name: String
    let synopsis: String
    let description: String
    let seeAlso: String
}

/// A mistake on a command line.
public enum UsageProblem: Hashable, Sendable {
    case commandMissing(known: [String])
    case commandUnknown(String, nearest: String?)
    /// An option with its hyphens, and the most similar one.
    case optionUnknown(String, nearest: String?)
    /// An option of one letter.
    case letterUnknown(Character)
    case valueNotTaken(option: String)
    case valueMissing(option: String)
    /// The word after the option is itself an option, or `--`.
    case valueAmbiguous(option: String, word: String)
    case optionRepeated(String)
    case argumentMissing(String)
    case argumentUnexpected(String)
    /// A value that its parameter refuses without a reason.
    case valueRefused(String, parameter: String)
    /// An empty text, which its parameter refuses.
    case valueEmpty(parameter: String)
}
