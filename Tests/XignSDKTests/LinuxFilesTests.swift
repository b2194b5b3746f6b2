import Foundation
import Testing

@testable import XignSDK

struct LinuxFilesTests {
    @Test("the files in which Linux describes system and process", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "os-release has the name of the system, in quotes or without", name,
            each: [
                (
                    "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nNAME=x\n",
                    "Debian GNU/Linux 12 (bookworm)"
                ),
                ("PRETTY_NAME='Alpine Linux v3.20'", "Alpine Linux v3.20"), ("PRETTY_NAME=Arch\r\n", "Arch"),
                ("#PRETTY_NAME=no\nXPRETTY_NAME=no\n", nil), ("PRETTY_NAME=\"\"\n", nil), ("", nil),
            ]),
        TestCase(
            "status names a tracer by its id", tracer,
            each: [
                ("Name:\txign\nPid:\t7\nTracerPid:\t42\nUid:\t0\n", true), ("TracerPid:\t0\n", false),
                ("TracerPid:\t10\n", true), ("Name:\tTracerPid:\\n\nTracerPid:\t0\n", false), ("TracerPid:", false),
                ("", false),
            ]),
        TestCase(
            "stat tells the addresses of the first environment, whatever the process is called", addresses,
            each: [
                (stat("xign", "4096 8192"), 4096..<8192), (stat("a) R (1 2", "4096 8192"), 4096..<8192),
                (stat("xign", "0 0"), nil), (stat("xign", "8192 4096"), nil), (stat("xign", "-1 8192"), nil),
                (stat("xign", "4096"), nil), ("7 (xign) R 1", nil), ("7 (xign", nil), ("", nil),
            ]),
        TestCase("the first environment is in the memory of the process, whatever it removes since", environment),
        TestCase(
            "environ has a variable where it has a value", variable,
            each: [
                ("HOME=/root\0LD_PRELOAD=/lib/x.so\0", true), ("LD_PRELOAD=x", true), ("LD_PRELOAD=\0A=b\0", false),
                ("XLD_PRELOAD=x\0", false), ("A=\nLD_PRELOAD=x\0", false), ("LD_PRELOAD=\0LD_PRELOAD=x\0", true),
                ("LD_PRELOAD\0", false), ("", false),
            ]),
        TestCase(
            "ld.so.preload names libraries outside its comments", preloadFile,
            each: [
                ("/usr/lib/x.so\n", true), ("# none\n\n x.so", true), (":x.so", true), ("", false),
                ("\n \t:\r\n", false),
                ("# /usr/lib/x.so\n", false), ("  # a\n#b", false),
            ]),
        TestCase("at most 1 MiB of a file is read, and a file without a size is read as well", bounds),
        TestCase("any bytes are accepted, and lines of other kinds change nothing", anyBytes, each: 0..<4),
    ]

    func name(_ file: String, _ expected: String?) {
        #expect(LinuxFiles.prettyName(inOSRelease: Data(file.utf8)) == expected)
    }

    func tracer(_ file: String, _ expected: Bool) {
        #expect(LinuxFiles.isTraced(status: Data(file.utf8)) == expected)
    }

    /// Returns a file `stat` with the fields 50 and 51.
    private static func stat(_ name: String, _ addresses: String) -> String {
        "7 (\(name)) R" + String(repeating: " 1", count: 46) + " \(addresses) 0\n"
    }

    func addresses(_ file: String, _ expected: Range<UInt>?) {
        #expect(LinuxFiles.environmentAddresses(stat: Data(file.utf8)) == expected)
    }

    func environment() throws {
        // The tests can read the file, which shows the same bytes.
        let file = try #require(SecuritySignals.contents(of: "/proc/self/environ"))
        #expect(SecuritySignals.environmentAtStart.prefix(file.count) == file)
        #expect(SecuritySignals.environmentAtStart.count >= file.count)
    }

    func variable(_ file: String, _ expected: Bool) {
        #expect(LinuxFiles.hasValue("LD_PRELOAD", environment: Data(file.utf8)) == expected)
    }

    func preloadFile(_ file: String, _ expected: Bool) {
        #expect(LinuxFiles.namesLibrary(preloadFile: Data(file.utf8)) == expected)
    }

    func bounds() throws {
        #expect(SecuritySignals.contents(of: "/dev/zero")?.count == 1 << 20)
        #expect(try #require(SecuritySignals.contents(of: "/proc/self/status")).starts(with: "Name:".utf8))
        #expect(SecuritySignals.contents(of: "/proc/self/nothing") == nil)
    }

    /// Pieces of such files, whole and broken.
    private static let pieces = [
        "PRETTY_NAME=", "TracerPid:", "LD_PRELOAD=", "\n", "\0", "\t", " ", ":", "#", "\"", "'", "0", "1", "x.so",
        "Debian", "\u{202E}", "é",
    ].map { Array($0.utf8) }

    func anyBytes(_ seed: UInt64) {
        var random = RandomText(seed: seed)
        for _ in 0..<3_000 {
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...12, using: &random) {
                let isPiece = Bool.random(using: &random)
                bytes += isPiece ? random.pick(Self.pieces) : [UInt8.random(in: 0...255, using: &random)]
            }
            checkReaders(of: Data(bytes))
        }
    }

    /// Checks that a name cannot be empty, and that each reader finds the same after lines that do not concern it.
    private func checkReaders(of file: Data) {
        let name = LinuxFiles.prettyName(inOSRelease: file)
        #expect(name?.isEmpty != true, "\(Array(file))")
        #expect(LinuxFiles.prettyName(inOSRelease: Data("ID=debian\n".utf8) + file) == name, "\(Array(file))")
        let isTraced = LinuxFiles.isTraced(status: file)
        #expect(LinuxFiles.isTraced(status: Data("Name:\txign\n".utf8) + file) == isTraced, "\(Array(file))")
        _ = LinuxFiles.environmentAddresses(stat: file)
        let isSet = LinuxFiles.hasValue("LD_PRELOAD", environment: file)
        #expect(
            LinuxFiles.hasValue("LD_PRELOAD", environment: Data("HOME=/root\0".utf8) + file) == isSet, "\(Array(file))")
        #expect(
            LinuxFiles.hasValue("LD_PRELOAD", environment: file + Data("\0LD_PRELOAD=x".utf8)), "\(Array(file))")
        let namesLibrary = LinuxFiles.namesLibrary(preloadFile: file)
        #expect(
            LinuxFiles.namesLibrary(preloadFile: Data("# x.so\n".utf8) + file) == namesLibrary, "\(Array(file))")
    }
}
