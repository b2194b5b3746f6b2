import DatabaseFixture
import Testing
import Threads
import XignAdmission
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignStorage
@testable import XignUseCases
@testable import XignWeb

struct JoinTests {
    @Test("Joining by a code", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("A person types a code, chooses a name, connects a device and logs in", whole, each: Engine.allCases),
        TestCase("The list says who came, and the audit log names the link", listed, each: Engine.allCases),
        TestCase("Of fifty who join at once by a link for one, one gets a device", race, each: Engine.allCases),
        TestCase("Of two devices for the last place one is connected", lastPlace, each: Engine.allCases),
        TestCase("A place that nobody has activated comes back after twenty minutes", unused, each: Engine.allCases),
        TestCase("A link that is over, used up or withdrawn is told as such before anything is typed", closed),
        TestCase("A link that was withdrawn connects no device that waits", withdrawn, each: Engine.allCases),
        TestCase("A role that was removed ends the link: it would give less than it says", removedRole),
        TestCase("The name that was typed stays in the form, and a taken one is told", taken),
        TestCase("Another code voids the former one, for the same account", renewed, each: Engine.allCases),
        TestCase("Further codes are issued for half an hour: then the place comes back", renewedLate),
        TestCase("Who cancels frees the name and the place", cancelled, each: Engine.allCases),
        TestCase("An app with an account accepts a link with an address, and uses its place", merged),
        TestCase("A person with an account confirms on a device, and uses up a place", accepted, each: Engine.allCases),
        TestCase("Who has everything already, or a link that has ended meanwhile, uses up no place", notAccepted),
        TestCase(
            "The device shows the roles that a person accepts, or the link of so many that no text has them", roles),
        TestCase("The way from the link to the account pages has its code in no address there", acceptancePage),
    ]

    func whole(_ engine: Engine) throws {
        let scene = try JoinScene(engine)
        let link = try scene.makeLink(places: 2)
        var browser = JoinBrowser(scene)
        browser.language = "de"
        #expect(try browser.send(.get, "/join").status == .ok)
        let typed = link.code.text.lowercased().replacing("0", with: "o")
        let found = try browser.send(.post, "/join", "code=+\(typed)+")
        #expect(found.status == .seeOther)
        #expect(found["Location"] == scene.path(link))
        let shown = try browser.send(.get, scene.path(link))
        #expect(shown.status == .ok)
        for part in ["Example Inc.", "Demo website", "visitor"] { #expect(shown.text.contains(part), "\(part)") }
        let device = try browser.join("grace", by: link)
        let account = try #require(try scene.account(named: "grace"))
        #expect(account.language == .german)
        let organizations = try scene.context.database.read { try $0.organizations.organizations(of: account.id) }
        #expect(organizations.map(\.name) == ["Example Inc."])
        let started = try device.start(try TestBrowser(scene.manager))
        #expect(started.roles.map(\.name) == ["user", "visitor"])
        #expect(try browser.send(.get, "/join/device").text.contains("<bdi>grace</bdi>"))
        #expect(browser.cookie == nil)
        #expect(try scene.listed(link).link.taken == 1)
        #expect(try scene.listed(link).reserved == 0)
    }

    func listed(_ engine: Engine) throws {
        let scene = try JoinScene(engine)
        let link = try scene.makeLink(places: 3)
        var (first, second) = (JoinBrowser(scene), JoinBrowser(scene))
        _ = try first.join("grace", by: link)
        #expect(try second.choose("lin", by: link).status == .seeOther)
        let entry = try scene.listed(link)
        #expect(entry.people.map(\.name) == ["grace"])
        #expect(entry.reserved == 1)
        #expect(entry.state == .open)
        #expect(entry.roles == ["demo/visitor", "demo/user"])
        let events = try scene.context.database.read { try $0.audit.newest(1000) }
        for kind in [AuditEvent.Kind.joinLinkMade, .accountJoined] {
            let event = try #require(events.first { $0.kind == kind })
            #expect(event.detail.flatMap(AuditEvent.joinLink) == link.id)
            #expect(event.organizationID == link.organizationID)
        }
    }

    func race(_ engine: Engine) throws {
        let scene = try JoinScene(engine)
        let link = try scene.makeLink()
        let (won, devices) = (Locked(0), Locked(0))
        let errors = concurrently(50) { number in
            var browser = JoinBrowser(scene)
            guard try browser.choose("user\(number)", by: link).status == .seeOther else { return }
            won.withLock { $0 += 1 }
            _ = try browser.connect()
            devices.withLock { $0 += 1 }
        }
        #expect(errors.isEmpty, "\(errors)")
        #expect(won.withLock { $0 } == 1)
        #expect(devices.withLock { $0 } == 1)
        #expect(try scene.listed(link).link.taken == 1)
        #expect(try scene.listed(link).state == .usedUp)
    }

    /// The row of a place is the right to connect: without it nobody does.
    func lastPlace(_ engine: Engine) throws {
        let scene = try JoinScene(engine)
        let link = try scene.makeLink()
        var first = JoinBrowser(scene)
        #expect(try first.choose("grace", by: link).status == .seeOther)
        let (activation, pin) = try first.code()
        let opened = try #require(try activation.open(pin: pin).personalize)
        // Somebody else uses up the place meanwhile, as a restored database would have it.
        #expect(try scene.context.database.write { try $0.joinLinks.take(link.id) })
        #expect(throws: ProtocolError.self) {
            _ = try activation.device().enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        }
        #expect(try scene.listed(link).link.taken == 1)
        #expect(try scene.context.database.read { try $0.activations.find(activation.id) }?.state == .pending)
    }

