// Long because: the rules of one process, in the order in which a recovery meets them.

import DatabaseFixture
import Testing
import XignDomain

@testable import XignProtocol
@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

struct RecoveryTests {
    @Test("The recovery of an account by its person", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("takes both proofs twice, a day apart, and replaces every device", story, each: Engine.allCases),
        TestCase("leaves nothing of an unknown code, or of a text that is none", unknown),
        TestCase("begins for its owner after 10,000 wrong codes of others", wrongCodes),
        TestCase("does not begin with the recovery code alone, nor with the code of another browser", oneProof),
        TestCase("is refused without an address, for a disabled account, and for an administrator", refused),
        TestCase("begins three times in thirty days, whatever codes replace its code meanwhile", begins),
        TestCase("records a refusal once a day", recordedOnce),
        TestCase("is told when it begins and when it goes on, with a link that stops it", told, each: Engine.allCases),
        TestCase("does not end with a code that was mailed for its begin, or before the wait is over", early),
        TestCase("ends three days after the wait", late),
        TestCase("ends, and is told as ended, where it is over and another one begins before housekeeping", begunAgain),
        TestCase("is refused where too many wrong PINs were typed for codes of the account", wrongPINs),
        TestCase("keeps the activation that it has issued last", issuedAgain),
        TestCase("goes on in another browser, with both proofs again", otherBrowser),
        TestCase("waits a whole day again after a stop", wholeWait),
        TestCase("ends for the browser that has begun it, however many mails others ask for", others),
        TestCase("takes no address that a code has verified less than a day before its begin", youngAddress),
        TestCase("stretches the PIN of an activation for right codes alone", stretching),
        TestCase("counts the codes that the limit of all accounts has refused", refusedCodes),
    ]

    // MARK: The whole

    func story(_ engine: Engine) async throws {
        let scene = try await RecoveryScene(engine)
        let tablet = try scene.phone.issue(alias: "tablet").personalize(alias: "tablet")
        let browser = try await LoggedIn(scene.manager, with: scene.phone)
        scene.manager.clock.advance(seconds: 120)
        try await scene.begin()
        #expect(try await scene.enter().state.name == "waiting")
        try scene.wait()
        #expect(try await scene.enter().state.name == "chooseAddress, end")
        let pending = try RawActivation(scene.manager, user: "mallory")
        let issued = try await scene.issue()
        let device = try scene.connect(issued)
        #expect(try scene.state(device) == .active)
        #expect(try scene.state(scene.phone) == .revoked)
        #expect(try scene.state(tablet) == .revoked)
        #expect(try scene.manager.activation(pending.id)?.state == .pending)
        #expect(try await browser.found() == nil)
        #expect(try scene.recovery() == nil)
        let activation = try #require(try scene.manager.activation(of: device))
        #expect(activation.coolUntil == scene.manager.clock.now + Activation.coolDownSeconds)
        #expect(try scene.details(.recoveryCompleted).count == 1)
        // The former devices are answered as revoked ones, and the code works once.
        #expect(throws: ProtocolError.self) { try scene.phone.prepare(try TestBrowser(scene.manager)) }
        #expect(try await FindRecovery(scene.context)(typed: scene.code.groupedText) == nil)
        try scene.logIn(with: device)
        // The only device makes another code at once, in its cool-down.
        _ = try await RecoveryScene.makeCode(scene.manager, by: device)
        #expect(try scene.recovery() != nil)
    }

    // MARK: The begin

    func unknown() async throws {
        let scene = try await RecoveryScene()
        let before = try FullDatabase.counts(scene.context.database)
        for text in [RecoveryCode.random().groupedText, "", "x", String(repeating: "A", count: 5000)] {
            #expect(try await FindRecovery(scene.context)(typed: text) == nil)
            #expect(try await FindRecovery(scene.context)(cookie: text) == nil)
        }
        #expect(try FullDatabase.counts(scene.context.database) == before)
    }

    func wrongCodes() async throws {
        let scene = try await RecoveryScene()
        for _ in 0..<10_000 {
            let found = try await FindRecovery(scene.context)(typed: RecoveryCode.random().text)
            guard found == nil else { throw TestFailure(what: "a random code was found") }
        }
        try await scene.begin()
        #expect(try scene.recovery()?.begun != nil)
    }

