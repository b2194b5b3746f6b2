import Foundation
import Testing
import XignUseCases

@testable import XignServer

struct RecoveryConfigurationTests {
    @Test("surfaces: [recovery]", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("is off where the file does not name it", off),
        TestCase("is served where mails can be sent, and people are told", served),
        TestCase(
            "ends serve where nothing can be mailed, nobody would be told, or there are no account pages", refused),
        TestCase("keeps no command from working", command),
    ]

    private static let mail = "mail: {server: \"smtp://mail.example.org:587\", from: login@example.org"

    private let folder: OperatorsFolder

    init() throws { folder = try OperatorsFolder() }

    private func write(_ lines: [String]) throws -> String {
        let path = DataFolder(folder.path).configurationPath
        let text = (["issuer: http://127.0.0.1:8080"] + lines).joined(separator: "\n") + "\n"
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        return path
    }

    private func serves(_ lines: String...) throws -> Bool {
        try Configuration.read(try write(lines), variables: [:]).servesRecovery()
    }

    func off() throws {
        #expect(try !serves("surfaces: [account]", "\(Self.mail)}"))
        #expect(try !serves())
    }

    func served() throws {
        #expect(try serves("surfaces: [account, recovery]", "\(Self.mail)}"))
        #expect(try serves("surfaces: [account, recovery]", "notify: [/bin/true]", "\(Self.mail), notices: false}"))
    }

    func refused() throws {
        for (lines, advice) in [
            (["surfaces: [account, recovery]"], "write `mail:`"),
            (["surfaces: [account, recovery]", "\(Self.mail), notices: false}"], "notices: true"),
            (["surfaces: [recovery]", "\(Self.mail)}"], "add account"),
        ] {
            _ = try write(lines)
            let outcome = try folder.run(["serve"])
            #expect(outcome.status == 78)
            #expect(outcome.errors.contains(advice), "\(outcome.errors)")
            #expect(outcome.errors.contains("recoveryNeedsMail"), "\(outcome.errors)")
        }
    }

    func command() throws {
        _ = try write(["surfaces: [account, recovery]"])
        #expect(try folder.run(["recovery", "list"]).status == 0)
        let outcome = try folder.run(["recovery", "stop", "ada"])
        #expect(outcome.status == 78)
    }
}
