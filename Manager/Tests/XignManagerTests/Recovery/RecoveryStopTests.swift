import DatabaseFixture
import Testing
import XignDomain
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases

struct RecoveryStopTests {
    @Test("A recovery ends without a device", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("where a device was used with its PIN, also one that has ended since", used, each: Engine.allCases),
        TestCase("where a device was used after the activation was issued, and after it was opened", usedLate),
        TestCase("where another device was connected", connected),
        TestCase("and goes on where a device was used without its PIN, or with a wrong one", deviceAlone),
        TestCase("by a device, with its code", byDevice, each: Engine.allCases),
        TestCase("by the link of its own mails, and of no other recovery's", byLink, each: Engine.allCases),
        TestCase("by an operator, and leaves the code", byOperator, each: Engine.allCases),
        TestCase("by an operator's activation, with its code", byActivation),
        TestCase("where its person was given a right to administer meanwhile", granted),
        TestCase("where another code was made or this one removed, which is a use", otherCode),
        TestCase("with the account", removed),
        TestCase("for nobody else: a row that was altered holds up no other one", altered),
    ]

    func used(_ engine: Engine) async throws {
        let scene = try await RecoveryScene(engine)
        try await scene.begin()
        scene.manager.clock.advance(seconds: 10)
        let moment = scene.manager.clock.now
        try scene.logIn(with: scene.phone)
        try scene.manager.write("UPDATE activation SET state = 'revoked' WHERE id = \(scene.phone.activation)")
        try scene.wait()
        guard case .refused(.used(let at)) = try await scene.enter().state else {
            throw TestFailure(what: "the use was not seen")
        }
        #expect(at == moment)
        #expect(try scene.details(.recoveryStopped) == ["use"])
        #expect(try scene.recovery()?.begun == nil)
        #expect(try await scene.enter().state.name == "chooseAddress")
    }

    func usedLate() async throws {
        let scene = try await RecoveryScene()
        let issued = try await scene.issued()
        let (device, opened) = try scene.open(issued)
        try scene.logIn(with: scene.phone)
        expectRefusal(.unauthenticated) {
            try device.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        }
        expectRefusal(.activationInvalid) {
            try RawActivation(scene.manager, link: issued.link).open(pin: issued.pin.text)
        }
        try scene.housekeep()
        #expect(try scene.manager.activation(issued.activationID)?.state == .void)
        #expect(try scene.details(.recoveryStopped) == ["use"])
        #expect(try scene.state(scene.phone) == .active)
    }

    func connected() async throws {
        let scene = try await RecoveryScene()
        let waiting = try scene.phone.issue(alias: "tablet")
        scene.manager.clock.advance(seconds: 120)
        try await scene.begin()
        _ = try waiting.personalize(alias: "tablet")
        try scene.housekeep()
        #expect(try scene.details(.recoveryStopped) == ["use"])
    }

