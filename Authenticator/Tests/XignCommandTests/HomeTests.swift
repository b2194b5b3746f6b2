import Foundation
import Terminal
import Testing

@testable import XignSDK
@testable import xign

struct HomeTests {
    @Test("the home folder of xign", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "is below $HOME where it is an absolute path, otherwise below the folder of passwd", standard,
            each: [
                ("/h", "/p", "/h/.xign"), ("h", "/p", "/p/.xign"), ("", "/p", "/p/.xign"), (nil, "/p", "/p/.xign"),
                ("/h", nil, "/h/.xign"),
            ] as [(String?, String?, String)]),
        TestCase("is asked for where there is neither", none),
        TestCase("without a device leads to the one below the folder of passwd, which is not used", otherDevice),
        TestCase("of the program follows $HOME, and an empty $XIGN_HOME counts as unset", program),
        TestCase(
            "is not made by a command that only reads", reading,
            each: [
                ["accounts"], ["accounts", "--json"], ["check"], ["activation", "list"], ["alias", "list"],
                ["forget", "login.example.org", "--yes"], ["pin", "change"], ["login", "AQ"], ["activate", "AQ"],
                ["invitation", "AQ"],
            ]),
        TestCase("is not made where trust is declined", declined),
        TestCase(
            "that is named by an empty option is refused before anything is done", emptyOption,
            each: [["--home", "", "accounts"], ["accounts", "--ca-file="], ["trust", ""]]),
        TestCase("that is a symbolic link leads to its target, and nothing is to be removed", link),
        TestCase(
            "with a file system that has no locks says so, in place of permissions", locks, each: [ENOLCK, EOPNOTSUPP]),
        TestCase("without room is told in both languages", noRoom),
    ]

    let folder: TemporaryFolder
    private var home: String { folder.path + "/home" }

    init() throws { folder = try TemporaryFolder() }

    func standard(_ variable: String?, _ entry: String?, _ expected: String) throws {
        #expect(try DefaultHome(variable: variable, passwordEntry: entry).path == expected)
    }

    func none() {
        let failure = #expect(throws: CommandFailure.self) { try DefaultHome(variable: "h", passwordEntry: nil) }
        #expect(failure?.exitStatus.rawValue == 78)
        #expect(failure?.english.contains("$HOME") == true)
    }

    func otherDevice() throws {
        let (used, entry) = (folder.path + "/used", folder.path)
        #expect(try DefaultHome(variable: used, passwordEntry: entry).otherDevice == nil)
        try folder.activate(at: "login.example.org")
        try FileManager.default.moveItem(atPath: home, toPath: entry + "/.xign")
        let found = try DefaultHome(variable: used, passwordEntry: entry)
        #expect(found.path == used + "/.xign" && found.otherDevice == entry + "/.xign")
        #expect(English().storage.deviceElsewhere(entry).rendered(inColour: false).hasSuffix("--home \(entry)"))
        // A device of its own needs no advice.
        try FileManager.default.createDirectory(atPath: used + "/.xign", withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: entry + "/.xign/activations", toPath: used + "/.xign/activations")
        #expect(try DefaultHome(variable: used, passwordEntry: entry).otherDevice == nil)
    }

    func program() throws {
        let manager = try Operator()
        let file = try folder.file("key-material.json", manager.document)
        let program = Bundle.main.bundleURL.appending(path: "xign").path
        let outcome = try ChildProcess.run([
            "env", "HOME=\(folder.path)", "XIGN_HOME=", program, "trust", file, "--fingerprint", manager.fingerprint,
        ])
        #expect(outcome.status == 0, "\(outcome.errors)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/.xign/trusted")
        #expect(names == ["manager-login.example.org.json"])
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/.xign")[.posixPermissions]
        #expect(mode as? Int == 0o700)
    }

    func reading(arguments: [String]) {
        _ = Transcript(arguments, home: folder)
        #expect(!FileManager.default.fileExists(atPath: home))
    }

    func declined() throws {
        let file = try folder.file("key-material.json", try Operator().document)
        #expect(Transcript("trust", file, home: folder, answers: ["n"]).status == 1)
        #expect(!FileManager.default.fileExists(atPath: home))
    }

    func emptyOption(arguments: [String]) throws {
        let silent = Console(output: Output { _ in }, errors: Output { _ in }, keyboard: .none)
        #expect(Xign.program(English()).run(arguments, console: silent) == 64)
    }

    func link() throws {
        try FileManager.default.createSymbolicLink(atPath: home, withDestinationPath: folder.path)
        let transcript = Transcript("accounts", home: folder)
        #expect(transcript.status == 78)
        #expect(transcript.errors.contains("the folder to which it leads"))
        #expect(!transcript.errors.contains("emove"))
    }

    @Test(
        "the home folder of another user is not to be removed, and none is made below it", .enabled(if: geteuid() == 0))
    func otherOwner() throws {
        let file = try folder.file("key-material.json", try Operator().document)
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: false)
        #expect(chown(home, 12345, 12345) == 0)
        let manager = try Operator()
        _ = try folder.file("key-material.json", manager.document)
        let used = Transcript("trust", file, "--fingerprint", manager.fingerprint, home: folder)
        #expect(used.status == 78)
        let silent = Console(output: Output { _ in }, errors: Output { _ in }, keyboard: .none)
        let below = Xign.program(English()).run(
            ["--home", home + "/.xign", "trust", file, "--fingerprint", manager.fingerprint], console: silent)
        #expect(below == 78)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home).isEmpty)
        try FileManager.default.createDirectory(atPath: home + "/trusted", withIntermediateDirectories: false)
        #expect(chown(home + "/trusted", 12345, 12345) == 0)
        for transcript in [used, Transcript("accounts", home: folder)] {
            #expect(transcript.status == 78)
            #expect(transcript.errors.contains("belongs to another user"))
            #expect(!transcript.errors.contains("emove"))
        }
    }

    func locks(number: Int32) throws {
        let failure = CommandFailure(storing: POSIXError(try #require(POSIXErrorCode(rawValue: number))), in: "/h")
        #expect(failure.english.contains("has no locks"))
        #expect(!failure.english.contains("permissions"))
    }

    func noRoom() {
        let full = CocoaError(.fileWriteOutOfSpace, userInfo: [NSUnderlyingErrorKey: POSIXError(.ENOSPC)])
        let failure = CommandFailure(storing: full, in: "/h")
        #expect(failure.english == "there is no room for /h: run the same again when there is room")
        #expect(failure.message(German()).rendered(inColour: false).contains("wenn wieder Platz ist"))
        let error = XignSdkError.wrapping(KeyStoreError.failure("write", "/h", ENOSPC))
        for words in [English() as any Wording, German()] {
            #expect(words.refusals.message(error, during: .change) == words.storage.unusable("/h", .noSpace))
        }
    }
}
