import Foundation
import Testing

@testable import Terminal

/// Runs a program, and returns the lines of its output.
private func lines(_ program: String, _ arguments: String...) throws -> Set<String> {
    let outcome = try ChildProcess.run([program] + arguments)
    #expect(outcome.errors == "")
    return Set(outcome.output.split(separator: "\n").map(String.init))
}

struct ZshCompletionTests {
    @Test("In zsh, completion", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("offers commands and options with their helps", names),
        TestCase("offers values, files and directories where they are expected", values),
        TestCase("is printed by the program itself", printed),
    ]

    /// Returns what the function hands to zsh's completion system for the last word.
    private func offers(_ words: String...) throws -> Set<String> {
        let line = words.map(\.shellQuoted).joined(separator: " ")
        return try lines(
            "/bin/zsh", "-f", "-c",
            // The functions of the completion system work only inside a real completion.
            """
            compdef() { :; }; _files() { print -r -- files $@; }; compadd() { shift; print -rl -- "$@"; }
            _describe() { while [[ $1 == -* ]]; do [[ $1 == -t ]] && shift; shift; done; print -rl -- "${(@P)2}"; }
            \(ZshCompletion(program: Sample.program).script)
            words=(sample \(line)); CURRENT=\(words.count + 1)
            _sample
            """)
    }

    func names() throws {
        #expect(try offers("").isSuperset(of: ["login:Log in.", "user:Manage people.", "break:Fail."]))
        #expect(try offers("--json", "user", "") == ["add:Add people.", "list:List people."])
        #expect(
            try offers("-") == [
                "--home:Where accounts are kept.", "--json:Print JSON, for programs.", "--help:Show this help.",
                "--version:Show the version.",
            ])
    }

    func values() throws {
        #expect(try offers("login", "--role", "") == ["admin", "user's"])
        #expect(try offers("--home", "") == ["files -/"])
        #expect(try offers("login", "") == ["files"])
        #expect(try offers("login", "-p", "").isEmpty)
    }

    func printed() {
        #expect(Sample.run("completion zsh").output == ZshCompletion(program: Sample.program).script + "\n")
    }
}

struct FishCompletionTests {
    @Test("In fish, completion", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("offers commands and options with their helps", names),
        TestCase("offers values, files and directories where they are expected", values),
        TestCase("is printed by the program itself", printed),
    ]

    /// Returns the completions that fish offers at the end of a line.
    private func offers(_ line: String) throws -> Set<String> {
        try lines(
            "/usr/bin/fish", "--no-config", "-c",
            "\(FishCompletion(program: Sample.program).script)\ncd /etc; complete --do-complete \(line.shellQuoted)")
    }

    func names() throws {
        #expect(try offers("sample lo") == ["login\tLog in."])
        #expect(try offers("sample --json user ") == ["add\tAdd people.", "list\tList people."])
        #expect(try offers("sample login --r") == ["--role\tThe role."])
        #expect(try offers("sample --v") == ["--version\tShow the version."])
        #expect(try offers("sample --home=/etc -- user a") == ["add\tAdd people."])
    }

    func values() throws {
        #expect(try offers("sample login --role ") == ["admin\tThe role.", "user's\tThe role."])
        #expect(try offers("sample --home /et") == ["/etc/\tDirectory"])
        #expect(try offers("sample login passw").contains("passwd"))
        #expect(try offers("sample user passw").isEmpty)
        #expect(try offers("sample login -p ").isEmpty)
    }

    func printed() {
        #expect(Sample.run("completion fish").output == FishCompletion(program: Sample.program).script + "\n")
    }
}
