import DatabaseFixture
import Testing
import Threads
import XignDomain
import XignProtocol
import XignStorage

@testable import XignServer
@testable import XignUseCases

struct IssueLettersTests {
    @Test("Letters", arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase(
            "each member without a device gets a code and a PIN of their own, by which a device is activated", members,
            each: Engine.allCases),
        TestCase("a code works until the end that the operator named, and no longer", end),
        TestCase("people with a device, with a code that waits, or disabled get none, and keep what they have", left),
        TestCase("people with too many wrong PINs at activations get none", wrongPINs),
        TestCase("an invitation that nobody has accepted gets none", invitation),
        TestCase("users are named by a list, each once", users),
        TestCase("letters that cannot be written are not valid", unwritten),
        TestCase(
            "who gets a device while the PINs are stretched gets no letter, and the others' are written again", late,
            each: Engine.allCases),
        TestCase("the audit log names the operator for each person", recorded),
        TestCase("nobody is found, and nothing is written, in an organization without members", nobody),
    ]

    private func issue(
        _ manager: TestManager, to recipients: IssueLetters.Recipients = .members(of: "Example Inc."),
        lifetime: String = "21d"
    ) throws -> (letters: [IssueLetters.Letter], report: IssueLetters.Report) {
        var letters: [IssueLetters.Letter] = []
        let report = try IssueLetters(manager.context, by: TestManager.operatorName)(
            to: recipients, lifetime: try #require(ActivationLifetime(lifetime))
        ) { letters = $0 }
        return (letters, report)
    }

    private func open(_ letter: IssueLetters.Letter, _ manager: TestManager) throws -> Open.Response {
        try RawActivation(manager, link: letter.link).open(pin: letter.pin.text)
    }

    func members(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        let (letters, report) = try issue(manager)
        #expect(report == IssueLetters.Report(people: 2, omitted: [:]))
        #expect(letters.map(\.userName) == ["ada", "mallory"])
        #expect(Set(letters.map(\.link)).count == 2)
        #expect(Set(letters.map(\.pin.text)).count == 2)
        #expect(letters.map(\.expiresAt) == [manager.clock.now + 21 * 86_400, manager.clock.now + 21 * 86_400])
        for letter in letters {
            let opened = try #require(try open(letter, manager).personalize)
            #expect(opened.userName == letter.userName)
            let activation = try RawActivation(manager, link: letter.link)
            _ = try activation.device().enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        }
    }

    func end() throws {
        let manager = try TestManager()
        let letters = try issue(manager, lifetime: "21d").letters
        manager.clock.advance(seconds: 21 * 86_400 - 1)
        #expect(try open(letters[0], manager).personalize != nil)
        manager.clock.advance(seconds: 1)
        #expect(throws: ProtocolError.self) { try open(letters[1], manager) }
    }

    func left() throws {
        let manager = try TestManager()
        _ = try RawDevice(manager, user: "ada")
        let waiting = try RawActivation(manager, user: "mallory")
        _ = try Apply(manager.context)(
            Array("users: [{name: eve, active: false, memberships: [Example Inc.]}]".utf8))
        let (letters, report) = try issue(manager)
        #expect(letters.isEmpty)
        #expect(report.people == 0)
        #expect(report.omitted == [.hasDevice: 1, .activationWaits: 1, .disabled: 1])
        #expect(try waiting.open().personalize != nil)
    }

    func wrongPINs() throws {
        let manager = try TestManager()
        let guessed = try RawActivation(manager, user: "ada").id
        try manager.context.database.write { transaction in
            try transaction.execute(
                "UPDATE activation SET wrong_pins = \(LockoutPolicy.accountActivationLimit) WHERE id = \(guessed)")
            _ = try transaction.activations.void(guessed)
        }
        let (letters, report) = try issue(manager)
        #expect(letters.map(\.userName) == ["mallory"])
        #expect(report.omitted == [.tooManyWrongPINs: 1])
    }

    func invitation() throws {
        let manager = try TestManager()
        _ = try manager.invite()
        let report = try issue(manager).report
        #expect(report == IssueLetters.Report(people: 2, omitted: [.activationWaits: 1]))
        manager.clock.advance(seconds: ActivationLifetime.standard.seconds)
        #expect(try issue(manager).report == IssueLetters.Report(people: 0, omitted: [.activationWaits: 3]))
    }

    func users() throws {
        let manager = try TestManager()
        let (letters, report) = try issue(manager, to: .users(["mallory", "ADA", "ada"]))
        #expect(letters.map(\.userName) == ["ada", "mallory"])
        #expect(report.people == 2)
        let error = #expect(throws: ManagerError.self) { try issue(manager, to: .users(["nobody"])) }
        #expect(error?.code == .unknownUser)
    }

    private struct Unwritten: Error {}

    func unwritten() throws {
        let manager = try TestManager()
        var drawn: [IssueLetters.Letter] = []
        #expect(throws: Unwritten.self) {
            try IssueLetters(manager.context, by: "grace")(to: .members(of: "Example Inc."), lifetime: .standard) {
                drawn = $0
                throw Unwritten()
            }
        }
        let letter = try #require(drawn.first)
        #expect(throws: ProtocolError.self) { try open(letter, manager) }
        #expect(try issue(manager).report.people == 2)
    }

    func late(_ engine: Engine) throws {
        let manager = try TestManager(engine)
        var written: [[IssueLetters.Letter]] = []
        let report = try IssueLetters(manager.context, by: "grace")(
            to: .members(of: "Example Inc."), lifetime: .standard
        ) { letters in
            if written.isEmpty { _ = try RawDevice(manager, user: "ada") }
            written.append(letters)
        }
        #expect(written.map { $0.map(\.userName) } == [["ada", "mallory"], ["mallory"]])
        #expect(report == IssueLetters.Report(people: 1, omitted: [.hasDevice: 1]))
        let first = try #require(written.first?.first)
        #expect(throws: ProtocolError.self) { try open(first, manager) }
        let last = try #require(written.last?.last)
        #expect(try open(last, manager).personalize != nil)
    }

    func recorded() throws {
        let manager = try TestManager()
        _ = try issue(manager)
        let events = try manager.context.database.read { try $0.audit.newest(10) }
            .filter { $0.kind == .activationIssued }
        #expect(events.count == 2)
        #expect(events.allSatisfy { $0.actor == .machine(TestManager.operatorName) })
    }

    func nobody() throws {
        let manager = try TestManager()
        _ = try Apply(manager.context)(Array("organizations: [{name: Empty Ltd}]".utf8))
        var isWritten = false
        let report = try IssueLetters(manager.context, by: "grace")(
            to: .members(of: "Empty Ltd"), lifetime: .standard
        ) { _ in isWritten = true }
        #expect(report == IssueLetters.Report(people: 0, omitted: [:]))
        #expect(!isWritten)
    }
}