    func oneProof() async throws {
        let scene = try await RecoveryScene()
        let (browser, mailed) = try await scene.ask()
        #expect(try await scene.prove("0000-0000", in: browser).name == "wrong")
        #expect(try await scene.prove("no code", in: browser).name == "malformed")
        let other = RecoveryScene.Browser(cookie: try await scene.enter().cookie)
        #expect(try await scene.prove(mailed, in: other).name == "codeOver")
        #expect(try scene.recovery()?.begun == nil)
        #expect(try await scene.prove(mailed, in: browser).name == "begun")
        // A mailed code counts once.
        #expect(try await scene.prove(mailed, in: browser).name == "codeOver")
    }

    func refused() async throws {
        let unverified = try await RecoveryScene(addresses: "{value: ada@example.org}")
        #expect(try await unverified.enter().state.name == "noAddress")
        let unwritable = try await RecoveryScene(addresses: "{value: \"ad\u{E4}@example.org\", verified: true}")
        #expect(try await unwritable.enter().state.name == "noAddress")
        let scene = try await RecoveryScene()
        _ = try scene.context.grant(.auditor, toUser: "ada", by: "root")
        #expect(try await scene.enter().state.name == "administrator")
        try scene.manager.withdrawGrant()
        _ = try scene.context.setActive(false, user: "ada", by: "root")
        #expect(try await scene.enter().state.name == "accountDisabled")
        #expect(try scene.mails().allSatisfy { if case .code = $0 { false } else { true } })
    }

    func begins() async throws {
        let scene = try await RecoveryScene()
        var code = scene.code
        for _ in 1...Recovery.maximumBegins {
            #expect(try await scene.prove(code).name == "begun")
            code = try await RecoveryScene.makeCode(scene.manager, by: scene.phone)
            try scene.wait()
        }
        #expect(try await scene.enter(code).state.name == "tooManyBegins")
        try scene.wait(seconds: Recovery.beginPeriodSeconds)
        #expect(try await scene.prove(code).name == "begun")
    }

