import Testing
import XignDomain
import XignHTTP
import XignProtocol

@testable import XignServer
@testable import XignUseCases

/// "This was not me", as far as the website learns of it.
struct DisownedLoginTests {
    @Test("Websites of logins that were somebody else's", .serialized, arguments: TestCase.all(tests))
    func test(_ test: TestCase<Self>) async throws { try await test.run(Self()) }

    static let tests: [TestCase<Self>] = [
        TestCase("the lasting access ends, and the website gets one logout, of the login's sid", offlineAccess),
        TestCase("the website is told of a login of which nothing is left, and once", nothingLeft),
    ]

    /// A browser at the account pages, with the form that says so.
    private func question(
        about login: SessionID, _ scene: OfflineScene
    ) throws -> (browser: AccountBrowser, form: PageForm) {
        var browser = try AccountBrowser.loggedIn(scene.manager, with: scene.device)
        let page = "/account/history/\(login)"
        return (browser, try #require(try browser.get(page).forms.first { $0.action == page }))
    }

    func offlineAccess() throws {
        let scene = try OfflineScene(demo: OfflineScene.toldClient)
        let tokens = try scene.logIn()
        let login = try #require(try scene.newestLogin)
        scene.manager.clock.advance(seconds: 1)
        let others = try scene.logIn()
        var (browser, form) = try question(about: login, scene)
        for _ in 1...2 { #expect(try browser.send(form).status == .seeOther) }
        #expect(try scene.error(try scene.refresh(try #require(tokens["refresh_token"]?.string))) == "invalid_grant")
        #expect(try scene.userInfo(tokens) == .unauthorized)
        #expect(try scene.refresh(try #require(others["refresh_token"]?.string)).status == .ok)
        #expect(try scene.userInfo(others) == .ok)
        #expect(try scene.logouts == 1)
        let (logout, idToken) = (try #require(try scene.deliverLogout()), try scene.idToken(tokens))
        #expect(logout.sessionID.text == idToken["sid"]?.string)
        #expect(logout.subject.text == idToken["sub"]?.string)
    }

    func nothingLeft() throws {
        let scene = try OfflineScene(demo: OfflineScene.toldClient)
        let tokens = try scene.logIn(scope: "openid")
        let login = try #require(try scene.newestLogin)
        scene.manager.clock.advance(seconds: 7200)
        try RemoveExpired(scene.manager.context)(isStopping: { false })
        #expect(try scene.accessTokens == 0)
        var (browser, form) = try question(about: login, scene)
        #expect(try browser.send(form).status == .seeOther)
        #expect(try scene.logouts == 1)
        #expect(try scene.deliverLogout()?.sessionID.text == scene.idToken(tokens)["sid"]?.string)
        #expect(try browser.send(form).status == .seeOther)
        #expect(try scene.logouts == 0)
    }
}