    func unused(_ engine: Engine) throws {
        let scene = try JoinScene(engine)
        let link = try scene.makeLink()
        var (first, second) = (JoinBrowser(scene), JoinBrowser(scene))
        #expect(try first.choose("grace", by: link).status == .seeOther)
        #expect(try second.choose("lin", by: link).status == .gone)
        let housekeeping = Housekeeping(scene.manager.manager)
        scene.manager.clock.advance(seconds: 1199)
        housekeeping.runOnce()
        #expect(try scene.account(named: "grace") != nil)
        scene.manager.clock.advance(seconds: 2)
        housekeeping.runOnce()
        #expect(try scene.account(named: "grace") == nil)
        _ = try second.join("lin", by: link)
        #expect(try scene.listed(link).link.taken == 1)
    }

    func closed() throws {
        let scene = try JoinScene()
        let (over, used, withdrawn) = (
            try scene.makeLink(days: 1), try scene.makeLink(), try scene.makeLink(places: 10)
        )
        var browser = JoinBrowser(scene)
        _ = try browser.join("grace", by: used)
        try scene.withdraw(withdrawn)
        scene.manager.clock.advance(seconds: 86_400)
        let texts = ["This invitation is over", "This invitation is used up", "This invitation was withdrawn"]
        for (link, text) in zip([over, used, withdrawn], texts) {
            let shown = try browser.send(.get, scene.path(link))
            #expect(shown.status == .gone)
            #expect(shown.text.contains(text))
            #expect(!shown.text.contains("name=\"name\""))
            #expect(try browser.send(.post, scene.path(link), "name=lin").status == .gone)
        }
        #expect(try scene.account(named: "lin") == nil)
    }

