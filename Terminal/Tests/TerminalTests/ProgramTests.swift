import Terminal
import Testing

/// A sample program whose commands print their arguments.
enum Sample {
    static let home = Parameter.option("home", "DIR", "Where accounts are kept.", completion: .directories)
    static let port = Parameter.option("port", short: "p", "PORT", "Where to listen.", default: 8080)
    static let role = Parameter.option("role", "NAME", "The role.", completion: .values(["admin", "user's"]))
    static let set = Parameter.options("set", short: "s", "NAME=VALUE", "Sets an attribute.")
    static let verbose = Parameter.flag("verbose", short: "v", "Say more.")
    static let yes = Parameter.flag("yes", short: "y", "Do not ask.")
    static let link = Parameter.argument("LINK", "What the QR code says.", completion: .files)
    static let level = Parameter.optionalArgument("LEVEL", "A number from 1 to 3.") { text -> Int? in
        guard let level = Int(text) else { return nil }
        guard 1...3 ~= level else { throw UsageError("levels go from 1 to 3") }
        return level
    }
    static let names = Parameter.arguments("NAME", "Names.")

    static let program = Program(
        "sample", version: "1.2.3", "Shows how it works.", exitStatuses: [(0, "done"), (7, "nobody there")],
        common: [home, Parameter.json],
        commands: [
            Command("login", "Log in.", discussion: "One.\n\nTwo.", [link, level, role, set, port, verbose, yes]) {
                given, console in
                console.print(
                    """
                    \(given[link]) \(given[level] ?? 0) \(given[role] ?? "-") \
                    \(given[set].isEmpty ? "-" : given[set].joined(separator: "+")) \(given[port]) \(given[verbose]) \
                    \(given[yes]) \(given[home] ?? "-") \(given[.json])
                    """)
            },
            Command(
                "user", "Manage people.",
                subcommands: [
                    Command(
                        "add", "Add people.", [names],
                        examples: [Example("sample user add Ann", "Adds Ann."), "sample user add"]
                    ) { given, console in
                        console.print("\(given[names].joined(separator: ","))")
                    },
                    Command("list", "List people.") { _, _ in throw Failure(7, "nobody there;\("\n")add somebody") },
                ]),
            Command("break", "Fail.") { _, _ in throw Unforeseen() },
        ], seeAlso: ["sample.conf(5)"])

    struct Unforeseen: Error {}

    static func run(_ line: String) -> (status: Int32, output: String, errors: String) {
        let (output, errors) = (Transcript(), Transcript())
        let console = Console(
            output: output.output(), errors: errors.output(), input: LineInput(""), keyboard: .none)
        let status = program.run(line.split(separator: " ").map(String.init), console: console)
        return (status, output.text, errors.text)
    }
}

