import CLinux
import Foundation
import Glibc
import Testing
import Threads

@testable import XignServer

struct SubprocessTests {
    @Test("A program that the manager runs", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("gets input and arguments as they are, whatever is in them", input),
        TestCase("has no environment but PATH, and the root as its folder", environment),
        TestCase("inherits no open file", descriptors),
        TestCase("inherits no blocked and no ignored signal", signals),
        TestCase("is said to have ended as it did", ends),
        TestCase("need not read its input", unreadInput),
        TestCase("is not blocked by what it writes to standard error, of which the beginning is kept", flood),
        TestCase("may close standard error, and go on", closedError),
        TestCase("is not waited for by way of a process that it leaves behind", background),
        TestCase("is killed after its time, with all its processes", timeLimit),
        TestCase("is killed when the manager stops, with all its processes", interruption),
    ]

    private let scripts: Scripts

    init() throws { scripts = try Scripts() }

    private func run(
        _ script: String, _ arguments: [String] = [], input: String = "", limit: Duration = .seconds(30)
    ) throws -> Subprocess.Result {
        Subprocess(arguments: [try scripts.script(script)] + arguments, timeLimit: limit)
            .run(input: Array(input.utf8), interruption: -1)
    }

    func input() throws {
        let hostile = ["$(id)", "'\"; rm -rf /", "two words", "", "ä\n\\"]
        let input = #"{"user":"$(id) `id` '\"\n"}"#
        let folder = scripts.folder.path
        let result = try run("cat > \(folder)/input; printf '%s|' \"$@\" > \(folder)/arguments", hostile, input: input)
        #expect(result.end == .exited(0))
        #expect(try scripts.text("input") == input)
        #expect(try scripts.text("arguments") == hostile.map { "\($0)|" }.joined())
    }

    func environment() throws {
        let folder = scripts.folder.path
        _ = try run("cat /proc/$$/environ > \(folder)/environment; readlink /proc/$$/cwd > \(folder)/cwd")
        let environment = try scripts.text("environment").split(separator: "\0")
        #expect(environment.count == 1)
        #expect(environment.first?.hasPrefix("PATH=/usr/local/sbin:") == true)
        #expect(try scripts.text("cwd") == "/\n")
    }

    func descriptors() throws {
        let file = open("/dev/null", O_RDONLY)
        let inheritable = fcntl(file, F_DUPFD, 150)
        defer { for descriptor in [file, inheritable] { close(descriptor) } }
        _ = try run("ls /proc/$$/fd > \(scripts.folder.path)/files")
        let files = try scripts.text("files").split(separator: "\n")
        #expect(files.contains("0"))
        #expect(!files.contains("\(inheritable)"))
    }

    func signals() throws {
        var blocked = sigset_t(), before = sigset_t()
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        let handler = signal(SIGUSR2, SIG_IGN)
        defer {
            pthread_sigmask(SIG_SETMASK, &before, nil)
            signal(SIGUSR2, handler)
        }
        _ = try run("grep -E 'SigBlk|SigIgn' /proc/self/status > \(scripts.folder.path)/signals")
        let masks = try scripts.text("signals").matches(of: /\t([0-9a-f]+)/).compactMap { UInt64($0.1, radix: 16) }
        // The C library keeps the signals 32 and 33 for itself.
        #expect(masks.map { $0 & ~(3 << 31) } == [0, 0])
    }

    func ends() throws {
        #expect(try run("exit 0").end == .exited(0))
        #expect(try run("exit 3").end == .exited(3))
        #expect(try run("kill -9 $$").end == .signalled(SIGKILL))
        let missing = Subprocess(arguments: ["/nowhere/program"], timeLimit: .seconds(30))
        #expect(missing.run(input: [], interruption: -1).end == .notStarted(ENOENT))
    }

    func unreadInput() throws {
        #expect(try run("exit 0", input: String(repeating: "x", count: 4096)).end == .exited(0))
    }

    func flood() throws {
        let result = try run("echo first >&2; head -c 5000000 /dev/zero >&2; exit 2")
        #expect(result.end == .exited(2))
        #expect(result.errors.count == 2_000)
        #expect(result.errors.starts(with: Array("first\n".utf8)))
    }

    func closedError() throws {
        #expect(try run("exec 2>&-; cat > \(scripts.folder.path)/late", input: "x").end == .exited(0))
        #expect(try scripts.text("late") == "x")
    }

    func background() throws {
        let pipe = try NamedPipe(in: scripts)
        // It lives until the test has seen it, and has standard error open.
        let result = try run("(echo x > \"$1\"; exec sleep 1000) & echo $! > \(scripts.folder.path)/id", [pipe.path])
        #expect(result.end == .exited(0))
        #expect(pipe.waitForByte())
        let id = try #require(pid_t(try scripts.text("id").trimmingCharacters(in: .newlines)))
        #expect(kill(id, SIGKILL) == 0)
    }

    func timeLimit() throws {
        let pipe = try NamedPipe(in: scripts)
        let result = try run("exec 3> \"$1\"; echo x >&3; sleep 1000 & wait", [pipe.path], limit: .seconds(3))
        #expect(result.end == .outOfTime)
        #expect(pipe.waitForByte())
        #expect(pipe.waitForEnd())
    }

    func interruption() throws {
        let pipe = try NamedPipe(in: scripts)
        let interruption = eventfd(0, Int32(EFD_CLOEXEC))
        defer { close(interruption) }
        startThread("interrupting") {
            if pipe.waitForByte() { eventfd_write(interruption, 1) }
        }
        let program = Subprocess(
            arguments: [try scripts.script("exec 3> \"$1\"; echo x >&3; sleep 1000 & wait"), pipe.path],
            timeLimit: .seconds(60))
        #expect(program.run(input: [], interruption: interruption).end == .interrupted)
        #expect(pipe.waitForEnd())
    }
}
