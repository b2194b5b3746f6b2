import Foundation
import Testing

@testable import Terminal

@Suite("In bash, completion")
struct BashCompletionTests {
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
        return Set(outcome.output.split(separator: "\n").map(String.init))
    }

    @Test("offers commands, subcommands and their options")
    func names() throws {
        #expect(try offers("") == ["login", "user", "break", "completion", "manual"])
        #expect(try offers("user", "a") == ["add"])
        #expect(try offers("--json", "user", "") == ["add", "list"])
        #expect(try offers("login", "L", "--r") == ["--role"])
        #expect(try offers("-") == ["--home", "--json", "--help", "--version"])
        #expect(try offers("completion", "") == ["bash", "zsh", "fish"])
    }

    @Test("offers values, files and directories where they are expected")
    func values() throws {
        #expect(try offers("login", "--role", "a") == ["admin"])
        #expect(try offers("--home", "et") == ["etc"])
        #expect(try offers("login", "pass", directory: "/etc").isSuperset(of: ["passwd"]))
        #expect(try offers("login", "--port", "").isEmpty)
    }

    @Test("is printed by the program itself")
    func printed() {
        #expect(Sample.run("completion bash").output == BashCompletion(program: Sample.program).script + "\n")
        #expect(Sample.run("completion tcsh").status == 64)
    }
}
