import CIsolated
import Glibc
import Testing

struct IsolationTests {
    @Test("What is left to the process that reads pictures", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("it can end, and so the rest of these tests means something", end),
        TestCase("no file can be opened, be it even its owner's", files),
        TestCase("there is no network", network),
        TestCase("no other process can be reached, and none be made", processes),
        TestCase("it reads standard input and writes standard output, and no other descriptor", descriptors),
        TestCase("it allocates memory, but none that holds code", memory),
    ]

    func end() {
        #expect(isolated { 42 } == 42)
    }

    func files() {
        #expect(isolated { open("/proc/self/status", O_RDONLY) == -1 ? errno : 0 } == EACCES)
        #expect(isolated { open("/dev/null", O_WRONLY) == -1 ? errno : 0 } == EACCES)
        #expect(isolated { unlink("/nowhere") == -1 ? errno : 0 } == -SIGSYS)
    }

    func network() {
        #expect(isolated { socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) == -1 ? errno : 0 } == -SIGSYS)
        #expect(isolated { connect(STDIN_FILENO, nil, 0) == -1 ? errno : 0 } == -SIGSYS)
    }

    func processes() {
        #expect(isolated { kill(1, 0) == -1 ? errno : 0 } == -SIGSYS)
        #expect(isolated { execve("/bin/true", [nil], [nil]) == -1 ? errno : 0 } == -SIGSYS)
        #expect(isolated { daemon(1, 1) == -1 ? errno : 0 } == -SIGSYS)
    }

    func descriptors() {
        #expect(isolated { write(STDERR_FILENO, "x", 1) == -1 ? errno : 0 } == -SIGSYS)
        #expect(isolated { Int32(truncatingIfNeeded: read(STDIN_FILENO, nil, 0)) } == 0)
        #expect(isolated { read(STDOUT_FILENO, nil, 0) == -1 ? errno : 0 } == -SIGSYS)
        #expect(isolated { Int32(truncatingIfNeeded: write(STDOUT_FILENO, nil, 0)) } == 0)
        #expect(isolated { write(STDIN_FILENO, nil, 0) == -1 ? errno : 0 } == -SIGSYS)
    }

    func memory() {
        #expect(isolated { mmap(nil, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? 1 : 0 } == 0)
        #expect(
            isolated { mmap(nil, 4096, PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? 1 : 0 } == -SIGSYS
        )
        #expect(isolated { mprotect(nil, 0, PROT_READ | PROT_WRITE) } == 0)
        #expect(isolated { mprotect(nil, 0, PROT_READ | PROT_EXEC) } == -SIGSYS)
    }
}