    func deviceAlone() async throws {
        let scene = try await RecoveryScene()
        let account = try scene.account
        let service = try scene.manager.service.id
        try await scene.context.database.write { transaction in
            let visitor = try #require(try transaction.services.roles(of: service).first { $0.name == "visitor" })
            try transaction.services.assign(role: visitor.id, to: account)
        }
        let issued = try await scene.issued()
        try scene.logIn(with: scene.phone, wrongPIN: true)
        scene.manager.clock.advance(seconds: 60)
        let browser = try TestBrowser(scene.manager)
        let started = try scene.phone.start(browser)
        let role = try #require(started.roles.first { $0.alternatives == [[.device]] })
        let prepared = try scene.phone.call(
            Prepare.self,
            .init(
                sessionId: try browser.session, sessionToken: started.sessionToken, roleId: role.id, attributes: [:]))
        let signed = try scene.phone.sign(try #require(prepared.statement).bytes, .consent, pinKey: nil)
        let finished = try scene.phone.call(
            Finish.self,
            .init(sessionId: try browser.session, sessionToken: started.sessionToken, consent: Octets(signed)))
        #expect(finished.result != nil)
        try scene.housekeep()
        #expect(try scene.state(try scene.connect(issued)) == .active)
    }

    func byDevice(_ engine: Engine) async throws {
        let scene = try await RecoveryScene(engine)
        let browser = try await LoggedIn(scene.manager, with: scene.phone)
        #expect(try await !StopOwnRecovery(scene.context)(in: browser.session))
        scene.manager.clock.advance(seconds: 120)
        try await scene.begin()
        #expect(try ReadOwnRecovery(scene.context)(try scene.account).running != nil)
        #expect(try await StopOwnRecovery(scene.context)(in: browser.session))
        #expect(try scene.recovery() == nil)
        #expect(try await FindRecovery(scene.context)(typed: scene.code.text) == nil)
        #expect(try scene.details(.recoveryStopped) == ["device"])
        #expect(try scene.details(.recoveryCodeChanged) == ["made", "ended"])
        #expect(try await !StopOwnRecovery(scene.context)(in: browser.session))
    }

    func byLink(_ engine: Engine) async throws {
        let scene = try await RecoveryScene(engine)
        let first = try await scene.begin()
        let link = try #require(try StopDevice(scene.context).link(to: StoppableObject.recovery(first).text))
        let secret = String(try #require(link.split(separator: "link=").last))
        guard case .stoppable(.recovery, "ada")? = try StopDevice(scene.context).find(secret) else {
            throw TestFailure(what: "the link shows nothing")
        }
        guard case .stopped(.recovery)? = try await StopDevice(scene.context)(secret, network: nil) else {
            throw TestFailure(what: "the link stops nothing")
        }
        #expect(try scene.details(.recoveryStopped) == ["link"])
        #expect(try scene.recovery()?.codeHash == scene.code.hash)
        let second = try await scene.begin()
        #expect(try await StopDevice(scene.context)(secret, network: nil) == .over)
        #expect(try StopDevice(scene.context).find(secret) == .over)
        #expect(try scene.recovery()?.begun?.id == second)
        let forged = secret.replacing(first.description, with: second.description)
        #expect(try await StopDevice(scene.context)(forged, network: nil) == nil)
    }

    func byOperator(_ engine: Engine) async throws {
        let scene = try await RecoveryScene(engine)
        #expect(try ListRecoveries(scene.context)().isEmpty)
        let issued = try await scene.issued()
        #expect(try ListRecoveries(scene.context)().map(\.user) == ["ada"])
        #expect(try ListRecoveries(scene.context)().map(\.state) == [.ready])
        try StopRecovery(scene.context)(userName: "ada", by: "root")
        #expect(try scene.manager.activation(issued.activationID)?.state == .void)
        #expect(try scene.details(.recoveryStopped) == ["operator"])
        #expect(try scene.recovery()?.codeHash == scene.code.hash)
        let error = #expect(throws: ManagerError.self) {
            try StopRecovery(scene.context)(userName: "ada", by: "root")
        }
        #expect(error?.code == .noRecovery)
    }

    func byActivation() async throws {
        let scene = try await RecoveryScene()
        let issued = try await scene.issued()
        let handed = try RawActivation(scene.manager)
        #expect(try scene.recovery() == nil)
        #expect(try scene.details(.recoveryStopped) == ["operator"])
        expectRefusal(.activationInvalid) {
            try RawActivation(scene.manager, link: issued.link).open(pin: issued.pin.text)
        }
        _ = try handed.personalize()
    }

    func granted() async throws {
        let scene = try await RecoveryScene()
        let issued = try await scene.issued()
        let (device, opened) = try scene.open(issued)
        _ = try scene.context.grant(.administrator, toUser: "ada", by: "root")
        expectRefusal(.unauthenticated) {
            try device.enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        }
        #expect(try await scene.enter().state.name == "administrator")
        #expect(try scene.state(scene.phone) == .active)
    }

    func otherCode() async throws {
        let scene = try await RecoveryScene()
        try await scene.begin()
        let other = try await RecoveryScene.makeCode(scene.manager, by: scene.phone)
        #expect(try scene.recovery()?.begun == nil)
        #expect(try await FindRecovery(scene.context)(typed: scene.code.text) == nil)
        scene.manager.clock.advance(seconds: 120)
        #expect(try await scene.prove(other).name == "begun")
        let browser = try await LoggedIn(scene.manager, with: scene.phone)
        #expect(try await browser.act(.removeRecoveryCode, by: scene.phone).name == "recoveryCodeRemoved")
        #expect(try scene.recovery() == nil)
        #expect(try scene.details(.recoveryStopped) == ["use", "use"])
        #expect(try await browser.ask(.removeRecoveryCode).1 == .notThere)
    }

    func removed() async throws {
        let scene = try await RecoveryScene()
        let issued = try await scene.issued()
        try scene.context.removeUser("ada", by: "root")
        #expect(try await FindRecovery(scene.context)(typed: scene.code.text) == nil)
        expectRefusal(.activationInvalid) {
            try RawActivation(scene.manager, link: issued.link).open(pin: issued.pin.text)
        }
        #expect(try FullDatabase.counts(scene.context.database)["recovery"] == 0)
    }

    func altered() async throws {
        for id in [RecoveryID.random().bytes, [0]] { try await altered(id) }
    }

    /// - Parameter id: of another recovery, or of none.
    private func altered(_ id: [UInt8]) async throws {
        let scene = try await RecoveryScene()
        let mallory = try RawDevice(scene.manager, user: "mallory")
        _ = try await RecoveryScene.makeCode(scene.manager, by: mallory)
        let account = try scene.manager.account("mallory").id
        try scene.manager.write(
            """
            UPDATE recovery SET id = \(id), begun_at = \(Timestamp(seconds: 1)),
                ready_at = \(Timestamp(seconds: 2)) WHERE account_id = \(account)
            """)
        scene.manager.clock.advance(seconds: 120)
        #expect(try ListRecoveries(scene.context)().map(\.state) == [.altered])
        try await scene.begin()
        try scene.wait()
        _ = try scene.mailedNotices()
        try scene.housekeep()
        #expect(try scene.mailedNotices().map(\.kind) == ["recoveryReady"])
        #expect(try scene.context.database.read { try !$0.recoveries.exists(of: account) })
    }
}
