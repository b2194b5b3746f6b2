import DatabaseFixture
import Testing
import XignDomain
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases

/// Groups that change during a login, and after it.
extension GroupLoginTests {
    static let changeTests: [TestCase<Self>] = [
        TestCase(
            "groups that change between start and prepare end the login with a clear refusal, and a new one works",
            changedBeforePrepare, each: Change.allCases, Engine.allCases),
        TestCase("a group that is lost after the statement is not told, and the login goes on", lostAfterStatement),
        TestCase("what a former statement of the login released is forgotten by the last one", lastStatement),
        TestCase("nor is it told after a new start of the device, which leaves them out", startedAgain),
        TestCase(
            "whoever gets a first group between two starts, and leaves it out, gives no claim",
            startedAgainWithFirstGroup),
        TestCase("after a new login user info tells what its own statement confirmed", newLogin),
        TestCase(
            "each token and each question at user info tells the confirmed ones that the person still has, and no new one",
            refresh, each: Engine.allCases),
        TestCase("a refresh with a narrower scope tells none", narrower),
        TestCase("a service that may learn less is told less at once, and then nothing", shortened),
        TestCase("the membership takes all groups with it", membership),
    ]

    /// A change between `start` and `prepare`.
    enum Change: CaseIterable {
        case given, taken, allTaken, firstGiven, noLongerAsked, otherLanguage

        var before: [String] { self == .firstGiven ? [] : ["staff", "ops"] }
    }

    func changedBeforePrepare(_ change: Change, _ engine: Engine) throws {
        let scene = try GroupScene(engine, ada: change.before)
        let begun = try scene.begin()
        switch change {
        case .given: try scene.set("guests", true)
        case .taken: try scene.set("ops", false)
        case .allTaken: try scene.declare(ada: [])
        case .firstGiven: try scene.set("ops", true)
        case .noLongerAsked: try scene.declare(service: nil)
        case .otherLanguage:
            let account = try scene.manager.account().id
            try scene.manager.context.database.write { try $0.accounts.setLanguage(.german, account: account) }
        }
        #expect(throws: ProtocolError(.policyChanged)) {
            try scene.device.prepare(begun.browser, begun.started, begun.selections)
        }
        let refusal = try scene.manager.context.database.read { try $0.audit.newest(1) }.first
        #expect(refusal?.kind == .loginRefused)
        #expect(refusal?.detail == "the device has not confirmed the additions that the login has now")
        _ = try scene.logIn()
    }

    func lostAfterStatement() throws {
        let scene = try GroupScene()
        let begun = try scene.begin()
        let prepared = try scene.device.prepare(begun.browser, begun.started, begun.selections)
        try scene.set("ops", false)
        let answer = try scene.device.finish(
            .init(
                session: try begun.browser.session, token: begun.started.sessionToken,
                statement: try #require(prepared.statement).bytes))
        #expect(answer.result != nil)
        #expect(try scene.redeem(begun).idToken == ["staff"])
    }

    func lastStatement() throws {
        let scene = try GroupScene(service: "{ names: all, required: false }")
        let without = try scene.begin()
        _ = try scene.device.prepare(without.browser, without.started, without.selections)
        try scene.finish(without, [:])
        #expect(try scene.redeem(without).userInfo == nil)
        let with = try scene.begin()
        _ = try scene.device.prepare(with.browser, with.started, [:])
        try scene.finish(with)
        #expect(try scene.redeem(with).userInfo == ["ops", "staff"])
    }

    func startedAgain() throws {
        let scene = try GroupScene(service: "{ names: all, required: false }")
        let first = try scene.begin()
        _ = try scene.device.prepare(first.browser, first.started, first.selections)
        let again = try scene.again(first)
        try scene.finish(again, [:])
        #expect(try scene.redeem(again).userInfo == nil)
    }

    func startedAgainWithFirstGroup() throws {
        let scene = try GroupScene(service: "{ names: all, required: false }", ada: [])
        let first = try scene.begin()
        _ = try scene.device.prepare(first.browser, first.started, [:])
        try scene.set("ops", true)
        let again = try scene.again(first)
        try scene.finish(again, [:])
        #expect(try scene.redeem(again).userInfo == nil)
    }

    func newLogin() throws {
        let scene = try GroupScene(service: "{ names: all, required: false }")
        let first = try scene.logIn()
        let begun = try scene.begin()
        try scene.finish(begun, [:])
        let second = try scene.redeem(begun)
        #expect(try second.userInfo == nil)
        #expect(try first.userInfo == ["ops", "staff"])
        try scene.set("ops", false)
        #expect(try scene.logIn().userInfo == ["staff"])
        #expect(try first.userInfo == ["staff"])
    }

    private static let offline = "        offlineAccess: { days: 30 }\n"

    func refresh(_ engine: Engine) throws {
        let scene = try GroupScene(engine, more: Self.offline)
        let begun = try scene.begin(scope: "openid offline_access groups")
        try scene.finish(begun)
        try scene.set("staff", false)
        let tokens = try scene.redeem(begun)
        #expect(try tokens.idToken == ["ops"])
        try scene.set("staff", true)
        try scene.set("guests", true)
        #expect(try tokens.userInfo == ["ops", "staff"])
        let refreshed = try scene.refresh(tokens)
        #expect(try refreshed.idToken == ["ops", "staff"])
        try scene.declare(ada: ["guests"], more: Self.offline)
        #expect(try refreshed.userInfo == [])
        let last = try scene.refresh(tokens)
        #expect(try last.idToken == [])
        #expect(try last.userInfo == [])
    }

    func narrower() throws {
        let scene = try GroupScene(more: Self.offline)
        let tokens = try scene.logIn(scope: "openid offline_access groups")
        let narrower = try scene.refresh(tokens, scope: "openid")
        #expect(try narrower.idToken == nil)
        #expect(try narrower.userInfo == nil)
        #expect(try scene.refresh(tokens).userInfo == ["ops", "staff"])
    }

    func shortened() throws {
        let scene = try GroupScene()
        let tokens = try scene.logIn()
        try scene.declare(service: "[staff]")
        #expect(try tokens.userInfo == ["staff"])
        try scene.declare(service: nil)
        #expect(try tokens.userInfo == nil)
    }

    func membership() throws {
        let scene = try GroupScene()
        try scene.apply("users: [{ name: ada, memberships: [] }]")
        #expect(try scene.groups() == [])
        try scene.apply("users: [{ name: ada, memberships: [Example Inc.] }]")
        #expect(try scene.groups() == [])
        #expect(try scene.changes == ["given ops, staff", "taken ops, staff"])
    }
}