struct ProgramTests {
    @Test("A command line", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "is understood as getopt_long would", understood,
            each: [
                ("login L", "L 0 - - 8080 false false - false\n"),
                ("login L 2 --role r --port 1", "L 2 r - 1 false false - false\n"),
                ("login --role=r --port=1 L", "L 0 r - 1 false false - false\n"),
                ("login -vyp1 L -s a=1 -sb=2 --set c=3", "L 0 - a=1+b=2+c=3 1 true true - false\n"),
                ("login -p 1 -- -L", "-L 0 - - 1 false false - false\n"),
                ("login --role= -", "- 0  - 8080 false false - false\n"),
                ("--home /h login L --json", "L 0 - - 8080 false false /h true\n"),
                ("--json login L --home=/h=x", "L 0 - - 8080 false false /h=x true\n"),
                ("login L --role -x", "L 0 -x - 8080 false false - false\n"),
                ("login L --role=--json", "L 0 --json - 8080 false false - false\n"),
                ("user add a b c", "a,b,c\n"),
                ("user add", "\n"),
            ]),
        TestCase(
            "that is wrong leaves with 64, says in one line what to do, and runs nothing", wrong,
            each: [
                ("", "a command is missing: login, user, break, completion, manual, help; see sample --help"),
                ("logni L", "unknown command logni; did you mean login?; see sample --help"),
                ("user", "a command is missing: add, list; see sample user --help"),
                ("user ad", "unknown command ad; did you mean add?; see sample user --help"),
                ("login L --rol r", "unknown option --rol; did you mean --role?; see sample login --help"),
                ("login L --prt 1", "unknown option --prt; did you mean --port?; see sample login --help"),
                ("login L --role", "--role needs a value; see sample login --help"),
                ("login L --role --json", "--role needs a value; write --role=--json if --json is meant as the value"),
                ("login L --role a --role b", "--role is given twice; leave one out"),
                ("login L --yes=no", "--yes takes no value; see sample login --help"),
                (
                    "login L -x",
                    "unknown option -x; write -- before an argument that starts with -; see sample login --help"
                ),
                ("login L -p", "--port needs a value; see sample login --help"),
                ("login L --port many", "--port does not take many; see sample login --help"),
                ("login L 4", "LEVEL: levels go from 1 to 3"),
                ("login L 3 4", "unexpected argument 4; see sample login --help"),
                ("login", "LINK is missing; see sample login --help"),
                ("--role r login L", "unknown option --role; see sample --help"),
                ("login L --version", "unknown option --version; see sample login --help"),
            ]),
        TestCase(
            "with an empty path or number leaves with 64, and runs nothing", emptyValue,
            each: [
                (
                    ["login", "L", "--home", ""],
                    "--home is empty; give a value, or leave it out; see sample login --help"
                ),
                (["--home=", "login", "L"], "--home is empty; give a value, or leave it out; see sample login --help"),
                (["login", "L", "--port="], "--port is empty; give a value, or leave it out; see sample login --help"),
                (["login", ""], "LINK is empty; give a value, or leave it out; see sample login --help"),
            ]),
        TestCase("that holds control characters is reported without them", harmless),
        TestCase("whose command fails leaves with the status of the failure and one line", failures),
        TestCase("whose failure is known already leaves with its status alone", knownFailure),
        TestCase("whose output is lost does not succeed", lostOutput),
        TestCase("whose output is lost says so even where it fails for another reason", lostOutputOfFailure),
        TestCase("asks for the version", version),
        TestCase("asks for the help of the program, which is made from its declarations", programHelp),
        TestCase("asks for the help of a command, even when the rest is not complete", commandHelp),
        TestCase("that begins with help asks for the help of the words after it", helpCommand),
        TestCase("in any order and from anybody never crashes the parser", anything),
    ]

    func understood(line: String, printed: String) {
        let result = Sample.run(line)
        #expect(result.output == printed)
        #expect(result.status == 0 && result.errors.isEmpty)
    }

    func wrong(line: String, message: String) {
        let result = Sample.run(line)
        #expect(result.errors == "sample: \(message)\n")
        #expect(result.status == 64 && result.output.isEmpty)
    }

    func emptyValue(words: [String], message: String) {
        let (output, errors) = (Transcript(), Transcript())
        let console = Console(output: output.output(), errors: errors.output(), input: LineInput(""), keyboard: .none)
        #expect(Sample.program.run(words, console: console) == 64)
        #expect(errors.text == "sample: \(message)\n")
        #expect(output.text.isEmpty)
    }

    func harmless() {
        #expect(Sample.run("lo\u{1B}[31mgin").errors.hasPrefix("sample: unknown command lo␛[31mgin"))
    }

    func failures() {
        let foreseen = Sample.run("user list")
        #expect(foreseen.status == 7 && foreseen.errors == "sample: nobody there;␊add somebody\n")
        let unforeseen = Sample.run("break")
        #expect(unforeseen.status == 70 && unforeseen.errors == "sample: Unforeseen()\n")
    }

    func knownFailure() {
        let program = Program(
            "sample", version: "1", "Fails.",
            commands: [
                Command("old", "Fail.") { _, _ in throw Failure(7, "as before") },
                Command("new", "Fail.") { _, _ in throw Failure(7, "for the first time") },
            ], isKnown: { $0 == "as before" })
        for (command, errors) in [("old", ""), ("new", "sample: for the first time\n")] {
            let (output, transcript) = (Transcript(), Transcript())
            let console = Console(
                output: output.output(), errors: transcript.output(), input: LineInput(""), keyboard: .none)
            #expect(program.run([command], console: console) == 7)
            #expect(transcript.text == errors)
        }
    }

    func lostOutput() throws {
        let errors = Transcript()
        let full = try #require(Output.full())
        let status = Sample.program.run(
            ["user", "add", "a"], console: Console(output: full, errors: errors.output(), keyboard: .none))
        #expect(status == 74)
        #expect(errors.text.contains("could not be written"))
    }

    func lostOutputOfFailure() throws {
        let check = Command("check", "Fails.") { _, console in
            console.print("1 fault")
            throw Failure(5, "one fault")
        }
        let program = Program("sample", version: "1", "Fails.", commands: [check])
        let errors = Transcript()
        let full = try #require(Output.full())
        #expect(program.run(["check"], console: Console(output: full, errors: errors.output(), keyboard: .none)) == 74)
        #expect(errors.text.contains("could not be written"))
    }

    func version() {
        #expect(Sample.run("--version") == (0, "sample 1.2.3\n", ""))
    }

    func programHelp() {
        let result = Sample.run("--help")
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(
            result.output == """
                Usage: sample COMMAND [options]

                Shows how it works.

                Commands:
                  login       Log in.
                  user        Manage people.
                  break       Fail.
                  completion  Print a script that makes a shell complete commands and options.
                  manual      Print a manual page, or the names of all of them.
                  help        Show the help of a command.

                Options:
                  --home DIR  Where accounts are kept.
                  --json      Print JSON, for programs.
                  --help      Show this help.
                  --version   Show the version.

                Exit status: 0 done; 7 nobody there.

                """)
    }

    func helpCommand() {
        #expect(Sample.run("help") == Sample.run("--help"))
        #expect(Sample.run("help user add") == Sample.run("user add --help"))
        #expect(Sample.run("help user ad").errors.hasPrefix("sample: unknown command ad; did you mean add?"))
        #expect(Sample.run("help login L") == (64, "", "sample: there is no command login L\n"))
        #expect(Sample.run("help -- --version").status == 64)
    }

    func commandHelp() {
        #expect(
            Sample.run("login --help").output == """
                Usage: sample login LINK [LEVEL] [options]

                Log in.

                One.

                Two.

                Arguments:
                  LINK   What the QR code says.
                  LEVEL  A number from 1 to 3.

                Options:
                  --role NAME               The role.
                  -s, --set NAME=VALUE ...  Sets an attribute.
                  -p, --port PORT           Where to listen.
                  -v, --verbose             Say more.
                  -y, --yes                 Do not ask.
                  --home DIR                Where accounts are kept.
                  --json                    Print JSON, for programs.
                  --help                    Show this help.

                Exit status: 0 done; 7 nobody there.

                """)
        #expect(Sample.run("user add -h").output.hasPrefix("Usage: sample user add [NAME...] [options]\n"))
        #expect(
            Sample.run("user add -h").output.contains(
                "\n\nExamples:\n  # Adds Ann.\n  sample user add Ann\n  sample user add\n\nExit status: "))
        #expect(Sample.run("user --help").output.contains("Commands:\n  add   Add people.\n  list  List people.\n"))
    }

    func anything() {
        let words = [
            "login", "user", "add", "-", "--", "--role", "--role=", "-p", "-p1", "-vy", "-é", "--=", "---", "--set",
            "=",
            "x", "", "\u{0}", "👩‍👩‍👧", "--json", "--help", "completion", "bash", "manual", "help",
        ]
        var generator = Repeatable(state: 1)
        var statuses: Set<Int32> = []
        for _ in 0..<5000 {
            let line = (0..<Int.random(in: 0...6, using: &generator)).map { _ in words.randomElement(using: &generator)!
            }
            let silent = Console(output: Output { _ in }, errors: Output { _ in }, keyboard: .none)
            statuses.insert(Sample.program.run(line, console: silent))
        }
        #expect(statuses == [0, 64])
    }
}

/// The same random numbers in every run (SplitMix64).
struct Repeatable: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
