import Foundation
import Testing
import XignUseCases

@testable import XignServer

struct MailConfigurationTests {
    @Test("mail in manager.yaml", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("names server and sender, and the manager mails notices then", usable),
        TestCase("without it there is no mail", absent),
        TestCase("beside notify it says who tells people", beside),
        TestCase(
            "is refused with what to write", refused,
            each: [
                ("{server: \"mail.example.org\", from: login@example.org}", "mail.server must be like smtp://"),
                ("{server: \"smtp://a:b@mail.example.org\", from: login@example.org}", "keys of their own"),
                ("{server: \"smtp://mail.example.org\", from: \"müller@example.org\"}", "mail.from must be an address"),
                ("{server: \"smtp://mail.example.org\", from: login@example.org, user: xign}", "belong together"),
                (
                    "{server: \"smtp://mail.example.org\", from: login@example.org, user: x, passwordFile: password}",
                    "absolute path"
                ),
                ("{server: \"smtp://mail.example.org\", from: login@example.org, sender: x}", "sender"),
            ]),
        TestCase("a password in the address of the server stands in no message", passwordInAddress),
        TestCase("the password is read from a file that others cannot read, and stands in no message", password),
        TestCase("a command that sends no mail works where the password is missing", command),
    ]

    private let folder: OperatorsFolder

    init() throws { folder = try OperatorsFolder() }

    private func configuration(_ lines: String...) throws -> Configuration {
        let path = DataFolder(folder.path).configurationPath
        let text = (["issuer: http://127.0.0.1:8080"] + lines).joined(separator: "\n") + "\n"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        return try Configuration.read(path, variables: [:])
    }

    private let mail = "mail: {server: \"smtp://mail.example.org:587\", from: login@example.org"

    func usable() throws {
        let sender = try #require(try configuration("\(mail)}").mailSender())
        #expect(sender.mailsNotices)
        #expect(sender.host == "127.0.0.1")
        #expect(sender.client.sender.text == "login@example.org")
    }

    func absent() throws { #expect(try configuration().mailSender()?.host == nil) }

    func beside() throws {
        let error = #expect(throws: ManagerError.self) {
            try configuration("notify: [/bin/true]", "\(mail)}").mailSender()
        }
        #expect(error?.code == .mail)
        #expect(error?.description.contains("notices: true") == true)
        let program = try configuration("notify: [/bin/true]", "\(mail), notices: false}").mailSender()
        #expect(program?.mailsNotices == false)
        let manager = try configuration("notify: [/bin/true]", "\(mail), notices: true}").mailSender()
        #expect(manager?.mailsNotices == true)
    }

    func refused(_ value: String, _ reason: String) throws {
        let error = #expect(throws: ManagerError.self) { try configuration("mail: \(value)").mailSender() }
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    func passwordInAddress() throws {
        let error = #expect(throws: ManagerError.self) {
            try configuration("mail: {server: \"smtp://xign:sesame@mail.example.org\", from: login@example.org}")
                .mailSender()
        }
        #expect(error?.code == .mail)
        #expect(error?.description.contains("sesame") == false)
    }

    func command() throws {
        try folder.expect(["apply", "-"], input: "users: [{ name: ada }]", prints: ["added user ada"])
        let path = DataFolder(folder.path).configurationPath
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try "\(text)\n\(mail), user: xign, passwordFile: \(folder.path)/missing}\n"
            .write(toFile: path, atomically: false, encoding: .utf8)
        try folder.expect(["user", "disable", "ada", "--yes"], prints: [])
        #expect(try folder.run(["mail", "test", "admin@example.org"]).status != 0)
    }

    func password() throws {
        let file = "\(folder.path)/mail-password"
        try PrivateFile.create(file, Array("open sesame\n".utf8))
        let lines = "\(mail), user: xign, passwordFile: \(file)}"
        #expect(try configuration(lines).mailSender()?.host == "127.0.0.1")
        #expect(chmod(file, 0o644) == 0)
        let error = #expect(throws: ManagerError.self) { try configuration(lines).mailSender() }
        #expect(error?.code == .filePermissions)
        #expect(error?.description.contains("sesame") == false)
    }
}