    func withdrawn(_ engine: Engine) throws {
        let scene = try JoinScene(engine)
        let link = try scene.makeLink(places: 2)
        var (joined, waiting) = (JoinBrowser(scene), JoinBrowser(scene))
        let device = try joined.join("grace", by: link)
        #expect(try waiting.choose("lin", by: link).status == .seeOther)
        let (activation, pin) = try waiting.code()
        let opened = try #require(try activation.open(pin: pin).personalize)
        try scene.withdraw(link)
        #expect(throws: ProtocolError.self) {
            _ = try activation.device().enrol(with: opened.openToken, challenge: opened.challenge.bytes)
        }
        #expect(try scene.account(named: "lin") == nil)
        #expect(try waiting.send(.get, "/join/device").status == .gone)
        #expect(try device.finish(try device.prepare(try TestBrowser(scene.manager))).result != nil)
        #expect(try WithdrawJoinLink(scene.context)(link.id.description, by: "root") == nil)
        #expect(try scene.manager.auditKinds.count { $0 == .joinLinkWithdrawn } == 1)
    }

    func removedRole() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink()
        try scene.context.database.write { transaction in
            let role = try #require(link.roles.first)
            try transaction.execute("DELETE FROM role WHERE id = \(role)")
        }
        var browser = JoinBrowser(scene)
        #expect(try browser.send(.get, scene.path(link)).status == .gone)
        #expect(try browser.choose("grace", by: link).status == .gone)
        #expect(try scene.listed(link).state == .withdrawn)
    }

    func taken() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink()
        var browser = JoinBrowser(scene)
        let taken = try browser.choose("ADA", by: link)
        #expect(taken.status == .unprocessableContent)
        #expect(taken.text.contains("value=\"ADA\""))
        #expect(taken.text.contains("This name is taken"))
        #expect(!taken.text.contains("\"ada\""))
        let flawed = try browser.choose("%E2%80%8Bgrace", by: link)
        #expect(flawed.status == .unprocessableContent)
        #expect(try browser.choose("grace", by: link).status == .seeOther)
    }

    func renewed(_ engine: Engine) throws {
        let scene = try JoinScene(engine)
        let link = try scene.makeLink()
        var browser = JoinBrowser(scene)
        #expect(try browser.choose("grace", by: link).status == .seeOther)
        let former = try browser.code()
        let formerCookie = browser.cookie
        #expect(try browser.send(.post, "/join/device/code").status == .seeOther)
        #expect(try browser.code().activation.id != former.activation.id)
        #expect(throws: ProtocolError.self) { try former.activation.open(pin: former.pin) }
        _ = try browser.connect()
        #expect(try scene.listed(link).link.taken == 1)
        #expect(try scene.listed(link).people.map(\.name) == ["grace"])
        // The cookie of the former code no longer issues one.
        var old = JoinBrowser(scene, cookie: formerCookie)
        _ = try old.send(.post, "/join/device/code")
        let account = try #require(try scene.account(named: "grace"))
        let states = try scene.context.database.read { try $0.activations.all(of: account.id) }.map(\.state)
        #expect(Set(states) == [.active, .void])
    }

    func renewedLate() throws {
        let scene = try JoinScene()
        let link = try scene.makeLink()
        var browser = JoinBrowser(scene)
        #expect(try browser.choose("grace", by: link).status == .seeOther)
        for _ in 0..<3 {
            scene.manager.clock.advance(seconds: 590)
            #expect(try browser.send(.post, "/join/device/code").status == .seeOther)
        }
        let last = try browser.code().activation.id
        scene.manager.clock.advance(seconds: 590)
        #expect(try browser.send(.post, "/join/device/code").status == .seeOther)
        #expect(try browser.code().activation.id == last)
        scene.manager.clock.advance(seconds: 611)
        scene.housekeeping()
        #expect(try scene.account(named: "grace") == nil)
        #expect(try scene.listed(link).state == .open)
    }

    func cancelled(_ engine: Engine) throws {
        let scene = try JoinScene(engine)
        let link = try scene.makeLink()
        var browser = JoinBrowser(scene)
        #expect(try browser.choose("grace", by: link).status == .seeOther)
        let (activation, pin) = try browser.code()
        #expect(try browser.send(.post, "/join/device/cancel").status == .ok)
        #expect(browser.cookie == nil)
        #expect(throws: ProtocolError.self) { try activation.open(pin: pin) }
        _ = try browser.join("grace", by: link)
    }
}
