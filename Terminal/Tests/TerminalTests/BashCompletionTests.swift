import Foundation
import Testing

@testable import Terminal

struct BashCompletionTests {
    @Test("In bash, completion", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("offers commands, subcommands and their options", names),
        TestCase("offers values, files and directories where they are expected", values),
        TestCase("is printed by the program itself", printed),
    ]

    /// Returns the completions that bash offers for the last word.
    private func offers(_ words: String..., directory: String = "/") throws -> Set<String> {
        let script = BashCompletion(program: Sample.program).script
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        let outcome = try ChildProcess.run([
            "/bin/bash", "--norc", "-c",
            // compopt works only inside a real completion.
            """
            set -u; compopt() { :; }; cd \(directory)
            \(script)
            COMP_WORDS=(sample \(line)); COMP_CWORD=\(words.count); COMPREPLY=()
            _sample && printf '%s\\n' "${COMPREPLY[@]}"
            """,
        ])
        #expect(outcome.errors == "")
        return Set(outcome.output.split(separator: "\n").map(String.init))
    }

    func names() throws {
        #expect(try offers("") == ["login", "user", "break", "completion", "manual", "help"])
        #expect(try offers("user", "a") == ["add"])
        #expect(try offers("--json", "user", "") == ["add", "list"])
        #expect(try offers("login", "L", "--r") == ["--role"])
        #expect(try offers("-") == ["--home", "--json", "--help", "--version"])
        #expect(try offers("completion", "") == ["bash", "zsh", "fish"])
    }

    func values() throws {
        #expect(try offers("login", "--role", "a") == ["admin"])
        #expect(try offers("--home", "et") == ["etc"])
        #expect(try offers("login", "pass", directory: "/etc").isSuperset(of: ["passwd"]))
        #expect(try offers("login", "--port", "").isEmpty)
    }

    func printed() {
        #expect(Sample.run("completion bash").output == BashCompletion(program: Sample.program).script + "\n")
        #expect(Sample.run("completion tcsh").status == 64)
    }
}
