/// The German texts of a command line.
public struct GermanTerminal: TerminalWording {
    public init() {}

    // MARK: Help

    public var titles: HelpTitles {
        HelpTitles(
            usage: "Aufruf", command: "BEFEHL", anyOptions: "[Optionen]", commands: "Befehle", arguments: "Argumente",
            options: "Optionen", examples: "Beispiele", exitStatus: "Exit-Status")
    }
    public var help: String { "Zeigt diese Hilfe." }
    public var version: String { "Zeigt die Version." }
    public var helpCommand: String { "Zeigt die Hilfe eines Befehls." }
    public var helpOf: String { "Die Wörter eines Befehls; ohne sie werden alle Befehle aufgezählt." }
    public func helpUnknown(_ words: String) -> Text { "einen Befehl \(words) gibt es nicht" }
    public var completion: String { "Gibt ein Skript aus, mit dem eine Shell Befehle und Optionen ergänzt." }
    public func completionUse(_ program: String) -> String {
        """
        Das Debian-Paket hat die Skripte installiert. Ohne es braucht bash diese Zeile in ~/.bashrc: \
        `source <(\(program) completion bash)`

        zsh, in ~/.zshrc nach compinit: `source <(\(program) completion zsh)`

        fish, einmal: `\(program) completion fish >~/.config/fish/completions/\(program).fish`
        """
    }
    public var completionShell: String { "Die Shell: bash, zsh oder fish." }
    public var manual: String { "Gibt eine Handbuchseite aus, oder die Namen aller Seiten." }
    public func manualUse(_ program: String) -> String {
        """
        Das Debian-Paket hat die Seiten installiert: `man \(program)`. Ohne es: \
        `\(program) manual \(program) | man -l -`
        """
    }
    public var manualPage: String { "Der Name einer Seite; ohne ihn werden die Namen aufgezählt." }
    public func manualPageUnknown(_ name: String) -> Text { "eine Handbuchseite \(name) gibt es nicht" }
    public var manualTitles: ManualTitles {
        ManualTitles(
            name: "Bezeichnung", synopsis: "Übersicht", description: "Beschreibung",
            seeAlso: "Siehe auch")
    }

    // MARK: Errors

    public func message(_ problem: UsageProblem, help: String) -> Text {
        let see = "; siehe \(help)" as Text
        return switch problem {
        case .commandMissing(let known): "ein Befehl fehlt: \(known.joined(separator: ", "))\(see)"
        case .commandUnknown(let word, let nearest): "unbekannter Befehl \(word)\(suggestion(nearest))\(see)"
        case .optionUnknown(let option, let nearest): "unbekannte Option \(option)\(suggestion(nearest))\(see)"
        case .letterUnknown(let letter):
            "unbekannte Option -\(letter); schreiben Sie -- vor ein Argument, das mit - beginnt\(see)"
        case .valueNotTaken(let option): "\(option) hat keinen Wert\(see)"
        case .valueMissing(let option): "\(option) braucht einen Wert\(see)"
        case .valueAmbiguous(let option, let word):
            "\(option) braucht einen Wert; schreiben Sie \(option)=\(word), wenn \(word) der Wert sein soll"
        case .optionRepeated(let option): "\(option) steht zweimal da; lassen Sie eines davon weg"
        case .argumentMissing(let name): "\(name) fehlt\(see)"
        case .argumentUnexpected(let word): "das Argument \(word) ist zu viel\(see)"
        case .valueRefused(let value, let parameter): "\(parameter) nimmt \(value) nicht an\(see)"
        case .valueEmpty(let parameter): "\(parameter) ist leer; geben Sie einen Wert an, oder lassen Sie es weg\(see)"
        }
    }

    public func notText(argument: Int) -> Text {
        """
        das Argument \(argument) ist kein UTF-8; prüfen Sie die Kodierung des Terminals oder des Skripts, oder \
        benennen Sie die Datei um
        """
    }

    private func suggestion(_ name: String?) -> Text { name.map { "; meinten Sie \($0)?" } ?? "" }

    public func message(_ error: InputError) -> Text {
        switch error {
        case .noTerminal: "es gibt kein Terminal für Fragen; geben Sie die Antworten als Optionen an (siehe --help)"
        case .endOfInput: "die Eingabe endete vor der Antwort; nötig ist eine Zeile"
        case .tooLong: "die Zeile ist für eine Antwort zu lang"
        case .notText: "die Zeile ist kein UTF-8; prüfen Sie die Kodierung des Terminals oder des Skripts"
        case .interrupted: "abgebrochen"
        case .notRepeated: "die beiden Eingaben unterscheiden sich; beginnen Sie noch einmal"
        }
    }

    /// Names the type alone: the descriptions of errors are English.
    public func unexpected(_ error: any Error) -> Text {
        "damit hat niemand gerechnet (\(type(of: error))); melden Sie es"
    }

    public var lostOutput: Text {
        """
        die Ausgabe ließ sich nicht schreiben; prüfen Sie den freien Platz, dann rufen Sie den Befehl noch einmal auf
        """
    }

    // MARK: Progress

    public func progress(_ step: Text, done: String) -> Text { "\(step): \(done)" }
    public func progress(_ step: Text, done: String, total: String, left: String?) -> Text {
        "\(step): \(done) von \(total)\(left.map { ", noch \($0)" } ?? "" as Text)"
    }

    // MARK: Questions

    public func choices(unlessAnswered: Bool?) -> Text { unlessAnswered.map { $0 ? "[J/n]" : "[j/N]" } ?? "[j/n]" }

    /// Also accepts the English letter, a habit of those who use other programs.
    public func isYes(_ answer: String) -> Bool? {
        switch answer {
        case "j", "ja", "y", "yes": true
        case "n", "nein", "no": false
        default: nil
        }
    }

    public var number: Text { "Nummer" }
    public func number(upTo count: Int) -> Text { "Geben Sie eine Nummer von 1 bis \(count) ein" }

    // MARK: QR codes

    public func qrCodeTooLarge(columns: Int, lines: Int) -> Text {
        """
        Der QR-Code erscheint nicht: Er braucht ein Fenster mit \(columns) Spalten und \(lines) Zeilen. Öffnen Sie \
        stattdessen den Link weiter oben, oder nehmen Sie --qr FILE für ein Bild.
        """
    }
    public func askToReplace(_ file: String) -> Text { "Die Datei \(file) ersetzen?" }
    public func notReplaced(_ file: String) -> Text { "\(file) bleibt, wie es ist, und nichts ist geschehen" }
    public func cannotReplaceUnasked(_ file: String) -> Text {
        """
        die Datei \(file) gibt es schon, und kein Terminal für die Frage, ob sie ersetzt werden soll: geben Sie eine \
        andere Datei an
        """
    }
    public func cannotWrite(_ file: String) -> Text {
        """
        \(file) lässt sich nicht schreiben: Ist es ein Link, ein Ordner oder ein Gerät, dürfen Sie dort nicht \
        schreiben, oder ist der Datenträger voll?
        """
    }
}
