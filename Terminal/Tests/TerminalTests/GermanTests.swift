import Terminal
import Testing

struct GermanTests {
    @Test("A command line in German", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "that is wrong is explained in one line", wrong,
            each: [
                ("", "ein Befehl fehlt: login, completion, manual, help; siehe sample --help"),
                ("logni L", "unbekannter Befehl logni; meinten Sie login?; siehe sample --help"),
                ("login L --rol r", "unbekannte Option --rol; meinten Sie --role?; siehe sample login --help"),
                ("login L --role", "--role braucht einen Wert; siehe sample login --help"),
                (
                    "login L --role --port",
                    "--role braucht einen Wert; schreiben Sie --role=--port, wenn --port der Wert sein soll"
                ),
                ("login L --role a --role b", "--role steht zweimal da; lassen Sie eines davon weg"),
                ("login L --verbose=no", "--verbose hat keinen Wert; siehe sample login --help"),
                (
                    "login L -x",
                    """
                    unbekannte Option -x; schreiben Sie -- vor ein Argument, das mit - beginnt; siehe sample login --help
                    """
                ),
                ("login L --port many", "--port nimmt many nicht an; siehe sample login --help"),
                ("login L 3 4", "das Argument 4 ist zu viel; siehe sample login --help"),
                ("login", "LINK fehlt; siehe sample login --help"),
            ]),
        TestCase("titles its help in German", help),
        TestCase("does not show the English description of an error that nobody foresaw", unforeseen),
        TestCase("lets the program word its own errors", foreseen),
        TestCase("says in German why an answer could not be read", input),
        TestCase("asks for j or n", confirm),
    ]

    private static let program = Program(
        "sample", version: "1.2.3", "Zeigt, wie es geht.",
        commands: [
            Command("login", "Meldet an.", [Sample.link, Sample.level, Sample.role, Sample.port, Sample.verbose]) {
                _, _ in throw Unforeseen()
            }
        ], wording: GermanTerminal())

    private struct Unforeseen: Error, CustomStringConvertible { let description = "An English sentence." }
    private struct Foreseen: Error {}

    private static func run(_ line: String, _ program: Program = program) -> (
        status: Int32, output: String, errors: String
    ) {
        let (output, errors) = (Transcript(), Transcript())
        let console = Console(
            output: output.output(), errors: errors.output(), input: LineInput(""), keyboard: .none,
            wording: GermanTerminal())
        let status = program.run(line.split(separator: " ").map(String.init), console: console)
        return (status, output.text, errors.text)
    }

    func wrong(line: String, message: String) {
        let result = Self.run(line)
        #expect(result.errors == "sample: \(message)\n")
        #expect(result.status == 64)
    }

    func help() {
        let help = Self.run("--help").output
        #expect(help.hasPrefix("Aufruf: sample BEFEHL [Optionen]\n\nZeigt, wie es geht.\n\nBefehle:\n  login"))
        #expect(help.contains("Optionen:\n  --help     Zeigt diese Hilfe.\n  --version  Zeigt die Version.\n"))
    }

    func unforeseen() {
        let result = Self.run("login L")
        #expect(result.status == 70)
        #expect(result.errors == "sample: damit hat niemand gerechnet (Unforeseen); melden Sie es\n")
    }

    func foreseen() {
        let command = Command("fail", "Endet.") { _, _ in throw Foreseen() }
        let program = Program(
            "sample", version: "1", "", commands: [command], wording: GermanTerminal(),
            failure: { $0 is Foreseen ? Failure(7, "das war zu erwarten") : nil })
        #expect(Self.run("fail", program) == (7, "", "sample: das war zu erwarten\n"))
    }

    func input() {
        let command = Command("ask", "Fragt.") { _, console in _ = try console.ask("Name:") }
        let program = Program("sample", version: "1", "", commands: [command], wording: GermanTerminal())
        let result = Self.run("ask", program)
        #expect(result.status == 66)
        #expect(result.errors.hasPrefix("sample: es gibt kein Terminal für Fragen;"))
    }

    func confirm() throws {
        func console(_ answers: String...) -> Console {
            Console(keyboard: .answering(answers), wording: GermanTerminal())
        }
        #expect(try console("ja").confirm("Weiter?"))
        #expect(try console("vielleicht", "J").confirm("Weiter?"))
        #expect(try !console("nein").confirm("Weiter?"))
        #expect(try console("").confirm("Weiter?", unlessAnswered: true))
        #expect(GermanTerminal().choices(unlessAnswered: false) == "[j/N]")
    }
}
