import DatabaseFixture
import Testing
import XignDomain
import XignHTTP
import XignProtocol
import XignStorage

@testable import XignDeviceAPI
@testable import XignOpenID
@testable import XignServer
@testable import XignUseCases
@testable import XignWeb

/// Logouts: what they end, and what the person is asked and told.
extension SharedLoginTests {
    static let logouts: [TestCase<Self>] = [
        TestCase("one without a website left ends by a logout, too", withoutPart, each: [false, true]),
        TestCase("an ID token alone ends the login at its website, after a question, and no other", hintAlone),
        TestCase("a browser that shares a login of its own ends it, and of another browser's one website", hintBeside),
        TestCase("the page after a logout names the one other website that was not told", notTold),
        TestCase("codes and tokens of a login end where another one takes its place", replacedTokens),
        TestCase(
            "the end of the device that began it reaches a website that another device confirmed", otherDevice,
            each: DeviceEnd.allCases, Engine.allCases),
    ]

    private static let confirmation = "/openid/logout/confirmed"

    func withoutPart(_ namesWebsite: Bool) async throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        let shop = try scene.service("shop").id
        let session = try scene.manager.openSession(of: scene.ada, at: .account)
        _ = try scene.tokens(try jar.silently("shop"), at: "shop")
        #expect(try await WithdrawWebsite(scene.manager.context)(shop, in: session) == .withdrawn)
        #expect(try scene.parts().isEmpty)
        let fields = namesWebsite ? [("client_id", shop.text)] : []
        let target = "/openid/logout?" + Provider.encoded(fields)
        let asked = try jar.get(target)
        #expect(asked.text.contains(Self.confirmation))
        #expect(asked["Set-Cookie"] == nil)
        #expect(try scene.logins().count == 1)
        _ = try jar.post(Self.confirmation, fields)
        #expect(try scene.logins().isEmpty)
        #expect(jar.shared == nil)
        #expect(try jar.silently("wiki") == nil)
        let again = try jar.get(target)
        #expect(!again.text.contains(Self.confirmation))
    }

    enum DeviceEnd: CaseIterable { case revoked, lockedForGood, lockedForASecond }

    func otherDevice(_ end: DeviceEnd, _ engine: Engine) throws {
        let scene = try SharedLoginScene(engine)
        let tablet = try RawDevice(scene.manager)
        var jar = SharedLoginScene.Jar(scene)
        try jar.logIn("shop", shares: true)
        let wiki = try scene.tokens(try jar.logIn("wiki", by: tablet), at: "wiki")
        let parts = try scene.parts().map(\.login.activationID)
        #expect(Set(parts) == [scene.ada.activation, tablet.activation])
        let (device, now) = (scene.ada.activation, scene.manager.clock.now)
        try scene.write { transaction in
            guard end != .revoked else {
                _ = try transaction.activations.revoke(device)
                return
            }
            var lockout = LockoutState.none
            lockout.pinFailures = 1
            lockout.lockedUntil = now + 1
            lockout.isPermanent = end == .lockedForGood
            try transaction.activations.save(lockout: lockout, of: device)
        }
        #expect(try scene.logins().isEmpty)
        #expect(try scene.parts().isEmpty)
        let isTold = end != .lockedForASecond
        #expect(try scene.logouts == (isTold ? 2 : 0))
        #expect(try scene.userInfo(wiki).status == (isTold ? .unauthorized : .ok))
    }

    func hintAlone() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        let wiki = try scene.tokens(try jar.silently("wiki"), at: "wiki")
        let hint = [("id_token_hint", try #require(wiki["id_token"]?.string))]
        var thief = SharedLoginScene.Jar(scene)
        let asked = try thief.get("/openid/logout?" + Provider.encoded(hint))
        #expect(asked.text.contains(Self.confirmation))
        #expect(try scene.userInfo(wiki).status == .ok)
        _ = try thief.post(Self.confirmation, hint)
        #expect(try scene.userInfo(wiki).status == .unauthorized)
        #expect(try scene.logouts == 1)
        #expect(try scene.count(of: .sharedLoginEnded) == 0)
        #expect(try scene.logins().count == 1)
        #expect(try jar.silently("shop") != nil)
    }

    func hintBeside() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        let wiki = try scene.tokens(try jar.silently("wiki"), at: "wiki")
        let hint = [("id_token_hint", try #require(wiki["id_token"]?.string))]
        var other = SharedLoginScene.Jar(scene)
        try other.logIn("shop", shares: true)
        let asked = try other.get("/openid/logout?" + Provider.encoded(hint))
        #expect(asked.text.contains(Self.confirmation))
        #expect(try other.silently("shop") != nil)
        _ = try other.post(Self.confirmation, hint)
        #expect(other.shared == nil)
        #expect(try other.silently("shop") == nil)
        #expect(try scene.userInfo(wiki).status == .unauthorized)
        #expect(try scene.logouts == 2)
        #expect(try jar.silently("shop") != nil)
    }

    func notTold() async throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        #expect(try jar.silently("wiki") != nil)
        let (shop, wiki) = (try scene.service("shop").id, try scene.service("wiki").id)
        let session = try scene.manager.openSession(of: scene.ada, at: .account)
        _ = try scene.tokens(try jar.silently("shop"), at: "shop")
        #expect(try await WithdrawWebsite(scene.manager.context)(shop, in: session) == .withdrawn)
        try scene.write { transaction in
            var service = try #require(try transaction.services.find(id: wiki))
            service.client.backChannelLogoutURI = nil
            try transaction.services.save(service)
        }
        let fields = [("client_id", shop.text)]
        let asked = try jar.get("/openid/logout?" + Provider.encoded(fields))
        #expect(asked.text.contains("<bdi>wiki</bdi>"))
        let done = try jar.post(Self.confirmation, fields)
        #expect(done.text.contains("<bdi>wiki</bdi> was not told"))
    }

    func replacedTokens() throws {
        let scene = try SharedLoginScene()
        var jar = try scene.sharing()
        let first = try scene.tokens(try jar.silently("wiki"), at: "wiki")
        let second = try scene.tokens(try jar.logIn("wiki"), at: "wiki")
        #expect(try scene.userInfo(first).status == .unauthorized)
        #expect(try scene.userInfo(second).status == .ok)
        let third = try scene.tokens(try jar.silently("wiki"), at: "wiki")
        #expect(try scene.userInfo(second).status == .unauthorized)
        #expect(try scene.logouts == 0, "the website has the login that takes the place")
        // A repeated request for the result replaces nothing but its own code.
        scene.manager.clock.advance(seconds: 1)
        let id = try jar.begin("wiki")
        try scene.confirm(id)
        _ = try jar.post("/login/\(id)/continue")
        let last = try scene.tokens(try Answer(try jar.post("/login/\(id)/continue"))["code"], at: "wiki")
        #expect(try scene.userInfo(third).status == .unauthorized)
        #expect(try scene.userInfo(last).status == .ok)
        _ = try jar.post(Self.confirmation)
        #expect(try scene.userInfo(last).status == .unauthorized)
        #expect(try scene.logouts == 2)
    }
}
