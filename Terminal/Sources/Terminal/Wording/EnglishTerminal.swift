/// The English texts of a command line.
public struct EnglishTerminal: TerminalWording {
    public init() {}

    // MARK: Help

    public var titles: HelpTitles {
        HelpTitles(
            usage: "Usage", command: "COMMAND", anyOptions: "[options]", commands: "Commands", arguments: "Arguments",
            options: "Options", examples: "Examples", exitStatus: "Exit status")
    }
    public var help: String { "Show this help." }
    public var version: String { "Show the version." }
    public var helpCommand: String { "Show the help of a command." }
    public var helpOf: String { "The words of a command; without them all commands are listed." }
    public func helpUnknown(_ words: String) -> Text { "there is no command \(words)" }
    public var completion: String { "Print a script that makes a shell complete commands and options." }
    public func completionUse(_ program: String) -> String {
        """
        The Debian package has installed the scripts. Without it, bash needs this line in ~/.bashrc: \
        `source <(\(program) completion bash)`

        zsh, in ~/.zshrc after compinit: `source <(\(program) completion zsh)`

        fish, once: `\(program) completion fish >~/.config/fish/completions/\(program).fish`
        """
    }
    public var completionShell: String { "bash, zsh or fish." }
    public var manual: String { "Print a manual page, or the names of all of them." }
    public func manualUse(_ program: String) -> String {
        """
        The Debian package has installed the pages: `man \(program)`. Without it: \
        `\(program) manual \(program) | man -l -`
        """
    }
    public var manualPage: String { "The name of a page; without it the names are listed." }
    public func manualPageUnknown(_ name: String) -> Text { "there is no manual page \(name)" }
    public var manualTitles: ManualTitles {
        ManualTitles(
            name: "Name", synopsis: "Synopsis", description: "Description", seeAlso: "See also")
    }

    // MARK: Errors

    public func message(_ problem: UsageProblem, help: String) -> Text {
        let see = "; see \(help)" as Text
        return switch problem {
        case .commandMissing(let known): "a command is missing: \(known.joined(separator: ", "))\(see)"
        case .commandUnknown(let word, let nearest): "unknown command \(word)\(suggestion(nearest))\(see)"
        case .optionUnknown(let option, let nearest): "unknown option \(option)\(suggestion(nearest))\(see)"
        case .letterUnknown(let letter):
            "unknown option -\(letter); write -- before an argument that starts with -\(see)"
        case .valueNotTaken(let option): "\(option) takes no value\(see)"
        case .valueMissing(let option): "\(option) needs a value\(see)"
        case .valueAmbiguous(let option, let word):
            "\(option) needs a value; write \(option)=\(word) if \(word) is meant as the value"
        case .optionRepeated(let option): "\(option) is given twice; leave one out"
        case .argumentMissing(let name): "\(name) is missing\(see)"
        case .argumentUnexpected(let word): "unexpected argument \(word)\(see)"
        case .valueRefused(let value, let parameter): "\(parameter) does not take \(value)\(see)"
        case .valueEmpty(let parameter): "\(parameter) is empty; give a value, or leave it out\(see)"
        }
    }

    public func notText(argument: Int) -> Text {
        """
        argument \(argument) is not valid UTF-8; check the encoding of the terminal or of the script, or rename the file
        """
    }

    private func suggestion(_ name: String?) -> Text { name.map { "; did you mean \($0)?" } ?? "" }

    public func message(_ error: InputError) -> Text {
        switch error {
        case .noTerminal: "there is no terminal to ask on; give the answers as options (see --help)"
        case .endOfInput: "the input ended before the answer; one line is required"
        case .tooLong: "the line is too long to be an answer"
        case .notText: "the line is not valid UTF-8; check the encoding of the terminal or of the script"
        case .interrupted: "interrupted"
        case .notRepeated: "the two entries differ; start again"
        }
    }

    public func unexpected(_ error: any Error) -> Text { "\(error)" }
    public var lostOutput: Text { "the output could not be written; check the free space, then run the command again" }

    // MARK: Progress

    public func progress(_ step: Text, done: String) -> Text { "\(step): \(done)" }
    public func progress(_ step: Text, done: String, total: String, left: String?) -> Text {
        "\(step): \(done) of \(total)\(left.map { ", \($0) left" } ?? "" as Text)"
    }

    // MARK: Questions

    public func choices(unlessAnswered: Bool?) -> Text { unlessAnswered.map { $0 ? "[Y/n]" : "[y/N]" } ?? "[y/n]" }

    public func isYes(_ answer: String) -> Bool? {
        switch answer {
        case "y", "yes": true
        case "n", "no": false
        default: nil
        }
    }

    public var number: Text { "Number" }
    public func number(upTo count: Int) -> Text { "Enter a number from 1 to \(count)" }

    // MARK: QR codes

    public func qrCodeTooLarge(columns: Int, lines: Int) -> Text {
        """
        The QR code is not shown: it needs a window of \(columns) columns and \(lines) lines. Open the link above \
        instead, or use --qr FILE for a picture.
        """
    }
    public func askToReplace(_ file: String) -> Text { "Replace the file \(file)?" }
    public func notReplaced(_ file: String) -> Text { "\(file) is left as it is, and nothing was done" }
    public func cannotReplaceUnasked(_ file: String) -> Text {
        "there is a file \(file), and no terminal to ask whether to replace it: name another file"
    }
    public func cannotWrite(_ file: String) -> Text {
        """
        cannot write \(file): is it a link, a folder or a device, may you not write there, or is the disk full?
        """
    }
}
