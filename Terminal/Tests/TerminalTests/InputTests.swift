import Foundation
import Testing

@testable import Terminal

/// The number of calls of the test's handler for SIGTERM.
private let terminations = Locked(0)

// Serialized: signal handlers belong to the process.
struct HiddenInputTests {
    @Test("Hidden input", .serialized, .timeLimit(.minutes(1)), arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is not shown, and the terminal echoes again afterwards", hidden),
        TestCase("shows a question that is not secret while it is answered", shown),
        TestCase(
            "that ends, or is no text, or is too long, leaves the terminal echoing", errors,
            each: [
                ([4] as [UInt8], InputError.endOfInput), ([0xFF, 10], .notText),
                ([UInt8](repeating: 65, count: 1025) + [10], .tooLong),
            ]),
        TestCase(
            "that a signal interrupts restores the terminal, and the signal has its effect once, after all else",
            signals),
        TestCase("goes on when a signal comes that the program ignores", ignoredSignals),
        TestCase(
            "and work between questions end where a signal arrives; the work goes on, and nothing else begins", work),
        TestCase("leaves a result that a signal has come too late for", lateSignal),
        TestCase("without a terminal says so, and what to do", noTerminal),
    ]

    let terminal: PseudoTerminal
    let console: Console

    init() throws {
        terminal = try PseudoTerminal()
        console = Console(keyboard: Keyboard(devicePath: terminal.path))
    }

    func hidden() async throws {
        async let answer = onThread { [console] in try console.askSecret("PIN for \("a\u{1B}c"):") }
        let prompt = try terminal.shown(until: "PIN for a␛c: ")
        #expect(prompt == "PIN for a␛c: ")
        #expect(!terminal.echoes)
        terminal.type("739154\n")
        #expect(try await answer == "739154")
        #expect(try terminal.shown(until: "\r\n") == "\r\n")
        #expect(terminal.echoes)
    }

    func shown() async throws {
        async let answer = onThread { [console] in try console.ask("Name:") }
        _ = try terminal.shown(until: "Name: ")
        terminal.type("Ann\n")
        #expect(try await answer == "Ann")
        #expect(try terminal.shown(until: "\r\n") == "Ann\r\n")
    }

    func errors(typed: [UInt8], error: InputError) async throws {
        async let answer = onThread { [console] in Result { try console.askSecret("PIN:") } }
        _ = try terminal.shown(until: "PIN: ")
        terminal.type(typed)
        let result = try await answer
        #expect(throws: error) { try result.get() }
        #expect(terminal.echoes)
    }

    func signals() async throws {
        signal(SIGTERM) { _ in terminations.update { $0 += 1 } }
        defer { signal(SIGTERM, SIG_DFL) }
        async let answer = onThread { [console] in Result { try console.askSecret("PIN:") } }
        _ = try terminal.shown(until: "PIN: ")
        let before = terminations.value
        kill(getpid(), SIGTERM)
        let result = try await answer
        #expect(throws: InputError.interrupted) { try result.get() }
        #expect(terminal.echoes)
        #expect(terminations.value == before)
        SignalTrap.letKeptTakeEffect()
        #expect(terminations.value == before + 1)
        SignalTrap.letKeptTakeEffect()
        #expect(terminations.value == before + 1)
        kill(getpid(), SIGTERM)
        // The handler of before is in place again; a signal to oneself is delivered before kill returns, or to another
        // thread soon after.
        while terminations.value < before + 2 { await Task.yield() }
    }

    func ignoredSignals() async throws {
        signal(SIGHUP, SIG_IGN)
        defer { signal(SIGHUP, SIG_DFL) }
        async let answer = onThread { [console] in try console.askSecret("PIN:") }
        _ = try terminal.shown(until: "PIN: ")
        kill(getpid(), SIGHUP)
        terminal.type("1\n")
        #expect(try await answer == "1")
    }

    func work() async throws {
        signal(SIGTERM) { _ in terminations.update { $0 += 1 } }
        defer { signal(SIGTERM, SIG_DFL) }
        let (before, end) = (terminations.value, DispatchSemaphore(value: 0))
        try await onThread { [console] in
            try SignalTrap.throughout {
                #expect(try BlockingWork { 1 }.value() == 1)
                #expect(throws: InputError.tooLong) { try BlockingWork { throw InputError.tooLong }.value() }
                let work = try BlockingWork {
                    kill(getpid(), SIGTERM)
                    end.wait()
                    return 2
                }
                #expect(throws: InputError.interrupted) { try work.value() }
                #expect(throws: InputError.interrupted) { try BlockingWork { Issue.record("It has begun.") } }
                #expect(throws: InputError.interrupted) { try console.ask("Name:") }
                #expect(!work.succeeds(within: .zero))
                // A second signal of one cause counts as one. It is sent to this thread, so that it arrives at once.
                raise(SIGTERM)
                end.signal()
                #expect(work.succeeds(within: .seconds(60)))
                #expect(try work.finalValue() == 2)
            }
        }
        #expect(terminations.value == before)
        SignalTrap.letKeptTakeEffect()
        #expect(terminations.value == before + 1)
    }

