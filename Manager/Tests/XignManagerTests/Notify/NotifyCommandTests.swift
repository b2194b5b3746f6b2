import DatabaseFixture
import Eventually
import Foundation
import Glibc
import Testing
import XignDomain
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct NotifyCommandTests {
    @Test("notify in manager.yaml", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "A program that cannot be run, or that others can replace, stops serve at once, with a code and advice",
            refused),
        TestCase("The program in docs/operations.md sends a mail, and none to a user without an address", example),
        TestCase("What a killed manager was delivering is delivered again after its lease, by the same id", killed),
    ]

    private let folder: OperatorsFolder
    private let scripts: Scripts

    init() throws {
        folder = try OperatorsFolder()
        scripts = try Scripts()
    }

    private func configure(_ notify: String) throws {
        let path = DataFolder(folder.path).configurationPath
        var yaml = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .filter { !$0.hasPrefix("notify") }.joined(separator: "\n")
        yaml += "\nnotify: \(notify)\n"
        try yaml.write(toFile: path, atomically: false, encoding: .utf8)
    }

    func refused() throws {
        let plain = try scripts.script("exit 0", mode: 0o644)
        let writable = try scripts.script("exit 0", mode: 0o777)
        for (notify, advice) in [
            ("[]", "a list of a program's absolute path"), ("[mail]", "a list of a program's absolute path"),
            ("[/nowhere/mail]", "correct the path"), ("[\(scripts.folder.path)]", "correct the path"),
            ("[\(plain)]", "chmod 755 \(plain)"), ("[\(writable)]", "give it to root"),
        ] {
            try configure(notify)
            let outcome = try folder.run(["serve"])
            #expect(outcome.status == 78, "\(notify)")
            #expect(outcome.errors.contains("[manager.notifyProgram]"), "\(notify): \(outcome.errors)")
            #expect(outcome.errors.contains(advice), "\(notify): \(outcome.errors)")
        }
        try configure("/usr/local/bin/mail")
        #expect(try folder.run(["serve"]).errors.contains("[manager.configuration]"))
    }

    func example() throws {
        let manual = try String(contentsOf: Self.manual, encoding: .utf8)
        let text = try #require(manual.firstMatch(of: /```python\n(#!\/usr\/bin\/python3\n[^`]*)```/)).1
        let sendmail = try scripts.script(
            "\(scripts.keepInput); printf '%s|' \"$@\" > \(scripts.folder.path)/arguments")
        let path = scripts.folder.appending(path: "mail").path
        try text.replacing("/usr/sbin/sendmail", with: sendmail).write(toFile: path, atomically: false, encoding: .utf8)
        try #require(chmod(path, 0o755) == 0)
        let program = try NotifyProgram([path]).subprocess
        func run(_ json: String) -> Subprocess.Result { program.run(input: Array(json.utf8), interruption: -1) }
        let notice = #"{"at":1,"device":"Ädas \"Telefon\"","id":"x","kind":"pinChanged","user":"ada""#
        #expect(run(notice + "}").end == .exited(0))
        #expect(try scripts.inputs.isEmpty)
        let result = run(notice + #","email":"ada@example.org"}"#)
        #expect(result.end == .exited(0), "\(String(decoding: result.errors, as: UTF8.self))")
        let mail = String(decoding: try #require(try scripts.inputs.first), as: UTF8.self)
        #expect(mail.contains("To: ada@example.org\n"))
        #expect(mail.contains("Message-ID: <x@login.example.org>\n"))
        #expect(mail.contains("pinChanged"))
        #expect(try scripts.text("arguments") == "-t|-i|")
    }

    private static let manual = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/operations.md")

    func killed() throws {
        let pipe = try NamedPipe(in: scripts)
        let script = try scripts.script("\(scripts.keepInput); exec 3> \(pipe.path); echo x >&3; sleep 1000")
        try configure("[\(script)]")
        try folder.expect(["apply", "-"], input: "users: [{name: ada}]", prints: [])
        let data = DataFolder(folder.path)
        let configuration = try Configuration.read(data.configurationPath)
        let database = try data.openDatabase(configuration, override: nil)
        defer { database.close() }
        let ahead = TestClock()
        let manager = try Manager(
            database: database, issuer: try configuration.issuerOrigin(), clock: Clock { ahead.now }, log: .silent)
        let dispatcher = try OutboxDispatcher(
            manager, NoticeDelivery(manager.context, try NotifyProgram([try scripts.script(scripts.keepInput)])))
        let now = ahead.now
        try database.write { transaction in
            let account = try #require(try transaction.accounts.find(name: "ada"))
            try transaction.notices.append(NoticeEvent(.pinChanged, at: now, accountID: account.id))
        }
        let program = Bundle.main.bundleURL.appending(path: "xignin-manager").path
        let serving = try ChildProcess([program, "serve", "--port", "0", "--data", folder.path])
        #expect(pipe.waitForByte())
        serving.kill()

        dispatcher.deliver()
        #expect(try scripts.inputs.count == 1)
        // The server's clock is the system's, which is a little later.
        ahead.advance(seconds: OutboxDispatcher.leaseSeconds + 60)
        dispatcher.deliver()
        #expect(try scripts.inputs.count == 2)
        #expect(Set(try scripts.inputs).count == 1)
    }
}