    func recordedOnce() async throws {
        let scene = try await RecoveryScene(addresses: "{value: ada@example.org}")
        for _ in 0..<3 { #expect(try await scene.enter().state.name == "noAddress") }
        #expect(try scene.details(.recoveryRefused) == ["noAddress"])
        scene.manager.clock.advance(seconds: 86_400)
        _ = try await scene.enter()
        #expect(try scene.details(.recoveryRefused).count == 2)
    }

    func told(_ engine: Engine) async throws {
        let scene = try await RecoveryScene(engine)
        let seen = try scene.phone.notices(after: 0).last?.number ?? 0
        let id = try await scene.begin()
        let begun = try #require(try scene.recovery()?.begun)
        let first = try #require(try scene.mailedNotices().last)
        #expect(first.kind == "recoveryBegun")
        #expect(first.readyAt == begun.readyAt.seconds)
        #expect(first.stoppable == StoppableObject.recovery(id).text)
        try scene.housekeep()
        #expect(try scene.mailedNotices().isEmpty)
        try scene.wait()
        for _ in 0..<2 { try scene.housekeep() }
        let second = try scene.mailedNotices()
        #expect(second.map(\.kind) == ["recoveryReady"])
        #expect(second.first?.stoppable == first.stoppable)
        #expect(try scene.phone.notices(after: seen).map(\.kind) == ["recoveryBegun", "recoveryReady"])
        scene.manager.clock.advance(seconds: 1)
        try scene.connect(try await scene.issue())
        #expect(try scene.mailedNotices().map(\.kind) == ["recoveryCompleted"])
    }

    // MARK: The end

    func early() async throws {
        let scene = try await RecoveryScene()
        let (first, mailed) = try await scene.ask()
        let (second, spare) = try await scene.ask()
        #expect(try await scene.prove(mailed, in: first).name == "begun")
        // Another code for the begin is worth nothing now.
        #expect(try await scene.prove(spare, in: second).name == "codeOver")
        let sent = try await SendRecoveryMail(scene.context)(
            cookie: first.cookie, from: RecoveryScene.network, logged: nil)
        guard case .notYet(let visit) = sent else { throw TestFailure(what: "a code was mailed in the wait") }
        #expect(visit.state.name == "waiting")
        try scene.wait(seconds: Recovery.waitSeconds - 1)
        #expect(try await scene.enter().state.name == "waiting")
        try scene.wait(seconds: 1)
        let third = RecoveryScene.Browser(cookie: try await scene.enter().cookie)
        for code in [mailed, spare] { #expect(try await scene.prove(code, in: third).name == "codeOver") }
        #expect(try scene.recovery()?.begun?.activationID == nil)
    }

    func late() async throws {
        let scene = try await RecoveryScene()
        let issued = try await scene.issued()
        try scene.wait(seconds: Recovery.windowSeconds - 1)
        #expect(try await scene.enter().state.name == "chooseAddress, end")
        expectRefusal(.activationInvalid) { try RawActivation(scene.manager, link: issued.link).open() }
        let last = try await scene.issue()
        scene.manager.clock.advance(seconds: 1)
        expectRefusal(.activationInvalid) {
            try RawActivation(scene.manager, link: last.link).open(pin: last.pin.text)
        }
        try scene.housekeep()
        #expect(try scene.details(.recoveryStopped) == ["time"])
        #expect(try scene.recovery()?.codeHash == scene.code.hash)
        #expect(try await scene.enter().state.name == "chooseAddress")
    }

    func begunAgain() async throws {
        let scene = try await RecoveryScene()
        let issued = try await scene.issued()
        try scene.wait(seconds: Recovery.windowSeconds)
        let (browser, mailed) = try await scene.ask()
        #expect(try await scene.prove(mailed, in: browser).name == "begun")
        #expect(try scene.details(.recoveryStopped) == ["time"])
        #expect(Set(try scene.mailedNotices().map(\.kind)) == ["recoveryStopped", "recoveryBegun"])
        #expect(try scene.manager.activation(issued.activationID)?.state == .void)
        #expect(scene.context.database.metrics.recoveries[.expired].current == 1)
        try scene.housekeep()
        #expect(try scene.details(.recoveryStopped) == ["time"])
    }

    func wrongPINs() async throws {
        let scene = try await RecoveryScene()
        let issued = try await scene.issued()
        let limit = LockoutPolicy.accountActivationLimit
        try scene.manager.write("UPDATE activation SET wrong_pins = \(limit) WHERE id = \(issued.activationID)")
        #expect(try await scene.prove().name == "wrongPINs")
        #expect(try scene.details(.recoveryRefused) == ["wrongPINs"])
        #expect(try scene.recovery()?.begun?.activationID == issued.activationID)
    }

    func issuedAgain() async throws {
        let scene = try await RecoveryScene()
        let former = try await scene.issued()
        let (device, opened) = try scene.open(former)
        let present = try await scene.issue()
        expectRefusal(.activationInvalid) {
            try RawActivation(scene.manager, link: former.link).open(pin: former.pin.text)
        }
        expectRefusal(.unauthenticated) {
            try device.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        }
        #expect(try scene.state(scene.phone) == .active)
        #expect(try scene.state(try scene.connect(present)) == .active)
    }

    func otherBrowser() async throws {
        let scene = try await RecoveryScene()
        _ = try await scene.issued()
        let (browser, mailed) = try await scene.ask()
        guard case .issued(let device, let cookie) = try await scene.prove(mailed, in: browser) else {
            throw TestFailure(what: "nothing was issued")
        }
        // The browser that was given the activation shows it again, and no other one does.
        let again = try #require(try await FindRecovery(scene.context)(cookie: cookie))
        guard case .issued(let shown) = again.state else { throw TestFailure(what: "nothing is shown") }
        #expect(shown.link == device.link)
        #expect(shown.pin == device.pin)
        #expect(try await scene.enter().state.name == "chooseAddress, end")
        try scene.connect(device)
        #expect(try await FindRecovery(scene.context)(cookie: cookie)?.state.name == "done")
    }

    func wholeWait() async throws {
        let scene = try await RecoveryScene()
        try await scene.begin()
        try scene.wait(seconds: Recovery.waitSeconds - 1)
        try StopRecovery(scene.context)(userName: "ada", by: "root")
        try await scene.begin()
        try scene.wait(seconds: Recovery.waitSeconds - 1)
        #expect(try await scene.enter().state.name == "waiting")
    }

    /// Somebody has found the paper with the code, and reads no mail.
    func others() async throws {
        let scene = try await RecoveryScene()
        func send(_ cookie: String) async throws -> SendRecoveryMail.Outcome {
            try await SendRecoveryMail(scene.context)(cookie: cookie, from: "198.51.100.1", logged: nil)
        }
        let (browser, mailed) = try await scene.ask()
        guard case .begun(_, let kept) = try await scene.prove(mailed, in: browser) else {
            throw TestFailure(what: "no recovery was begun")
        }
        try scene.wait()
        // The cookie has outlived its proof by a day, and shows no state.
        #expect(try await FindRecovery(scene.context)(cookie: kept) == nil)
        for _ in 1...3 {
            guard case .sent = try await send(try await scene.enter().cookie) else {
                throw TestFailure(what: "nothing was mailed")
            }
        }
        guard case .limited(.address) = try await send(try await scene.enter().cookie) else {
            throw TestFailure(what: "an address has three mails an hour")
        }
        scene.manager.clock.advance(seconds: 3601)
        for _ in 1...2 { _ = try await send(try await scene.enter().cookie) }
        guard case .limited(.account) = try await send(try await scene.enter().cookie) else {
            throw TestFailure(what: "an account has five mails a day")
        }
        _ = try scene.mails()
        let visit = try #require(
            try await FindRecovery(scene.context)(typed: scene.code.groupedText, after: kept, network: nil))
        // The recovery code was shown again, and proves no mailbox.
        #expect(visit.state.name == "chooseAddress, end")
        guard case .sent = try await send(visit.cookie) else { throw TestFailure(what: "nothing was mailed") }
        let codes = try scene.mails().compactMap { if case .code(let mail) = $0 { mail.code } else { nil } }
        let outcome = try await scene.prove(
            try #require(codes.last), in: RecoveryScene.Browser(cookie: visit.cookie))
        #expect(outcome.name == "issued")
    }

    // MARK: Addresses

    func youngAddress() async throws {
        let scene = try await RecoveryScene(addresses: "{value: ada@example.org, verified: code}")
        #expect(try await scene.enter().state.name == "noAddress")
        try scene.wait(seconds: 86_400)
        let both = "[{value: ada@example.org, verified: code}, {value: mallory@example.org, verified: code}]"
        _ = try Apply(scene.context)(Array("users: [{name: ada, attributes: {email: \(both)}}]".utf8))
        #expect(try await scene.addresses() == ["a\u{2022}\u{2022}\u{2022}@e\u{2022}\u{2022}\u{2022}.org"])
        try await scene.begin()
        // At the end it is a day old, and was not at the begin.
        try scene.wait()
        #expect(try await scene.addresses().count == 1)
        scene.manager.clock.advance(seconds: Recovery.windowSeconds)
        #expect(try await scene.addresses().count == 2)
    }

    // MARK: Cost

    func stretching() async throws {
        let scene = try await RecoveryScene()
        try await scene.begin()
        try scene.wait()
        let (browser, mailed) = try await scene.ask()
        // Stretching fails there.
        let context = try Context(
            database: scene.context.database, issuer: scene.manager.issuer, clock: scene.manager.clock.clock,
            activationPINStretching: ActivationPINProof.Stretching(rounds: 0))
        #expect(try await scene.prove("0000-0000", in: browser, context).name == "wrong")
        await #expect(throws: (any Error).self) { _ = try await scene.prove(mailed, in: browser, context) }
    }

    func refusedCodes() async throws {
        let scene = try await RecoveryScene()
        _ = try Apply(scene.context)(Array("settings: { mailedCodesPerDay: 1 }".utf8))
        _ = try await scene.ask()
        let cookie = try await scene.enter().cookie
        let refused = try await SendRecoveryMail(scene.context)(
            cookie: cookie, from: RecoveryScene.network, logged: nil)
        guard case .limited(.all) = refused else { throw TestFailure(what: "a code was mailed") }
        #expect(scene.context.database.metrics.refusals[.mailedCodes].current == 1)
    }
}