    func lateSignal() async throws {
        signal(SIGTERM) { _ in terminations.update { $0 += 1 } }
        defer { signal(SIGTERM, SIG_DFL) }
        let before = terminations.value
        let result = try await onThread {
            try SignalTrap.throughout {
                kill(getpid(), SIGTERM)
                // Another thread gets it, soon.
                while (try? SignalTrap.current?.check()) != nil { sched_yield() }
                return 3
            }
        }
        #expect(result == 3 && terminations.value == before)
        SignalTrap.letKeptTakeEffect()
        #expect(terminations.value == before + 1)
    }

    func noTerminal() {
        #expect(console.canAsk && !Console(keyboard: .none).canAsk)
        #expect(!Console(keyboard: Keyboard(devicePath: "/nonexistent/tty")).canAsk)
        for path in ["/nonexistent", "/dev/null"] {
            let console = Console(keyboard: Keyboard(devicePath: path))
            #expect(throws: InputError.noTerminal) { try console.askSecret("PIN:") }
        }
        #expect(InputError.noTerminal.message.rendered(inColour: false).contains("--help"))
    }
}

struct InputTests {
    @Test("Input", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("for a script takes one line, and leaves the rest to the next reader", lines),
        TestCase("takes a last line without an end, and none that is longer than the limit", limits),
        TestCase("that confirms is asked for until it is clear", confirm),
        TestCase("chooses from a numbered list, and cannot choose anything else", menu),
        TestCase("an empty answer takes what is preselected, and nothing where nothing is", preselection),
        TestCase("of a new secret must be repeated by a person", newSecret),
    ]

    func lines() throws {
        let pipe = Pipe()
        pipe.fileHandleForWriting.write(Data("739154\r\n\nlast\nrest".utf8))
        let input = LineInput(descriptor: pipe.fileHandleForReading.fileDescriptor)
        let console = Console(input: input, keyboard: .none)
        #expect(try console.askSecret("PIN:", fromInput: true) == "739154")
        #expect(try console.askNewSecret("New PIN:", again: "Again:", fromInput: true) == "")
        #expect(try input.readLine() == "last")
        try pipe.fileHandleForWriting.close()
        #expect(pipe.fileHandleForReading.readDataToEndOfFile() == Data("rest".utf8))
        #expect(throws: InputError.endOfInput) { try input.readLine() }
    }

    func limits() throws {
        #expect(try LineInput("1234").readLine(limit: 4) == "1234")
        #expect(try LineInput("1234\r\n").readLine(limit: 4) == "1234")
        #expect(throws: InputError.tooLong) { try LineInput("12345\n").readLine(limit: 4) }
        #expect(throws: InputError.tooLong) { try LineInput("1234\rx\n").readLine(limit: 4) }
        #expect(throws: InputError.endOfInput) { try LineInput("").readLine() }
    }

    func confirm() throws {
        func console(_ answers: String...) -> Console { Console(keyboard: .answering(answers)) }
        #expect(try console("maybe", "", "YES").confirm("Go on?"))
        #expect(try console("n").confirm("Go on?", unlessAnswered: true) == false)
        #expect(try console(" y ").confirm("Go on?"))
        #expect(try console("No\u{A0}\t").confirm("Go on?") == false)
        #expect(try console("  ").confirm("Go on?", unlessAnswered: true))
        #expect(try console("").confirm("Go on?", unlessAnswered: true))
        #expect(throws: InputError.endOfInput) { try console("what").confirm("Go on?") }
    }

    func menu() throws {
        let prompts = Locked([String]())
        let answers = Locked(["0", "3", "two", "2"])
        let console = Console(
            keyboard: Keyboard { prompt, _ in
                prompts.update { $0.append(prompt.rendered(inColour: false)) }
                defer { answers.update { $0.removeFirst() } }
                return answers.value[0]
            })
        #expect(try console.choose("Which role?", from: ["\("A\nB")", "Admin"]) == 1)
        #expect(prompts.value[0] == "Which role?\n  1  A␊B\n  2  Admin\nNumber: ")
        #expect(prompts.value.dropFirst() == Array(repeating: "Enter a number from 1 to 2: ", count: 3)[...])
    }

    func preselection() throws {
        func console(_ answers: String...) -> Console { Console(keyboard: .answering(answers)) }
        #expect(try console("").choose("Which?", from: ["a", "b"], unlessAnswered: 1) == 1)
        #expect(try console("3", "").choose("Which?", from: ["a", "b"], unlessAnswered: 1) == 1)
        #expect(try console(" 1 ").choose("Which?", from: ["a", "b"], unlessAnswered: 1) == 0)
        #expect(try console("", "2").choose("Which?", from: ["a", "b"]) == 1)
        let asked = Locked([String]())
        let keyboard = Keyboard { prompt, _ in
            asked.update { $0.append(prompt.rendered(inColour: false)) }
            return ""
        }
        _ = try Console(keyboard: keyboard).choose("Which?", from: ["a", "b"], unlessAnswered: 1)
        #expect(asked.value == ["Which?\n  1  a\n  2  b\nNumber [2]: "])
    }

    func newSecret() throws {
        #expect(try Console(keyboard: .answering(["1", "1"])).askNewSecret("New PIN:", again: "Again:") == "1")
        #expect(throws: InputError.notRepeated) {
            try Console(keyboard: .answering(["1", "2"])).askNewSecret("New PIN:", again: "Again:")
        }
    }
}
